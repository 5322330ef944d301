package import ViewerCore

/// One line from a client of the control socket.
///
///     {"id":1,"command":"goto","page":7}        {"id":"a","command":"search","query":"quay"}
///     {"command":"goto","label":"iv"}           {"command":"open","source":"/srv/guide.pdf"}
///     {"command":"zoom","zoom":2.5}             {"command":"subscribe","events":["page","error"]}
package struct RemoteRequest: Hashable, Sendable {
  /// What the client calls its request; its answer bears the same.
  package enum ID: Hashable, Sendable {
    case text(String)
    case number(Int)
  }

  /// Why a line is no request, and which one it would have been.
  package struct Refusal: Error, Hashable, Sendable {
    package var id: ID?
    package var failure: Failure
  }

  /// Bytes of a line without its end.
  package static let longest = 64 << 10
  /// Of one that brings a document along.
  package static let longestDocument = 24 << 20
  /// Bytes of an id, and of what is looked for.
  private static let longestID = 128
  private static let longestWords = 1000

  package var id: ID?
  package var command: RemoteCommand

  package init(id: ID?, _ command: RemoteCommand) {
    self.id = id
    self.command = command
  }

  package init(line: ArraySlice<UInt8>) throws(Refusal) {
    guard let json = JSONValue(line), case .object(let members) = json else {
      throw Refusal(id: nil, failure: Failure(.usage, "", "the line is no JSON object"))
    }
    do throws(Failure) {
      id = try Self.id(json["id"])
    } catch {
      throw Refusal(id: nil, failure: error)
    }
    do throws(Failure) {
      var arguments = RemoteArguments(members)
      command = try Self.command(&arguments)
      try arguments.finish()
      if line.count > Self.longest, case .open = command { return }
      guard line.count <= Self.longest else { throw Failure(.tooLarge, "", "the line is too long") }
    } catch {
      throw Refusal(id: id, failure: error)
    }
  }

  private static func id(_ value: JSONValue?) throws(Failure) -> ID? {
    switch value {
    case nil, .null: return nil
    case .string(let text) where text.utf8.count <= longestID: return .text(text)
    case .some(let value):
      guard let number = value.integer else {
        throw Failure(.usage, "id", "must be a short text or a whole number")
      }
      return .number(number)
    }
  }

  private static func command(_ arguments: inout RemoteArguments) throws(Failure) -> RemoteCommand {
    guard let name = arguments.take("command")?.text else {
      throw Failure(.usage, "command", "is missing; it is the name of what is to be done")
    }
    switch name {
    case "goto":
      if let label = arguments.take("label") {
        return .session(.goToLabel(try arguments.text(label, "label")))
      }
      guard let page = arguments.take("page")?.integer, page >= 1 else {
        throw Failure(.usage, name, "needs a page, counted from 1, or a label")
      }
      return .session(.goTo(page: page))
    case "zoom":
      guard case .number(let zoom) = arguments.take("zoom"), zoom > 0 else {
        throw Failure(.usage, name, "needs a zoom above 0; 1 = the page fits")
      }
      return .session(.zoom(zoom))
    case "home": return .session(.home)
    case "next": return .session(.next)
    case "previous": return .session(.previous)
    case "reload": return .session(.reload)
    case "search":
      guard let query = arguments.take("query")?.text, query.utf8.count <= longestWords else {
        throw Failure(.usage, name, "needs a query that is a short text; an empty one ends the search")
      }
      return .session(.search(query))
    case "next-match": return .session(.nextMatch)
    case "previous-match": return .session(.previousMatch)
    case "select-all": return .session(.selectAll)
    case "copy": return .session(.copy)
    case "blank":
      guard case .bool(let on) = arguments.take("on") else {
        throw Failure(.usage, name, "needs on: true or false")
      }
      return .session(.blank(on))
    case "open": return .open(try arguments.text(arguments.take("source"), "source"))
    case "password": return .password(try arguments.text(arguments.take("password"), "password"))
    case "status": return .status
    case "outline": return .outline
    case "stats": return .stats
    case "metrics": return .metrics
    case "screenshot": return .screenshot
    case "subscribe":
      guard let events = arguments.take("events") else { return .subscribe(TraceEvent.Kind.usual) }
      guard case .array(let names) = events else {
        throw Failure(.usage, name, "events must be a list of names")
      }
      return .subscribe(try RemoteCommand.kinds(names.map { $0.text ?? "" }))
    case "quit": return .quit
    default: throw Failure(.usage, "command", "is unknown here")
    }
  }
}

/// The members of a request, each to be taken once.
private struct RemoteArguments {
  private var members: [JSONValue.Member]

  init(_ members: [JSONValue.Member]) {
    self.members = members.filter { $0.name != "id" }
  }

  mutating func take(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: index).value
  }

  func text(_ value: JSONValue?, _ name: String) throws(Failure) -> String {
    guard let text = value?.text, !text.isEmpty, !text.utf8.contains(0) else {
      throw Failure(.usage, name, "must be a text that is not empty")
    }
    return text
  }

  /// What nobody has taken is a mistake somebody should hear of.
  func finish() throws(Failure) {
    guard members.isEmpty else {
      throw Failure(.usage, "", "the request has a member that is not known here")
    }
  }
}

extension RemoteRequest {
  /// The line that says it, without its end.
  package var line: String {
    var json = JSONText()
    json.object {
      $0.id(id)
      Self.members(of: command, into: &$0)
    }
    return json.text
  }

  private static func members(of command: RemoteCommand, into json: inout JSONText) {
    switch command {
    case .session(let command): members(of: command, into: &json)
    case .open(let source):
      json.string("command", "open")
      json.string("source", source)
    case .password(let password):
      json.string("command", "password")
      json.string("password", password)
    case .status: json.string("command", "status")
    case .outline: json.string("command", "outline")
    case .stats: json.string("command", "stats")
    case .metrics: json.string("command", "metrics")
    case .screenshot: json.string("command", "screenshot")
    case .subscribe(let kinds):
      json.string("command", "subscribe")
      json.array("events") { for kind in kinds.map(\.rawValue).sorted() { $0.string(kind) } }
    case .quit: json.string("command", "quit")
    }
  }

  private static func members(of command: SessionEvent.Command, into json: inout JSONText) {
    switch command {
    case .goTo(let page):
      json.string("command", "goto")
      json.number("page", page)
    case .goToLabel(let label):
      json.string("command", "goto")
      json.string("label", label)
    case .zoom(let zoom):
      json.string("command", "zoom")
      json.number("zoom", "\(zoom)")
    case .search(let query):
      json.string("command", "search")
      json.string("query", query)
    case .home: json.string("command", "home")
    case .next: json.string("command", "next")
    case .previous: json.string("command", "previous")
    case .nextMatch: json.string("command", "next-match")
    case .previousMatch: json.string("command", "previous-match")
    case .selectAll: json.string("command", "select-all")
    case .copy: json.string("command", "copy")
    case .blank(let on):
      json.string("command", "blank")
      json.bool("on", on)
    case .reload: json.string("command", "reload")
    case .open: json.string("command", "open")
    }
  }
}

extension JSONText {
  /// What a request is called; null for one without a name.
  mutating func id(_ id: RemoteRequest.ID?) {
    switch id {
    case .text(let text): string("id", text)
    case .number(let number): self.number("id", number)
    case nil: null("id")
    }
  }
}
