package import Posix
package import ViewerCore
import Wire

/// The text channel: tells clients on this machine what is on the screen, and hears what they ask for.
///
/// It owns the listening socket and its clients; the loop watches the descriptors it names, by number, and calls
/// `handle`. Everything is bounded: clients, what each may send in a turn, what may wait for each.
package final class TextChannel {
  /// More than a screen reader, a braille display, a keypad and a test need.
  package static let clientLimit = 16

  /// What the loop has to do for the channel.
  package protocol Watcher: AnyObject {
    /// - Parameter wantsToWrite: whether the client has more to be told than its socket takes.
    func watch(_ descriptor: Int32, number: UInt32, wantsToWrite: Bool) throws(SystemError)
    func unwatch(number: UInt32)
  }

  private let socket: LocalSocket
  private weak var watcher: (any Watcher)?
  private let words: (Words, Look.Language) -> String
  private var clients: [UInt32: ChannelClient] = [:]
  private var writing: Set<UInt32> = []
  private var nextNumber: UInt32 = 1
  private var language = Look.Language.english
  private var lastSaid: String?

  /// - Parameters:
  ///   - group: who may connect beside the owner.
  ///   - words: puts words into a language.
  package init(
    path: String, group: String?, watcher: any Watcher, words: @escaping (Words, Look.Language) -> String
  ) throws(SystemError) {
    socket = try LocalSocket(listeningAt: path, group: group)
    self.watcher = watcher
    self.words = words
    try watcher.watch(socket.rawValue, number: 0, wantsToWrite: false)
  }

  /// Whether anybody listens who has said hello.
  package var hasListeners: Bool { clients.values.contains { $0.isScreenReader != nil } }
  package var hasScreenReader: Bool { clients.values.contains { $0.isScreenReader == true } }

  /// Something has happened at a descriptor: 0 is the listening socket, others are clients.
  package func handle(number: UInt32) -> [AccessRequest] {
    guard number > 0 else {
      welcome()
      return []
    }
    guard let client = clients[number] else { return [] }
    var requests: [AccessRequest] = []
    switch client.read() {
    case .over(let reason):
      if let reason { client.tell(TextChannelLine.error(reason)) }
      _ = client.flush()
      drop(number)
      return []
    case .lines(let lines):
      for line in lines {
        switch line {
        case .hello(let isScreenReader):
          client.isScreenReader = isScreenReader
          client.told = nil
        case .session(let request) where client.isScreenReader != nil: requests.append(request)
        case .sayAgain where client.isScreenReader != nil:
          if let lastSaid { client.tell(TextChannelLine.say(lastSaid)) }
        case .session, .sayAgain: client.tell(TextChannelLine.error("say hello first"))
        }
      }
    }
    flush(number)
    return requests
  }

  /// Whether a client has yet to be told the whole tree.
  package var owesTree: Bool { clients.values.contains { $0.isScreenReader != nil && $0.told == nil } }

  /// The screen has changed, or may have.
  /// - Parameter tree: with the words of pages, or without them, for clients who want those only when they ask.
  package func show(tree: (_ withText: Bool) -> AccessTree) {
    var trees: [Bool: AccessTree] = [:]
    for (number, client) in clients {
      guard let withText = client.isScreenReader else { continue }
      let new = trees[withText] ?? tree(withText)
      trees[withText] = new
      language = new.language
      let words = { [words, language] in words($0, language) }
      if let told = client.told {
        if told == new { continue }
        if let line = TextChannelLine.changes(from: told, to: new, words: words) { client.tell(line) }
      } else {
        client.tell(TextChannelLine.tree(new, words: words))
      }
      client.told = new
      flush(number)
    }
  }

  package func say(_ text: Words) {
    let line = words(text, language)
    lastSaid = line
    tellAll(TextChannelLine.say(line))
  }

  package func tell(page: Int, text: String) { tellAll(TextChannelLine.text(page: page, text)) }
  package func tell(copied text: String) { tellAll(TextChannelLine.copied(text)) }

  /// A request came to nothing.
  package func refuse(_ reason: String) { tellAll(TextChannelLine.error(reason)) }

  /// What a visitor has left behind: the last announcement.
  package func forget() { lastSaid = nil }

  // MARK: Clients

  private func tellAll(_ line: String) {
    for (number, client) in clients where client.isScreenReader != nil {
      client.tell(line)
      flush(number)
    }
  }

  private func welcome() {
    while let descriptor = try? socket.accept() {
      // One too many is let go: it sees the end of the connection at once.
      guard clients.count < Self.clientLimit else { continue }
      let number = nextNumber
      nextNumber &+= 1
      if nextNumber == 0 { nextNumber = 1 }
      let client = ChannelClient(descriptor)
      guard (try? watcher?.watch(client.descriptor.rawValue, number: number, wantsToWrite: false)) != nil
      else {
        continue
      }
      clients[number] = client
      client.tell(TextChannelLine.greeting(language: language))
      flush(number)
    }
  }

  private func flush(_ number: UInt32) {
    guard let client = clients[number] else { return }
    guard client.flush() else {
      drop(number)
      return
    }
    guard client.isWaiting != writing.contains(number) else { return }
    if client.isWaiting { writing.insert(number) } else { writing.remove(number) }
    do {
      try watcher?.watch(client.descriptor.rawValue, number: number, wantsToWrite: client.isWaiting)
    } catch {
      drop(number)
    }
  }

  private func drop(_ number: UInt32) {
    // Before its descriptor is closed.
    watcher?.unwatch(number: number)
    writing.remove(number)
    clients[number] = nil
  }
}
