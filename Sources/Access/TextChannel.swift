package import Posix
package import ViewerCore
import Wire

/// The text channel: tells clients on this machine what is on the screen, and hears what they ask for.
///
/// The loop watches the descriptors it names, by number, and calls `handle`.
package final class TextChannel {
  /// A screen reader, a braille display, a keypad and a test need fewer.
  package static let limits = LineServer.Limits(line: TextChannelRequest.longest)

  /// What is known of a client that has said hello.
  private struct Listener {
    var isScreenReader: Bool
    /// The tree as it was last told.
    var told: AccessTree?
  }

  private let server: LineServer
  private let words: (Words, Look.Language) -> String
  private var listeners: [UInt32: Listener] = [:]
  private var language = Look.Language.english
  private var lastSaid: String?

  /// - Parameters:
  ///   - group: who may connect beside the owner.
  ///   - words: puts words into a language.
  package init(
    path: String, group: String?, watcher: any LineServer.Watcher,
    words: @escaping (Words, Look.Language) -> String
  ) throws(SystemError) {
    server = try LineServer(
      path: path, group: group, limits: Self.limits,
      tooLong: TextChannelLine.error("this line is too long"), watcher: watcher)
    self.words = words
  }

  /// Whether anybody listens who has said hello.
  package var hasListeners: Bool { !listeners.isEmpty }
  package var hasScreenReader: Bool { listeners.values.contains { $0.isScreenReader } }

  /// Something has happened at a descriptor: 0 is the listening socket, others are clients.
  package func handle(number: UInt32) -> [AccessRequest] {
    server.handle(number: number)
    for newcomer in server.takeNewcomers() {
      server.tell(newcomer, TextChannelLine.greeting(language: language))
    }
    var requests: [AccessRequest] = []
    while let line = server.nextLine(of: number) {
      guard let request = TextChannelRequest(line: line) else {
        server.drop(number, saying: TextChannelLine.error("this line is not understood"))
        break
      }
      switch request {
      case .hello(let isScreenReader): listeners[number] = Listener(isScreenReader: isScreenReader)
      case .session(let request) where listeners[number] != nil: requests.append(request)
      case .sayAgain where listeners[number] != nil:
        if let lastSaid { server.tell(number, TextChannelLine.say(lastSaid)) }
      case .session, .sayAgain: server.tell(number, TextChannelLine.error("say hello first"))
      }
    }
    forgetGone()
    return requests
  }

  /// Whether a client has yet to be told the whole tree.
  package var owesTree: Bool { listeners.values.contains { $0.told == nil } }

  /// The screen has changed, or may have.
  /// - Parameter tree: with the words of pages, or without them, for clients who want those only when they ask.
  package func show(tree: (_ withText: Bool) -> AccessTree) {
    var trees: [Bool: AccessTree] = [:]
    for (number, listener) in listeners {
      let new = trees[listener.isScreenReader] ?? tree(listener.isScreenReader)
      trees[listener.isScreenReader] = new
      language = new.language
      let words = { [words, language] in words($0, language) }
      listeners[number]?.told = new
      if let told = listener.told {
        guard told != new, let line = TextChannelLine.changes(from: told, to: new, words: words) else {
          continue
        }
        server.tell(number, line)
      } else {
        server.tell(number, TextChannelLine.tree(new, words: words))
      }
    }
    forgetGone()
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

  private func tellAll(_ line: String) {
    for number in listeners.keys { server.tell(number, line) }
    forgetGone()
  }

  private func forgetGone() {
    for number in listeners.keys where !server.isThere(number) { listeners[number] = nil }
  }
}
