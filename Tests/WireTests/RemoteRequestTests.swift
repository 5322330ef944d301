import Testing
import ViewerCore

@testable import Wire

@Suite("Requests over the control socket")
struct RemoteRequestTests {
  private static func request(_ line: String) throws(RemoteRequest.Refusal) -> RemoteRequest {
    try RemoteRequest(line: Array(line.utf8)[...])
  }

  private static let commands: [(String, RemoteCommand)] = [
    (#""command":"goto","page":7"#, .session(.goTo(page: 7))),
    (#""command":"goto","label":"iv""#, .session(.goToLabel("iv"))),
    (#""command":"zoom","zoom":2.5"#, .session(.zoom(2.5))),
    (#""command":"home""#, .session(.home)), (#""command":"next""#, .session(.next)),
    (#""command":"previous""#, .session(.previous)), (#""command":"reload""#, .session(.reload)),
    (#""command":"search","query":"long quay""#, .session(.search("long quay"))),
    (#""command":"search","query":"""#, .session(.search(""))),
    (#""command":"next-match""#, .session(.nextMatch)),
    (#""command":"previous-match""#, .session(.previousMatch)),
    (#""command":"select-all""#, .session(.selectAll)), (#""command":"copy""#, .session(.copy)),
    (#""command":"open","source":"/srv/a b.pdf""#, .open("/srv/a b.pdf")),
    (#""command":"password","password":"a \"b\"""#, .password(#"a "b""#)),
    (#""command":"status""#, .status), (#""command":"outline""#, .outline), (#""command":"stats""#, .stats),
    (#""command":"metrics""#, .metrics), (#""command":"screenshot""#, .screenshot),
    (#""command":"subscribe","events":["error","page"]"#, .subscribe([.page, .error])),
    (#""command":"quit""#, .quit),
  ]

  @Test("Each command is read from a line, and written as the same line", arguments: commands)
  func command(_ members: String, _ command: RemoteCommand) throws {
    for (text, id) in [("1", RemoteRequest.ID.number(1)), (#""a""#, .text("a")), ("null", nil)] {
      let line = "{\"id\":\(text),\(members)}"
      #expect(try Self.request(line) == RemoteRequest(id: id, command))
      #expect(RemoteRequest(id: id, command).line == line)
    }
    #expect(try Self.request("{\(members)}").id == nil)
  }

  @Test("Who names no event is told the usual ones")
  func usual() throws {
    #expect(try Self.request(#"{"command":"subscribe"}"#).command == .subscribe(TraceEvent.Kind.usual))
    #expect(!TraceEvent.Kind.usual.contains(.frame) && TraceEvent.Kind.usual.contains(.page))
  }

  @Test(
    "What is no request is refused as usage, with its id where that can be told",
    arguments: [
      ("", nil), ("7", nil), ("[]", nil), ("{", nil), ("\u{0}", nil), (#"{"id":{},"command":"home"}"#, nil),
      (#"{"id":1.5,"command":"home"}"#, nil), (#"{"id":1e300,"command":"home"}"#, nil),
      (#"{"id":4}"#, .number(4)),
      (#"{"id":4,"command":7}"#, .number(4)), (#"{"id":4,"command":"dance"}"#, .number(4)),
      (#"{"id":4,"command":"goto"}"#, .number(4)), (#"{"id":4,"command":"goto","page":0}"#, .number(4)),
      (#"{"id":4,"command":"goto","page":1.5}"#, .number(4)),
      (#"{"id":4,"command":"goto","page":1e99}"#, .number(4)),
      (#"{"id":4,"command":"goto","page":"7"}"#, .number(4)),
      (#"{"id":4,"command":"goto","page":7,"label":"x"}"#, .number(4)),
      (#"{"id":4,"command":"zoom","zoom":0}"#, .number(4)),
      (#"{"id":4,"command":"zoom","zoom":true}"#, .number(4)),
      (#"{"id":4,"command":"open","source":""}"#, .number(4)),
      (#"{"id":4,"command":"open","source":"a\u0000b"}"#, .number(4)),
      (#"{"id":4,"command":"password","password":7}"#, .number(4)),
      (#"{"id":4,"command":"search","query":null}"#, .number(4)),
      (#"{"id":4,"command":"subscribe","events":"page"}"#, .number(4)),
      (#"{"id":4,"command":"subscribe","events":[1]}"#, .number(4)),
      (#"{"id":4,"command":"home","x":1}"#, .number(4)),
    ] as [(String, RemoteRequest.ID?)])
  func refused(_ line: String, _ id: RemoteRequest.ID?) {
    do throws(RemoteRequest.Refusal) {
      _ = try Self.request(line)
      Issue.record("\(line) is taken")
    } catch {
      #expect(error.failure.code == .usage && error.id == id)
    }
  }

  @Test("Only a document may come in a long line")
  func long() throws {
    let text = String(repeating: "A", count: RemoteRequest.longest)
    #expect(
      try Self.request(#"{"command":"open","source":"base64:\#(text)"}"#).command == .open("base64:" + text))
    for line in [#"{"command":"goto","label":"\#(text)"}"#, #"{"command":"search","query":"\#(text)"}"#] {
      #expect(throws: RemoteRequest.Refusal.self) { try Self.request(line) }
    }
  }

  @Test("Lines that are changed anywhere are read or refused, and what is read is written as it was meant")
  func scrambled() {
    var scrambler = Scrambler(seed: 0x5EED)
    var read = 0
    for round in 0..<1000 {
      let (members, _) = Self.commands[round % Self.commands.count]
      let bytes = scrambler.damaged(Array("{\"id\":\(round),\(members)}".utf8))
      guard let request = try? RemoteRequest(line: bytes[...]) else { continue }
      read += 1
      #expect((try? RemoteRequest(line: Array(request.line.utf8)[...])) == request)
    }
    #expect(read > 2)
  }

  @Test("Answers are lines of JSON, and their readers tell them apart")
  func answers() throws {
    func reply(_ line: String) -> RemoteReply? { RemoteReply(line: Array(line.utf8)[...]) }
    let greeting = RemoteLine.greeting(program: "1.2")
    #expect(greeting == #"{"lectern":"control","version":1,"program":"1.2"}"#)
    #expect(reply(greeting) == .greeting(version: 1))
    let done = RemoteLine.done(.number(3)) { $0.number("page", 7) }
    #expect(done == #"{"id":3,"ok":true,"page":7}"#)
    guard case .done(let value) = reply(done) else { throw CancellationError() }
    #expect(value["page"]?.integer == 7)
    let refused = RemoteLine.refused(
      .text("x"), Failure(.pageOutOfRange, "page 9", "the document has 2 pages"))
    #expect(
      refused
        == #"{"id":"x","error":{"code":"page-out-of-range","message":"page 9: the document has 2 pages"}}"#)
    #expect(
      reply(refused) == .refused(code: "page-out-of-range", message: "page 9: the document has 2 pages"))
    #expect(reply(#"{"t":0.000,"event":"quit"}"#) == .event)
    #expect(reply(#"{"lectern":"text-channel","version":1}"#) == nil && reply("") == nil)
  }

  @Test("Of what was put into a field subscribers hear how long it is, and never what it is")
  func entries() {
    let line = RemoteLine.event(
      .form(field: "name", value: "Jane", characters: 4), at: .milliseconds(1500))
    #expect(line == #"{"t":1500.000,"event":"form","field":"name","characters":4}"#)
  }

  @Test("A value is written again as it was read", arguments: [#"{"a":[1,2.5,"x",true,null],"b":{"c":-7}}"#])
  func again(text: String) throws {
    let value = try #require(JSONValue(Array(text.utf8)[...]))
    #expect(value.json == text)
    #expect(value.plain == "a 1, 2.5, x, true, null, b c -7")
  }

  @Test(
    "Base64 is written with its padding",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")])
  func base64(_ text: String, _ encoded: String) {
    #expect(Base64Text.encode(Array(text.utf8)) == encoded)
  }
}
