import Testing

@testable import ViewerCore

@Suite("Passwords asked for by touch")
struct SessionPasswordTests {
  static func reader(_ code: ErrorCode = .passwordRequired, sources: Int = 1) -> Reader {
    var options = SessionBarTests.options { $0.sources = sources }
    options.controls = .bottom
    var reader = Reader(pages: 3, options: options)
    reader.handle(.openFailed(document: reader.document, Failure(code, "a.pdf", "locked")))
    reader.wait(milliseconds: 300)
    return reader
  }

  static func unlocks(_ reader: Reader) -> [[UInt8]?] {
    reader.effects.compactMap { if case .unlock(_, let password) = $0 { .some(password) } else { nil } }
  }

  static func isAsked(_ reader: Reader) -> Bool { reader.session.controls.openEntry?.purpose == .password }

  @Test("A locked document asks; what is typed shows as dots, opens the document, and is forgotten here")
  func opens() {
    var reader = Self.reader()
    #expect(Self.isAsked(reader))
    SessionFormsTests.type([.character("s"), .shift, .character("x"), .character("1")], &reader)
    #expect(
      reader.scene.furniture.contains {
        if case .field(let face) = $0.content { face.text == "•••" } else { false }
      })
    let nodes = reader.session.accessTree(withText: true).nodes
    #expect(nodes.contains { $0.value == .phrase(.characters(3)) })
    #expect(!nodes.contains { $0.value == .plain("sX1") })
    let before = reader.document
    SessionFormsTests.type([.accept], &reader)
    #expect(Self.unlocks(reader) == [Array("sX1".utf8)])
    #expect(reader.document == before + 1)
    #expect(reader.session.controls.entry?.text ?? "" == "")
    reader.open()
    reader.workAll()
    #expect(!Self.isAsked(reader))
    #expect(reader.session.document.isOpen)
  }

  @Test("A wrong one says so, is forgotten, and may be tried again")
  func wrong() {
    var reader = Self.reader()
    SessionFormsTests.type([.character("a"), .accept], &reader)
    reader.handle(.openFailed(document: reader.document, Failure(.wrongPassword, "a.pdf", "wrong")))
    #expect(Self.unlocks(reader) == [Array("a".utf8), nil])
    #expect(Self.isAsked(reader))
    #expect(reader.session.controls.openEntry?.text == "")
    #expect(
      reader.scene.furniture.contains {
        if case .notice(.wrongPassword, _) = $0.content { true } else { false }
      })
  }

  @Test("Cancel goes to the next document, or leaves the sentence; a tap asks again")
  func cancels() {
    var reader = Self.reader(sources: 2)
    reader.handle(.action(.close))
    #expect(reader.session.documentSource == 1)
    var alone = Self.reader()
    alone.handle(.action(.close))
    #expect(!Self.isAsked(alone))
    #expect(alone.session.documentFailure?.code == .passwordRequired)
    alone.wait(milliseconds: 1000)
    alone.tap(Point(x: 500, y: 400))
    alone.wait(milliseconds: 500)
    #expect(Self.isAsked(alone))
  }

  @Test(
    "What no password opens does not ask for one",
    arguments: [ErrorCode.unsupportedEncryption, .damagedDocument])
  func others(code: ErrorCode) {
    var reader = Self.reader(code)
    #expect(!Self.isAsked(reader))
    reader.tap(Point(x: 500, y: 400))
    reader.wait(milliseconds: 500)
    #expect(!Self.isAsked(reader))
  }

  @Test("The keys do not cover the sentence")
  func places() {
    let reader = Self.reader()
    let notice = reader.session.noticeFrame
    #expect(notice.maxY <= reader.session.controls.entryLayer.ground.y)
  }

  @Test("The reset, and leaving for another document, forget what was typed", arguments: [false, true])
  func forgets(byReset: Bool) {
    var reader = Self.reader(sources: 2)
    SessionFormsTests.type([.character("a"), .accept], &reader)
    reader.open()
    reader.workAll()
    if byReset {
      reader.session.resetVisitor(at: reader.now)
      reader.collect()
    } else {
      reader.handle(.command(.next))
    }
    #expect(Self.unlocks(reader).last == .some(nil))
  }
}
