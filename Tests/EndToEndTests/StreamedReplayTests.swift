import Foundation
import TestSupport
import Testing
import ViewerCore

/// Documents that are read while they come, by the programs themselves and a server that counts. LECTERN_LONG=1 takes
/// 200 MB.
@Suite(
  "Documents read while they come", .serialized,
  .enabled(if: QPDF.path != nil, "qpdf, which lays documents out, is not installed"))
struct StreamedReplayTests {
  private static let pages = LargeFileTests.isLong ? 190 : 40
  private static let block = BlockRun.blockBytes

  /// A scan of about a megabyte a page, as scanners' software stores it and laid out for streaming.
  private struct Scan {
    let plain: URL
    let linearised: URL
    /// Bytes of a page, more or less.
    let pageBytes: Int

    init(in folder: URL) throws {
      let picture = try LargeFileTests.noise(in: folder, quality: 85)
      pageBytes = picture.count + 1024
      plain = folder.appendingPathComponent("plain.pdf")
      linearised = folder.appendingPathComponent("linearised.pdf")
      try HugeDocument.scan(
        at: plain, pages: pages, picture: picture, width: 1240, height: 1755, isGrey: false)
      try QPDF.treat(plain.path, as: linearised.path, ["--linearize"])
    }
  }

  private struct Outcome {
    var frames: [Substring]
    var requests: [HeardRequest]
    var ranges: [Range<Int>]
    var sentBytes: Int

    /// Whether any byte was asked for twice.
    var repeats: Bool {
      let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
      return zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }
  }

  /// Shows one page at a time, so that nothing is drawn that is not on the screen.
  private static func replay(
    _ script: String, _ document: ServedDocument, cache: URL, _ more: [String] = []
  ) throws -> Outcome {
    let server = try document.server()
    defer { server.stop() }
    let result = try replay(script, server.address("/scan.pdf"), cache, more)
    let requests = server.requests
    return Outcome(
      frames: result, requests: requests,
      ranges: requests.compactMap { ServedDocument.range(of: $0, document.byteCount) },
      sentBytes: server.sentBytes)
  }

  private static func replay(
    _ script: String, _ source: String, _ cache: URL, _ more: [String]
  ) throws -> [Substring] {
    let clip = try cache.file("clip-\(UUID())", script)
    let run = try lectern(
      [
        "replay", "--config", "none", "--controls", "off", "--size", "216x384", "--layout", "single",
        "--cache-dir",
        cache.path, "--input", clip.path, "--trace", "/dev/stdout",
      ] + more + [source])
    try #require(run.status == 0, "\(run)")
    return run.output.split(separator: "\n").filter { $0.contains("\"event\":\"frame\"") }
  }

  private static func inFolders(_ body: (Scan, URL) throws -> Void) throws {
    try inTemporaryFolder { folder in
      let scan = try Scan(in: folder)
      try body(scan, folder)
    }
  }

  private static func cache(_ name: String, in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  @Test("A linearised document shows its first page after a few requests, and any other after a few more")
  func linearised() throws {
    try Self.inFolders { scan, folder in
      let document = try ServedDocument(scan.linearised)
      let first = try Self.replay("0 wait 10ms\n", document, cache: try Self.cache("a", in: folder))
      print("first page:", document.byteCount, first.sentBytes, first.ranges)
      #expect(first.frames.last?.contains("\"sharp\"") ?? false)
      #expect(first.requests.count <= 6 && !first.repeats)
      #expect(first.sentBytes <= 200_000_000 / 50)
      let page = Self.pages * 3 / 4
      let jump = try Self.replay(
        "1000 ctl goto \(page)\n", document, cache: try Self.cache("b", in: folder))
      print("jump:", jump.sentBytes - first.sentBytes, jump.ranges)
      #expect(jump.frames.last?.contains("\"page\":\(page)") ?? false)
      #expect(jump.frames.last?.contains("\"sharp\"") ?? false)
      #expect(jump.requests.count - first.requests.count <= 4 && !jump.repeats)
      // A page begins and ends inside a block.
      let blocks = scan.pageBytes / Self.block + 2
      #expect(jump.sentBytes - first.sentBytes <= (blocks + 2) * Self.block)
      // The same pictures as from the file.
      let local = try Self.replay(
        "1000 ctl goto \(page)\n", scan.linearised.path, try Self.cache("c", in: folder), [])
      #expect(local.last == jump.frames.last)
    }
  }

  @Test("One that is not linearised shows its first page after its end and little more")
  func plain() throws {
    try Self.inFolders { scan, folder in
      let document = try ServedDocument(scan.plain)
      let run = try Self.replay("0 wait 10ms\n", document, cache: try Self.cache("a", in: folder))
      print("plain:", run.sentBytes, run.ranges)
      #expect(run.frames.last?.contains("\"sharp\"") ?? false)
      #expect(run.requests.count <= 8 && !run.repeats)
      #expect(run.sentBytes <= 200_000_000 / 50)
    }
  }

  @Test(
    "What has come is kept: opened again, a document asks for nothing while it is fresh, and once when it is not"
  )
  func kept() throws {
    try Self.inFolders { scan, folder in
      let document = try ServedDocument(scan.linearised)
      let cache = try Self.cache("a", in: folder)
      let script = "1000 ctl goto 9\n"
      let server = try document.server()
      defer { server.stop() }
      func run(_ age: String) throws -> (frames: [Substring], requests: [HeardRequest], bytes: Int) {
        let (count, bytes) = (server.requests.count, server.sentBytes)
        let frames = try Self.replay(
          script, server.address("/scan.pdf"), cache, ["--persistent", "--max-age", age])
        return (frames, Array(server.requests.dropFirst(count)), server.sentBytes - bytes)
      }
      let first = try run("600")
      #expect(first.bytes > 0)
      let fresh = try run("600")
      #expect(fresh.requests.isEmpty && fresh.bytes == 0 && fresh.frames.last == first.frames.last)
      let stale = try run("0")
      #expect(stale.requests.count == 1 && stale.bytes == 0 && stale.frames.last == first.frames.last)
    }
  }

  @Test("A kiosk at rest fetches the rest, each byte once")
  func filling() throws {
    try inTemporaryFolder { folder in
      let file = try folder.file("long.pdf", try LongDocument.linearised(pages: 40))
      let document = try ServedDocument(file)
      let server = try document.server()
      defer { server.stop() }
      let kiosk = try RunningProgram(
        Programs.lectern,
        [
          "show", "--config", "none", "--display", "headless", "--size", "216x384", "--cache-dir",
          folder.path,
          "--input", try folder.file("clip", "0 wait 60000ms\n").path, server.address("/long.pdf"),
        ])
      while kiosk.isRunning, server.sentBytes < document.byteCount {
        kiosk.pass(until: kiosk.age + .milliseconds(20))
      }
      #expect(kiosk.isRunning)
      kiosk.end()
      #expect(try kiosk.finish().failures.isEmpty)
      #expect(server.sentBytes == document.byteCount)
    }
  }
}
