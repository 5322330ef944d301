package import Posix

/// One client of a socket of lines: what it has said and nobody has heard yet, and what it has not yet been told.
///
/// Nothing here waits.
final class LineClient {
  /// A file that goes along with a line, as long as one of its copies has not been sent.
  struct Enclosure {
    /// Where in `output` the line begins.
    var offset: Int
    let file: LentFile
  }

  let descriptor: FileDescriptor
  /// Nothing more will come: the other end has said so.
  var hasEnded = false
  /// Nobody hears what it is told any more.
  private(set) var isGone = false
  /// Its next lines wait until the owner lets them go.
  var isHeld = false
  /// It is told things although it has said all it will.
  var isKept = false
  /// What the poller waits for.
  var watched = LineServer.Interest.reading
  private var input: [UInt8] = []
  /// Where the next line begins, and up to where there is no end of one.
  private var start = 0
  private var searched = 0
  private var output: [UInt8] = []
  private var enclosures: [Enclosure] = []
  private var sent = 0

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  // MARK: What it says

  /// Bytes of the line that is still coming, or of all lines that wait.
  var pendingBytes: Int { input.count - start }

  /// Whether a whole line waits.
  var hasLine: Bool {
    guard searched < input.count else { return false }
    if input[searched] == UInt8(ascii: "\n") { return true }
    searched = input[searched...].firstIndex(of: UInt8(ascii: "\n")) ?? input.count
    return searched < input.count
  }

  /// The next line, without its end.
  func takeLine() -> ArraySlice<UInt8>? {
    guard hasLine else { return nil }
    let line = input[start..<searched]
    start = searched + 1
    searched = start
    if start == input.count, input.capacity > 1 << 16 {
      // A long line's memory goes with it.
      input = []
      start = 0
      searched = 0
    }
    return line
  }

  /// Takes what has come.
  /// - Returns: whether the other end is still there.
  func read(upTo limit: Int) -> Bool {
    // What was heard goes, so that lines cost no more than once their bytes.
    if start > 0 {
      input.removeFirst(start)
      searched -= start
      start = 0
    }
    do {
      let bytes = try descriptor.read(upTo: limit)
      hasEnded = bytes.isEmpty
      input += bytes
      return true
    } catch {
      return error.isWouldBlock
    }
  }

  // MARK: What it is told

  func tell(_ line: String, enclosing file: LentFile?) {
    if sent > 0, sent == output.count {
      output.removeAll(keepingCapacity: output.capacity <= 1 << 16)
      sent = 0
    }
    if let file { enclosures.append(Enclosure(offset: output.count, file: file)) }
    output += line.utf8
    output.append(UInt8(ascii: "\n"))
  }

  /// The other end is gone.
  func leave() {
    isGone = true
    hasEnded = true
    output = []
    enclosures = []
    sent = 0
  }

  /// Bytes that the socket did not take yet.
  var untold: Int { output.count - sent }

  /// Sends what the socket takes.
  /// - Returns: whether the other end is still there.
  func flush() -> Bool {
    while untold > 0 {
      let enclosure = enclosures.first.flatMap { $0.offset == sent ? $0.file : nil }
      // A file comes with the first byte of its line.
      let end = enclosures.first { $0.offset > sent }?.offset ?? output.count
      do {
        sent += try descriptor.sendSome(output[sent..<end], lending: enclosure?.descriptor.rawValue)
        if enclosure != nil { enclosures.removeFirst() }
      } catch {
        return error.isWouldBlock
      }
    }
    return true
  }
}

/// An open file that several conversations may send a copy of.
package final class LentFile: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }
}
