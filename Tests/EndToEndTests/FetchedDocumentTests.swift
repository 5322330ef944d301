import Foundation
import Synchronization
import TestSupport
import Testing

/// Documents from a server, by the programs themselves.
@Suite("Documents from servers")
struct FetchedDocumentTests {
  private static func guide() -> [UInt8] {
    var pdf = PDFFixture()
    pdf.addPage(contents: PDFFixture.text("Harbour"))
    pdf.addPage(contents: PDFFixture.text("Rope walk"))
    return pdf.bytes()
  }

  @Test("Commands read an address like a file, and say what the cache does")
  func commands() throws {
    let guide = Self.guide()
    let server = try LoopbackServer { request in
      request.path == "/guide.pdf" ? ServedAnswer(200, guide, [("ETag", "\"1\"")]) : ServedAnswer(404)
    }
    try inTemporaryFolder { folder in
      let address = server.address("/guide.pdf")
      let cache = ["--cache-dir", folder.path]
      let text = try lectern(["text", address] + cache)
      #expect(text.status == 0 && text.output.contains("Rope walk"), "\(text)")
      #expect(text.complaints.isEmpty)
      let missing = try lectern(["info", server.address("/none.pdf")] + cache)
      #expect(missing.code == "http-error" && missing.status == 69)

      #expect(
        try lectern(["cache", "fetch", address, "--persistent"] + cache).output
          == "downloaded  1 document, \(guide.count) bytes\n")
      #expect(
        try lectern(["cache", "fetch", address, "--persistent", "--max-age", "600"] + cache).output
          == "fresh  1 document, \(guide.count) bytes\n")
      let list = try lectern(["cache", "list", "--json"] + cache)
      #expect(list.output.contains(#""address":"\#(address)","persistent":true"#), "\(list)")
      server.stop()
      let stale = try lectern(["text", address] + cache)
      #expect(stale.status == 0 && stale.output.contains("Harbour"))
      #expect(
        stale.complaints
          == "lectern: \(address): warning: the server cannot be asked; this is the last copy\n")
      #expect(try lectern(["cache", "fetch", address] + cache).status == 69)
      #expect(
        try lectern(["cache", "size", "--json"] + cache).output
          == "{\"result\":\"kept\",\"documents\":1,\"bytes\":\(guide.count)}\n")
      #expect(try lectern(["cache", "remove", address] + cache).status == 0)
      #expect(try lectern(["cache", "remove", address] + cache).code == "not-found")
    }
  }

  @Test("A replay shows a document from a server as it shows a file")
  func replay() throws {
    let guide = Self.guide()
    let server = try LoopbackServer { _ in ServedAnswer(200, guide) }
    try inTemporaryFolder { folder in
      let clip = try folder.file("clip", "0 drag 100,350 100,100 200ms\n")
      let file = try folder.file("guide.pdf", guide)
      func frames(_ source: String) throws -> [Substring] {
        let run = try lectern([
          "replay", "--config", "none", "--size", "216x384", "--cache-dir", folder.path, "--input", clip.path,
          "--trace", "/dev/stdout", source,
        ])
        #expect(run.status == 0, "\(run)")
        return run.output.split(separator: "\n").filter { $0.contains("\"event\":\"frame\"") }
      }
      let local = try frames(file.path)
      #expect(local.count > 5)
      #expect(try frames(server.address("/guide.pdf")) == local)
    }
  }

  @Test("A fetching program that is killed is started anew, and its document comes all the same")
  func kill() throws {
    let guide = Self.guide()
    let isFirst = Mutex(true)
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      // The first transfer hangs until its program is gone.
      let hangs = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if hangs { _ = gate.wait(timeout: .now() + 60) }
      return ServedAnswer(200, guide)
    }
    try inTemporaryFolder { folder in
      let clip = try folder.file("clip", "0 wait 6000ms\n")
      let trace = folder.appendingPathComponent("trace")
      let program = try RunningProgram(
        Programs.lectern,
        [
          "show", "--config", "none", "--display", "headless", "--size", "216x384", "--cache-dir",
          folder.path,
          "--text-channel", "off", "--input", clip.path, "--trace", trace.path, server.address("/guide.pdf"),
        ])
      while server.requests.isEmpty, program.isRunning, program.age < .seconds(10) { usleep(5000) }
      let fetching = program.children.filter {
        (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "lectern-fetch\n"
      }
      #expect(fetching.count == 1)
      for child in fetching { Glibc.kill(child, SIGKILL) }
      gate.signal()
      let run = try program.finish()
      #expect(run.status == 0, "\(run.complaints)")
      let text = try String(contentsOf: trace, encoding: .utf8)
      #expect(text.contains(#""event":"load","kind":"pdf","pages":2"#))
      #expect(text.contains("\"sharp\""))
    }
  }
}
