import Foundation
import Testing

@testable import Interface

/// The translations, compiled for the tests.
enum Languages {
  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../po").standardizedFileURL

  /// Compiles them once; a failure says what is missing.
  static func require() throws {
    try compiled.get()
  }

  private static let compiled = Result {
    // Among what is built: there it is replaced by the next run, and left nowhere else.
    let folder = sources.appendingPathComponent("../.build/locale-of-tests").standardizedFileURL
    for language in ["de", "fr", "es"] {
      let target = folder.appendingPathComponent("\(language)/LC_MESSAGES")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/msgfmt")
      process.arguments = [
        "--check", "-o", target.appendingPathComponent("lectern.mo").path,
        sources.appendingPathComponent("\(language).po").path,
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    Catalogues.use(directory: folder.path)
  }
}
