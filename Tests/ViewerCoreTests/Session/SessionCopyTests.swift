import Testing

@testable import ViewerCore

@Suite struct SessionCopyTests {
  private static func notes(_ reader: Reader) -> Int {
    reader.scene.furniture.count { furniture in
      if case .text(let face) = furniture.content { face.words == .phrase(.earlierCopy) } else { false }
    }
  }

  @Test(
    "A copy that may be out of date says so for a while, seen and spoken, once", arguments: [true, false])
  func says(beforeItOpens: Bool) {
    var reader = Reader(options: SessionBarTests.options())
    let news = SessionEvent.earlierCopy(document: reader.document)
    if beforeItOpens { reader.handle(news) }
    #expect(!reader.trace.contains(.earlierCopy))
    reader.open()
    if !beforeItOpens { reader.handle(news) }
    reader.handle(news)
    #expect(reader.trace.count { $0 == .earlierCopy } == 1)
    #expect(reader.effects.contains(.announce(.phrase(.earlierCopy))))
    #expect(Self.notes(reader) == 1)
    reader.workAll()
    reader.wait(milliseconds: 5000)
    #expect(Self.notes(reader) == 0)
  }

  @Test("What is said of another document is not said of this one")
  func other() {
    var reader = Reader.reading(options: SessionBarTests.options())
    reader.handle(.earlierCopy(document: reader.document + 1))
    #expect(!reader.trace.contains(.earlierCopy))
  }
}
