import Foundation
import TestSupport
import Testing

/// Passwords that staff gives to a program that runs.
@Suite(
  "Passwords given by command",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"),
  .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct PasswordCommandTests {
  private static var locked: CorpusRow? {
    CorpusRow.all.first {
      $0.password?.allSatisfy { (0x61...0x7A).contains($0) } ?? false && $0.openWithPassword == "ok"
        && $0.openWithoutPassword == "password-required"
    }
  }

  @Test("The right one opens what was locked, the same again changes nothing, another one closes it")
  func password() throws {
    let row = try #require(Self.locked)
    let password = String(decoding: try #require(row.password), as: UTF8.self)
    try inTemporaryFolder { folder in
      let clip = try folder.file(
        "clip",
        """
        1000 ctl password no\(password)
        2000 ctl password \(password)
        3000 ctl password \(password)
        4000 ctl password no\(password)
        5000 ctl password \(password)
        6000 wait 500ms
        """)
      let trace = folder.appendingPathComponent("trace.jsonl")
      let result = try ReleaseProgram.run([
        "replay", "--config", "none", "--size", "270x480", "--dpi", "80", "--input", clip.path, "--trace",
        trace.path, (CorpusRow.folder ?? "") + "/" + row.file,
      ])
      let told = try RunTrace(contentsOf: trace)
      #expect(told.errors.map(\.code) == ["password-required", "wrong-password", "wrong-password"])
      #expect(told.loads.map { Int($0.time / 1000) } == [2, 5])
      #expect(result.status == 77 || result.status == 0)
      #expect(!String(decoding: told.bytes, as: UTF8.self).contains(password))
      #expect(!result.complaints.contains(password))
    }
  }
}
