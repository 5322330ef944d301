import Testing
import ViewerCore

@testable import Wire

@Suite("Lines of the text channel")
struct TextChannelTests {
  @Test(
    "Each request has its line",
    arguments: [
      (#"{"hello":"screen-reader"}"#, TextChannelRequest.hello(isScreenReader: true)),
      (#"{"hello":"automation"}"#, .hello(isScreenReader: false)),
      (#"{"focus":"next"}"#, .session(.focusNext)), (#"{"focus":"previous"}"#, .session(.focusPrevious)),
      (#" { "focus" : "page-3" } "#, .session(.focus("page-3"))),
      (#"{"activate":true}"#, .session(.activate(nil))),
      (#"{"activate":"home"}"#, .session(.activate("home"))),
      (#"{"hold":true}"#, .session(.hold(nil))), (#"{"hold":"key-e"}"#, .session(.hold("key-e"))),
      (#"{"read":7}"#, .session(.read(page: 6))), (#"{"scroll":"forward"}"#, .session(.scroll(1))),
      (#"{"scroll":"back"}"#, .session(.scroll(-1))), (#"{"say":"again"}"#, .sayAgain),
    ] as [(String, TextChannelRequest)])
  func requests(line: String, expected: TextChannelRequest) {
    #expect(TextChannelRequest(line: Array(line.utf8)[...]) == expected)
  }

  @Test(
    "Anything else is no request",
    arguments: [
      "", "hello", "{}", "[]", #"{"hello":"x"}"#, #"{"read":0}"#, #"{"read":1.5}"#, #"{"read":99999999}"#,
      #"{"activate":false}"#, #"{"hold":false}"#, #"{"hold":3}"#, #"{"focus":"next","read":1}"#,
      #"{"scroll":"up"}"#, #"{"quit":true}"#,
    ])
  func noRequest(line: String) {
    #expect(TextChannelRequest(line: Array(line.utf8)[...]) == nil)
  }

  @Test("A line that is too long is no request, whatever it says")
  func long() {
    let id = String(repeating: "x", count: TextChannelRequest.longest)
    #expect(TextChannelRequest(line: Array("{\"focus\":\"\(id)\"}".utf8)[...]) == nil)
  }

  private func words(_ words: Words) -> String {
    switch words {
    case .plain(let text): text
    case .phrase(let phrase): "<\(phrase)>"
    }
  }

  private func tree(_ labels: [String], focus: String? = nil) -> AccessTree {
    AccessTree(
      nodes: labels.map {
        AccessNode(
          id: $0, role: .button, label: .plain($0.uppercased()),
          bounds: PixelRect(x: 1, y: 2, width: 3, height: 4), actions: [.activate], parent: "bar")
      }, focus: focus, place: nil, language: .german)
  }

  @Test("A whole tree tells each node in order, with what it says, where it is and what it does")
  func whole() {
    #expect(
      TextChannelLine.tree(tree(["a"], focus: "a"), words: words)
        == #"{"language":"de","nodes":[{"id":"a","role":"button","label":"A","bounds":[1,2,3,4],"actions":["activate"],"in":"bar"}],"focus":"a"}"#
    )
  }

  @Test("Changes tell only what is different")
  func changes() {
    let old = tree(["a", "b"])
    #expect(TextChannelLine.changes(from: old, to: old, words: words) == nil)
    #expect(
      TextChannelLine.changes(from: old, to: tree(["a", "b"], focus: "b"), words: words) == #"{"focus":"b"}"#)
    #expect(
      TextChannelLine.changes(from: old, to: tree(["b"]), words: words) == #"{"gone":["a"],"order":["b"]}"#)
    #expect(
      TextChannelLine.changes(from: old, to: tree(["b", "a"]), words: words) == #"{"order":["b","a"]}"#)
    var other = old
    other.nodes[1].value = .phrase(.noMatches)
    #expect(
      TextChannelLine.changes(from: old, to: other, words: words)
        == #"{"changed":[{"id":"b","role":"button","label":"B","value":"<noMatches>","bounds":[1,2,3,4],"actions":["activate"],"in":"bar"}]}"#
    )
    var french = old
    french.language = .french
    #expect(
      TextChannelLine.changes(from: old, to: french, words: words)?.hasPrefix(#"{"language":"fr","nodes":["#)
        == true)
  }

  @Test("Pages are counted from 1 outside, and what is said is quoted")
  func others() {
    #expect(
      TextChannelLine.greeting(language: .spanish)
        == #"{"lectern":"text-channel","version":1,"language":"es"}"#)
    #expect(TextChannelLine.text(page: 0, "a\n\"b\"") == #"{"page":1,"text":"a\n\"b\""}"#)
    #expect(TextChannelLine.say("x") == #"{"say":"x"}"#)
    #expect(TextChannelLine.copied("x") == #"{"copied":"x"}"#)
    #expect(TextChannelLine.error("x") == #"{"error":"x"}"#)
  }
}
