import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

struct TakenDocumentTests {
  @Test(
    "What is no document says why",
    arguments: [
      ("base64:Zm9v*", .invalidSource, "the character at byte 5 is no base64"),
      ("base64:Zg=", .invalidSource, "the padding (=) of the base64 is wrong"),
      ("base64:Z", .invalidSource, "the base64 ends in the middle of a byte"),
      ("base64: ", .damagedDocument, "the document is empty"),
      ("base64:@/no/such/file", .notFound, "there is no such file"),
      ("base64:@/tmp", .sourceUnreachable, "cannot be read: Is a directory"),
    ] as [(String, ErrorCode, String)])
  func refused(_ name: String, _ code: ErrorCode, _ message: String) throws {
    let source = try SourceName(name)
    let failure = failureOf { try TakenDocument.take(source) }
    #expect(failure == Failure(code, source.title, message))
  }

  @Test("A document is taken up to a limit, and one that never ends is not waited for")
  func limit() throws {
    let source = try SourceName("base64:JVBERi0xLjQ=")
    #expect(try TakenDocument.take(source, limit: 8)?.open().size() == 8)
    #expect(failureOf { try TakenDocument.take(source, limit: 7) }?.code == .tooLarge)
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("long")
      try Data(repeating: UInt8(ascii: "A"), count: 1 << 20).write(to: file)
      let long = try SourceName("base64:@\(file.path)")
      #expect(failureOf { try TakenDocument.take(long, limit: 1 << 18) }?.code == .tooLarge)
      #expect(try TakenDocument.take(long, limit: 1 << 20)?.open().size() == 3 << 18)
    }
  }

  @Test("Every reader has a descriptor of its own")
  func readers() throws {
    let taken = try #require(try TakenDocument.take(SourceName("base64:JVBERi0xLjQ=")))
    let one = try taken.open()
    let two = try taken.open()
    #expect(one.rawValue != two.rawValue)
    #expect(try one.readAll(limit: 8) == Array("%PDF-1.4".utf8))
    #expect(try two.readAll(limit: 8) == Array("%PDF-1.4".utf8))
  }
}
