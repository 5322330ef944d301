package import Posix

/// A socket of this machine whose clients send lines and are told lines; all that is said stays the owner's business.
///
/// It owns the listening socket and its clients; the loop watches the descriptors it names, by number, and calls
/// `handle`. Everything is bounded: clients, what is read of each in a turn, how long a line may be, what may wait for
/// each. Nothing waits for anybody. Files that a client sends along are never taken: the kernel closes them.
///
/// | a client | and |
/// |---|---|
/// | sends a line that is too long | is told so and let go |
/// | does not read | is let go when `output` bytes wait for it |
/// | ends what it says (a half-closed connection) | is let go when its lines are heard and answered |
/// | is one too many | sees the end of the connection at once |
package final class LineServer {
  package struct Limits: Hashable, Sendable {
    /// Clients at a time.
    package var clients: Int
    /// Bytes of a line without its end.
    package var line: Int
    /// Bytes of a line that only one client at a time may send.
    package var longLine: Int
    /// Bytes that may wait for a client that does not read.
    package var output: Int
    /// Bytes that are read from one client in one turn, so that none can hold up the others or a frame.
    package var turn: Int

    package init(
      clients: Int = 16, line: Int, longLine: Int? = nil, output: Int = 4 << 20, turn: Int = 16 << 10
    ) {
      self.clients = clients
      self.line = line
      self.longLine = longLine ?? line
      self.output = output
      self.turn = turn
    }
  }

  package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let reading = Interest(rawValue: 1)
    package static let writing = Interest(rawValue: 2)
  }

  /// What the loop has to do for the socket.
  package protocol Watcher: AnyObject {
    func watch(_ descriptor: Int32, number: UInt32, for interest: Interest) throws(SystemError)
    func unwatch(number: UInt32)
  }

  private let socket: LocalSocket
  private let limits: Limits
  private weak var watcher: (any Watcher)?
  private var clients: [UInt32: LineClient] = [:]
  private var nextNumber: UInt32 = 1
  /// Who was heard last: the next one in turn comes after it.
  private var heard: UInt32 = 0
  private var newcomers: [UInt32] = []
  /// Says that a line is too long.
  private let tooLong: String

  /// - Parameters:
  ///   - group: who may connect beside the owner.
  ///   - tooLong: the last line for a client whose line was.
  package init(
    path: String, group: String?, limits: Limits, tooLong: String, watcher: any Watcher
  ) throws(SystemError) {
    self.limits = limits
    self.tooLong = tooLong
    socket = try LocalSocket(listeningAt: path, group: group)
    self.watcher = watcher
    try watcher.watch(socket.rawValue, number: 0, for: .reading)
  }

  /// Numbers of those who are connected.
  package var numbers: [UInt32] { clients.keys.sorted() }

  package func isThere(_ number: UInt32) -> Bool { clients[number] != nil }

  /// Something has happened at a descriptor: 0 is the listening socket, others are clients.
  package func handle(number: UInt32) {
    guard number > 0 else { return welcome() }
    guard let client = clients[number] else { return }
    guard client.watched.contains(.reading) else {
      // Writable again, or gone: the next thing that is sent tells.
      return client.untold > 0 ? flush(number) : part(number)
    }
    guard client.read(upTo: limits.turn) else { return part(number) }
    if !client.hasLine, client.pendingBytes > limits.line {
      let isOnlyOne = clients.allSatisfy {
        $0.key == number || $0.value.hasLine || $0.value.pendingBytes <= limits.line
      }
      guard isOnlyOne, client.pendingBytes <= limits.longLine else { return drop(number, saying: tooLong) }
    }
    flush(number)
  }

  /// Clients that have come since this was last asked.
  package func takeNewcomers() -> [UInt32] {
    defer { newcomers = [] }
    return newcomers.filter(isThere)
  }

  // MARK: Lines

  /// The next line of one client.
  package func nextLine(of number: UInt32) -> ArraySlice<UInt8>? {
    guard let client = clients[number], !client.isHeld else { return nil }
    guard let line = client.takeLine() else {
      settle(number)
      return nil
    }
    watch(number)
    return line
  }

  /// The next line of any, each client in its turn.
  package func nextLine() -> (number: UInt32, line: ArraySlice<UInt8>)? {
    let order = numbers
    let next = order.firstIndex { $0 > heard } ?? 0
    for number in order[next...] + order[..<next] {
      guard let line = nextLine(of: number) else { continue }
      heard = number
      return (number, line)
    }
    return nil
  }

  /// Whether a line can be had at once.
  package var hasLines: Bool { clients.values.contains { !$0.isHeld && $0.hasLine } }

  /// The next lines of a client wait, for one of its requests is not answered yet.
  package func hold(_ number: UInt32) {
    clients[number]?.isHeld = true
  }

  package func release(_ number: UInt32) {
    clients[number]?.isHeld = false
    settle(number)
  }

  /// A client goes on being told things although it has said all it will.
  package func keep(_ number: UInt32) {
    clients[number]?.isKept = true
  }

  // MARK: Telling

  /// - Parameter file: a copy of it goes along.
  package func tell(_ number: UInt32, _ line: String, enclosing file: LentFile? = nil) {
    guard let client = clients[number], !client.isGone else { return settle(number) }
    client.tell(line, enclosing: file)
    flush(number)
  }

  /// Lets a client go.
  /// - Parameter last: what it is told before.
  package func drop(_ number: UInt32, saying last: String? = nil) {
    guard let client = clients[number] else { return }
    if let last { client.tell(last, enclosing: nil) }
    _ = client.flush()
    // Before its descriptor is closed.
    watcher?.unwatch(number: number)
    clients[number] = nil
  }

  private func welcome() {
    while let descriptor = try? socket.accept() {
      // One too many is let go: it sees the end of the connection at once.
      guard clients.count < limits.clients else { continue }
      let number = nextNumber
      nextNumber &+= 1
      if nextNumber == 0 { nextNumber = 1 }
      let client = LineClient(descriptor)
      guard (try? watcher?.watch(client.descriptor.rawValue, number: number, for: .reading)) != nil
      else { continue }
      clients[number] = client
      newcomers.append(number)
    }
  }

  private func flush(_ number: UInt32) {
    guard let client = clients[number] else { return }
    guard client.flush() else { return part(number) }
    guard client.untold <= limits.output else { return drop(number) }
    settle(number)
  }

  /// The other end is gone; what it has said before is heard still.
  private func part(_ number: UInt32) {
    guard let client = clients[number] else { return }
    guard client.isHeld || client.hasLine else { return drop(number) }
    client.leave()
    watcher?.unwatch(number: number)
  }

  /// Lets a client go of whom nothing more is to come, else waits for what is wanted of it.
  private func settle(_ number: UInt32) {
    guard let client = clients[number] else { return }
    let isHeard = client.hasEnded && !client.isHeld && !client.hasLine
    let isDone = isHeard && client.untold == 0 && (!client.isKept || client.isGone)
    if isDone { drop(number) } else { watch(number) }
  }

  /// Waits for what is wanted of a client from now on.
  private func watch(_ number: UInt32) {
    guard let client = clients[number], !client.isGone else { return }
    var interest: Interest = []
    // What has been said is heard first.
    if !client.hasEnded, !client.hasLine { interest.insert(.reading) }
    if client.untold > 0 { interest.insert(.writing) }
    guard interest != client.watched else { return }
    client.watched = interest
    do {
      try watcher?.watch(client.descriptor.rawValue, number: number, for: interest)
    } catch {
      drop(number)
    }
  }
}
