import Foundation
import Testing
import Wire

@Suite("JSON text")
struct JSONTextTests {
  @Test("Keys keep their order, commas stand between values")
  func order() {
    var json = JSONText()
    json.object {
      $0.number("t", "1.000")
      $0.string("event", "frame")
      $0.array("visible") { list in
        list.array {
          $0.number(1)
          $0.array { $0.number("0.5") }
          $0.string("sharp")
        }
        list.array { _ in }
        list.object { $0.bool("x", true) }
        list.bool(false)
        list.null()
      }
      $0.null("z")
      $0.number("n", 7)
    }
    json.newline()
    json.object { _ in }
    #expect(
      json.text
        == "{\"t\":1.000,\"event\":\"frame\",\"visible\":[[1,[0.5],\"sharp\"],[],{\"x\":true},false,null],"
        + "\"z\":null,\"n\":7}\n{}")
    json.removeAll()
    json.array { $0.number(1) }
    #expect(json.text == "[1]")
  }

  @Test(
    "A reader gets every string back",
    arguments: [
      "", "plain", "\"\\/", "\n\r\t\u{8}\u{0}\u{1f}\u{7f}", "Füße 文字 👩‍👩‍👧 e\u{301}", "\u{2028}\u{2029}", "\r\n",
    ])
  func strings(_ value: String) throws {
    var json = JSONText()
    json.object { $0.string(value, value) }
    let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: String]
    #expect(object.map { Array($0.keys.joined().unicodeScalars) } == Array(value.unicodeScalars))
    #expect(object.map { Array($0.values.joined().unicodeScalars) } == Array(value.unicodeScalars))
    #expect(json.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
