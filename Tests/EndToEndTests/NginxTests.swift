import Foundation
import TestSupport
import Testing

/// Documents from a server that others have written, over TLS, with a certificate that only the house knows.
@Suite("Documents from nginx", .serialized, .enabled(if: Nginx.isThere, Nginx.reason))
struct NginxTests {
  private static func guide(pages: Int) -> [UInt8] {
    var pdf = PDFFixture()
    for page in 1...pages { pdf.addPage(contents: PDFFixture.text("Page \(page) of the harbour guide")) }
    return pdf.bytes()
  }

  /// Pages with so many bytes of comment in front of their words.
  private static func heavyGuide(pages: Int, bytesEach: Int) -> [UInt8] {
    var pdf = PDFFixture()
    var noise = SystemRandomNumberGenerator()
    for page in 1...pages {
      let comment = (0..<bytesEach / 17).map { _ in
        let digits = String(noise.next() as UInt64, radix: 16)
        return "%" + String(repeating: "0", count: 16 - digits.count) + digits
      }.joined(separator: "\n")
      pdf.addPage(contents: comment + "\n" + PDFFixture.text("Page \(page) of the harbour guide"))
    }
    return pdf.bytes()
  }

  private static func options(_ folder: URL, _ nginx: Nginx) -> [String] {
    [
      "--cache-dir", folder.appendingPathComponent("cache").path, "--ca-file", nginx.certificate,
      "--persistent",
    ]
  }

  @Test("A certificate of the house's own is trusted when it is named, and only then")
  func certificates() throws {
    try inTemporaryFolder { folder in
      let guide = Self.guide(pages: 20)
      let nginx = try Nginx(in: folder, serving: ["guide.pdf": guide])
      let trusted = Self.options(folder, nginx)
      let address = nginx.address("guide.pdf")
      let stranger = try lectern(["cache", "fetch", address, "--cache-dir", folder.path])
      #expect(stranger.code == "tls-error" && stranger.status == 69, "\(stranger)")
      // Packed on its way, whole again at its end.
      #expect(
        try lectern(["cache", "fetch", address] + trusted).output
          == "downloaded  1 document, \(guide.count) bytes\n")
      #expect(try lectern(["cache", "fetch", address] + trusted).output.hasPrefix("validated"))
      #expect(try lectern(["text", address, "--page", "20"] + trusted).output.contains("Page 20 of"))
      #expect(try lectern(["info", nginx.address("none.pdf")] + trusted).code == "http-error")
      try nginx.put("guide.pdf", Self.guide(pages: 21))
      #expect(try lectern(["text", address, "--page", "21"] + trusted).output.contains("Page 21 of"))
    }
  }

  @Test("A server that is gone leaves the copy, and is asked again when it is back")
  func restart() throws {
    try inTemporaryFolder { folder in
      let nginx = try Nginx(in: folder, serving: ["guide.pdf": Self.guide(pages: 3)])
      let (address, options) = (nginx.address("guide.pdf"), Self.options(folder, nginx))
      #expect(try lectern(["text", address] + options).complaints.isEmpty)
      nginx.kill()
      let stale = try lectern(["text", address] + options)
      #expect(stale.output.contains("Page 3 of") && stale.complaints.contains("this is the last copy"))
      let clip = try folder.file("clip", "0 wait 100ms\n")
      let shown = try lectern(
        ["replay", "--config", "none", "--size", "216x384", "--input", clip.path, "--trace", "/dev/stdout"]
          + options + [address])
      #expect(shown.output.contains(#""event":"earlierCopy""#) && shown.output.contains("\"sharp\""))
      #expect(shown.complaints.contains("this is the last copy [source-unreachable]"), "\(shown)")
      try nginx.put("guide.pdf", Self.guide(pages: 4))
      try nginx.start()
      #expect(try lectern(["text", address] + options).output.contains("Page 4 of"))
    }
  }

  @Test("A server that dies in the middle of a document and comes back costs nothing but time")
  func killed() throws {
    try inTemporaryFolder { folder in
      let guide = Self.heavyGuide(pages: 2, bytesEach: 1 << 20)
      let nginx = try Nginx(in: folder, serving: ["guide.pdf": guide])
      let options = Self.options(folder, nginx)
      let program = try RunningProgram(
        Programs.lectern, ["cache", "fetch", nginx.address("slow/guide.pdf")] + options)
      let cache = folder.appendingPathComponent("cache")
      while Self.bytes(in: cache) < 100_000, program.isRunning, program.age < .seconds(20) { usleep(5000) }
      #expect((100_000..<guide.count).contains(Self.bytes(in: cache)))
      nginx.kill()
      try nginx.start()
      let run = try program.finish()
      #expect(run.status == 0, "\(run.complaints)")
      let text = try lectern(["text", nginx.address("slow/guide.pdf"), "--max-age", "600"] + options)
      #expect(text.output.contains("Page 2 of") && text.complaints.isEmpty)
    }
  }

  @Test("A large document is read in parts while it comes, and looks like the file")
  func streamed() throws {
    try inTemporaryFolder { folder in
      let guide = Self.heavyGuide(pages: 8, bytesEach: 400_000)
      let nginx = try Nginx(in: folder, serving: ["guide.pdf": guide])
      let clip = try folder.file("clip", "500 ctl goto 8\n1500 wait 100ms\n")
      func frames(_ source: String) throws -> [Substring] {
        let run = try lectern(
          ["replay", "--config", "none", "--size", "216x384", "--input", clip.path, "--trace", "/dev/stdout"]
            + Self.options(folder, nginx) + [source])
        #expect(run.status == 0, "\(run)")
        return run.output.split(separator: "\n").filter { $0.contains("\"event\":\"frame\"") }
      }
      let last = try #require(try frames(nginx.folder.appendingPathComponent("guide.pdf").path).last)
      let streamed = try #require(try frames(nginx.address("plain/guide.pdf")).last)
      let crc = #/"crc":"[0-9a-f]+"/#
      #expect(last.firstMatch(of: crc)?.output == streamed.firstMatch(of: crc)?.output)
      let requests = try nginx.requests()
      #expect(requests.first == "HTTP/2.0 206 65536 bytes=0-65535", "\(requests)")
      #expect(requests.allSatisfy { $0.hasPrefix("HTTP/2.0 206 ") }, "\(requests)")
    }
  }

  /// Of all files in a folder.
  private static func bytes(in folder: URL) -> Int {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    else { return 0 }
    return files.reduce(0) { sum, file in
      sum + ((file as? URL).flatMap { try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize } ?? 0)
    }
  }
}
