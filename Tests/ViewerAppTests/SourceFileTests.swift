import Foundation
import Glibc
import TestSupport
import Testing
import ViewerApp
import ViewerCore

struct SourceFileTests {
  private static func code(_ path: String) -> ErrorCode? {
    do throws(Failure) {
      _ = try SourceFile.open(path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "What a file is shows in its content: a header near the start, or the end that engines start from",
    arguments: [
      ("%PDF-1.7\n", nil),
      (String(repeating: "x", count: 1019) + "%PDF-", nil),
      (String(repeating: "x", count: 1020) + "%PDF-1.7", .unsupportedDocument),
      (String(repeating: "x", count: 5000) + "startxref\n0\n%%EOF", nil),
      ("startxref" + String(repeating: "x", count: 5000), .unsupportedDocument),
      ("%PDF", .unsupportedDocument),
      ("GIF89a", nil),
      ("<svg/>", nil),
      ("x", .unsupportedDocument),
      ("", .damagedDocument),
    ] as [(String, ErrorCode?)])
  func content(_ text: String, _ code: ErrorCode?) throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("file")
      try Data(text.utf8).write(to: path)
      #expect(Self.code(path.path) == code)
    }
  }

  @Test("What is no regular file is refused without waiting for it")
  func kinds() throws {
    try inTemporaryFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(Self.code(pipe) == .invalidSource)
      #expect(Self.code(folder.path) == .invalidSource)
      #expect(Self.code("/dev/null") == .invalidSource)
      #expect(Self.code("") == .invalidSource)
      #expect(Self.code(pipe + "/under") == .notFound)
      let link = folder.appendingPathComponent("link").path
      #expect(symlink("nowhere", link) == 0)
      #expect(Self.code(link) == .notFound)
    }
  }
}
