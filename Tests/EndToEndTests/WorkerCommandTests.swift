import Foundation
import TestSupport
import Testing
import ViewerCore

/// What a run of `lectern` came to.
struct CommandResult {
  var status: Int32
  var output: String
  var complaints: String

  /// The code in brackets at the end of the first complaint.
  var code: String {
    let line = complaints.split(separator: "\n").first { !$0.contains(": warning: ") } ?? ""
    guard line.hasSuffix("]"), let start = line.lastIndex(of: "[") else { return "" }
    return String(line[line.index(after: start)...].dropLast())
  }
}

/// - Parameter input: what comes through a pipe; at most what a pipe holds, 64 KiB.
func lectern(_ arguments: [String], input: Data? = nil) throws -> CommandResult {
  let process = Process()
  if let input {
    let pipe = Pipe()
    process.standardInput = pipe
    try pipe.fileHandleForWriting.write(contentsOf: input)
    try pipe.fileHandleForWriting.close()
  }
  process.executableURL = URL(fileURLWithPath: Programs.lectern)
  process.arguments = arguments
  let output = Pipe()
  let folder = FileManager.default.temporaryDirectory
  let errors = folder.appendingPathComponent("lectern-errors-\(UUID())")
  try Data().write(to: errors)
  defer { try? FileManager.default.removeItem(at: errors) }
  process.standardOutput = output
  process.standardError = try FileHandle(forWritingTo: errors)
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return CommandResult(
    status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
    complaints: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
}

struct WorkerCommandTests {
  private static func guide() -> [UInt8] {
    var pdf = PDFFixture()
    pdf.addPage(contents: PDFFixture.text("First"))
    pdf.addPage(width: 100, height: 300, contents: PDFFixture.text("Second"))
    return pdf.bytes()
  }

  @Test(
    "What is wrong with a source is told in one line with its code and status",
    arguments: [
      ("missing.pdf", nil, "not-found", 66), ("", Data(), "invalid-source", 64),
      ("empty.pdf", Data(), "damaged-document", 65),
      ("letter.pdf", Data("Dear Sir".utf8), "unsupported-document", 65),
      ("torn.pdf", Data("%PDF-1.7\n1 0 obj\n<< /Type /Cat".utf8), "damaged-document", 65),
      ("none.pdf", Data(PDFFixture().bytes()), "empty-document", 65),
    ] as [(String, Data?, String, Int32)])
  func badSource(_ name: String, _ contents: Data?, _ code: String, _ status: Int32) throws {
    try inTemporaryFolder { folder in
      // Without a name it is the folder itself.
      let path = name.isEmpty ? folder : folder.appendingPathComponent(name)
      if let contents, !name.isEmpty { try contents.write(to: path) }
      for command in [["info"], ["text"], ["render", "-o", folder.appendingPathComponent("out.png").path]] {
        let result = try lectern(command + [path.path])
        #expect(result.code == code)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(result.complaints.hasPrefix("lectern: \(path.path): "))
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == (contents == nil || name.isEmpty ? [] : [name]))
    }
  }

  @Test("A document that comes through a pipe, or as base64, is read like a file", arguments: [false, true])
  func input(isBase64: Bool) throws {
    let guide = Data(Self.guide())
    let input = isBase64 ? guide.base64EncodedData(options: .lineLength76Characters) : guide
    let source = isBase64 ? "base64:-" : "-"
    let info = try lectern(["info", source], input: input)
    #expect(info.status == 0 && info.output.contains("pages        2\n"), "\(info)")
    #expect(try lectern(["text", source], input: input).output.contains("Second"))
    try inTemporaryFolder { folder in
      let clip = folder.appendingPathComponent("clip")
      try Data("0 wait 50ms\n".utf8).write(to: clip)
      let replay = [
        "replay", "--config", "none", "--size", "90x160", "--input", clip.path, "--trace", "/dev/stdout",
      ]
      let run = try lectern(replay + [source], input: input)
      #expect(run.output.contains(#""event":"load","kind":"pdf","pages":2"#), "\(run)")
    }
    let torn = try lectern(["info", source], input: input.dropLast(input.count - 5))
    #expect(torn.status != 0 && torn.complaints.split(separator: "\n").count == 1)
    #expect(try lectern(["info", source], input: Data()).code == "damaged-document")
  }

  @Test(
    "A file that this user may not read says so", .enabled(if: geteuid() != 0, "root may read everything"))
  func noPermission() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("secret.pdf")
      try Data(Self.guide()).write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path.path)
      let result = try lectern(["info", path.path])
      #expect(result.code == "no-permission" && result.status == 77)
    }
  }

  @Test("The commands print and draw what the document holds")
  func commands() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("guide.pdf").path
      try Data(Self.guide()).write(to: URL(fileURLWithPath: path))

      let text = try lectern(["text", path])
      #expect(text.status == 0 && text.output == "First\n\u{0C}Second\n")
      #expect(try lectern(["text", path, "--page", "2"]).output == "Second\n")

      let lines = try lectern(["text", path, "--json"]).output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.last?.hasPrefix(#"{"page":2,"lines":[{"text":"Second","box":["#) == true)

      let match = try lectern(["search", "FIRST", path])
      #expect(match.status == 0 && match.output.hasPrefix("1\t") && match.output.hasSuffix("\tFirst\n"))
      let shown = try lectern(["search", "--json", "--page", "2", "s", path])
      #expect(shown.output.hasPrefix(#"{"page":2,"before":"","match":"S","after":"econd","boxes":[["#))
      let none = try lectern(["search", "nowhere", path])
      #expect(none.status == 1 && none.output.isEmpty && none.complaints.isEmpty)
      #expect(try lectern(["search", "first", path, "--page", "2"]).status == 1)
      #expect(try lectern(["search", " ", path]).status == 64)
      let beyond = try lectern(["search", "first", path, "--page", "2-3"])
      #expect(beyond.status == 65)
      #expect(
        beyond.complaints
          == "lectern: \(path): there is no page 3; the document has 2 pages [page-out-of-range]\n")

      let info = try lectern(["info", path, "--json"])
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any])
      #expect(object["pages"] as? Int == 2)
      #expect(object["sizes"] as? [[Double]] == [[200, 100], [100, 300]])
      #expect(object["encrypted"] as? Bool == false)
      #expect(try lectern(["info", path]).output.contains("size         200.00 x 100.00 pt, page 1\n"))

      let png = folder.appendingPathComponent("page.png")
      #expect(try lectern(["render", path, "--page", "2", "--width", "50", "-o", png.path]).status == 0)
      let bytes = [UInt8](try Data(contentsOf: png))
      #expect(Array(bytes[16..<24]) == [0, 0, 0, 50, 0, 0, 0, 150])
      let jpeg = folder.appendingPathComponent("page.jpg")
      let turned = ["--rotate", "90", "--clip", "0,0,20,10", "--quality", "70", "-o", jpeg.path]
      #expect(try lectern(["render", path, "--width", "50"] + turned).status == 0)
      #expect([UInt8](try Data(contentsOf: jpeg)).starts(with: [0xFF, 0xD8, 0xFF]))
    }
  }

  @Test(
    "A picture that cannot be is refused, and nothing is left behind",
    arguments: [
      (["--page", "3"], "out.png", "page-out-of-range", 65),
      (["--page", "0"], "out.png", "usage", 64),
      ([], "out.gif", "usage", 64), ([], "no/such/folder/out.png", "write-failed", 74),
      (["--clip", "0,0,1000,10"], "out.png", "usage", 64),
      (["--width", "32768"], "out.png", "too-large", 65),
      (["--scale", "1e300"], "out.png", "usage", 64),
    ] as [([String], String, String, Int32)])
  func badPicture(_ options: [String], _ name: String, _ code: String, _ status: Int32) throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("guide.pdf").path
      try Data(Self.guide()).write(to: URL(fileURLWithPath: path))
      let result = try lectern(["render", path, "-o", folder.appendingPathComponent(name).path] + options)
      #expect(result.code == code)
      #expect(result.status == status)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["guide.pdf"])
    }
  }
}
