import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerApp
import ViewerCore
import Wire

/// Files that are larger than memory. LECTERN_LONG=1 takes a scan of a thousand pages and 400 MB.
@Suite("Large files", .serialized)
struct LargeFileTests {
  static let isLong = ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1"

  /// What a worker has done up to its first page.
  struct Effort {
    /// Bytes that it has read, with any call (proc(5), `rchar`).
    var read: Int
    var anonymous: Int
  }

  private static func firstPage(_ path: String, as format: FileFormat = .pdf) throws -> Effort {
    let worker = try WorkerProcess(WorkerSettings(executable: Programs.worker), for: format)
    let file = try FileDescriptor.open(path)
    guard case .opened = try ask(worker, .open(password: nil), lending: file.rawValue) else {
      throw WorkerDeath.misbehaved
    }
    let size = PixelSize(width: 413, height: 585)
    let order = RenderOrder(
      page: 0, resolution: size, clip: PixelRect(size: size), rotation: .none, stride: 1664)
    let memory = try SharedMemory(byteCount: order.byteCount)
    guard case .rendered = try ask(worker, .render(order), lending: memory.descriptor.rawValue) else {
      throw WorkerDeath.misbehaved
    }
    let io = try String(contentsOfFile: "/proc/\(worker.pid)/io", encoding: .utf8)
    let line = try #require(io.split(separator: "\n").first { $0.hasPrefix("rchar:") })
    return Effort(read: try #require(Int(line.filter(\.isNumber))), anonymous: worker.anonymousBytes)
  }

  private static func ask(
    _ worker: WorkerProcess, _ body: WorkerRequest.Body, lending: Int32
  ) throws -> WorkerOutcome {
    try #require(worker.send(body, document: 1, lending: [lending], now: .zero))
    while true {
      if let answer = worker.receive(now: .zero) { return answer.outcome }
      if let death = worker.death() { throw death }
      var socket = pollfd(fd: worker.socketDescriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&socket, 1, 1000)
    }
  }

  @Test(
    "A file of 2 GB costs its first page no more than a small one",
    .enabled(if: geteuid() == 0, "only root is told what a worker reads"))
  func sparse() throws {
    try inTemporaryFolder { folder in
      let small = folder.appendingPathComponent("small.pdf")
      let large = folder.appendingPathComponent("large.pdf")
      try HugeDocument.sparse(at: small, byteCount: 1 << 10)
      try HugeDocument.sparse(at: large, byteCount: 2 << 30)
      let less = try Self.firstPage(small.path)
      let more = try Self.firstPage(large.path)
      print("2 GB:", more.read - less.read, "bytes more read, anonymous", more.anonymous)
      #expect(more.read - less.read < 1 << 17)
      #expect(more.anonymous - less.anonymous < 4 << 20)
    }
  }

  /// A page of noise as a scanner's software stores it: about 400 kB, or a megabyte at quality 85.
  static func noise(in folder: URL, quality: Int = 30) throws -> Data {
    var chance = SystemRandomNumberGenerator()
    var pdf = PDFFixture()
    let digits = Array("0123456789abcdef".utf8)
    let hex = (0..<310 * 438 * 2).map { _ in digits[Int.random(in: 0..<16, using: &chance)] }
    let picture = pdf.add(
      PDFFixture.stream(
        """
        << /Type /XObject /Subtype /Image /Width 310 /Height 438 /ColorSpace /DeviceGray /BitsPerComponent 8 \
        /Filter /ASCIIHexDecode
        """, String(decoding: hex, as: UTF8.self) + ">"))
    pdf.addPage(
      width: 595, height: 842, contents: "q 595 0 0 842 0 0 cm /X Do Q", drawings: "/X \(picture) 0 R")
    let source = try folder.file("noise.pdf", pdf.bytes())
    let target = folder.appendingPathComponent("noise.jpg")
    let run = try lectern([
      "render", source.path, "--page", "1", "--width", "1240", "--quality", String(quality), "-o",
      target.path,
    ])
    try #require(run.status == 0, "\(run)")
    return try Data(contentsOf: target)
  }

  @Test(
    "A scan of many pages is read page by page",
    .enabled(if: geteuid() == 0, "only root is told what a worker reads"))
  func scan() throws {
    try inTemporaryFolder { folder in
      let picture = try Self.noise(in: folder)
      let file = folder.appendingPathComponent("scan.pdf")
      try HugeDocument.scan(
        at: file, pages: Self.isLong ? 1000 : 100, picture: picture, width: 1240, height: 1755, isGrey: false)
      let one = folder.appendingPathComponent("one.pdf")
      try HugeDocument.scan(at: one, pages: 1, picture: picture, width: 1240, height: 1755, isGrey: false)
      let less = try Self.firstPage(one.path)
      let more = try Self.firstPage(file.path)
      print("scan:", picture.count, "bytes a page,", more.read - less.read, "more read,", more.anonymous)
      // Its cross-reference table has 20 bytes an object.
      #expect(more.read - less.read < 1 << 18)
      #expect(more.anonymous < 80 << 20)
    }
  }

  @Test(
    "A TIFF of a thousand pages and 400 MB is read page by page",
    .enabled(if: geteuid() == 0, "only root is told what a worker reads"))
  func pages() throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("scan.tiff")
      var picture = HugePicture(width: 700, height: 600)
      try picture.write(to: file)
      let less = try Self.firstPage(file.path, as: .tiff)
      picture.pages = 1000
      try picture.write(to: file)
      let more = try Self.firstPage(file.path, as: .tiff)
      print("TIFF of 1000 pages:", more.read - less.read, "bytes more read,", more.anonymous)
      // Its directories lead from one to the next, each with its table of strips.
      #expect(more.read - less.read < 2 << 20)
      #expect(more.anonymous < 80 << 20)
    }
  }

  @Test(
    "A TIFF of one page and 260 MB is made smaller as it is read, however it is stored",
    .enabled(if: geteuid() == 0, "only root is told what a worker reads"),
    arguments: [(16, false), (16_000, false), (16, true)])
  func onePage(rowsPerStrip: Int, isBig: Bool) throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("poster.tiff")
      var picture = HugePicture(width: 16_250, height: 16_000)
      picture.rowsPerStrip = rowsPerStrip
      picture.isBig = isBig
      try picture.write(to: file)
      let effort = try Self.firstPage(file.path, as: .tiff)
      print("TIFF of 260 MB:", effort.read, "bytes read, anonymous", effort.anonymous)
      #expect(effort.read < 280 << 20)
      #expect(effort.anonymous < 80 << 20)
    }
  }

  @Test(
    "Flinging through a scan of 400 MB keeps every process within its bounds",
    .enabled(if: ReleaseProgram.isThere && isLong, "the optimised programs (LECTERN_BIN), and LECTERN_LONG=1")
  )
  func fling() throws {
    try inTemporaryFolder { folder in
      let picture = try Self.noise(in: folder)
      let file = folder.appendingPathComponent("scan.pdf")
      try HugeDocument.scan(
        at: file, pages: 1000, picture: picture, width: 1240, height: 1755, isGrey: false)
      let flings = 60
      let script = (0..<flings).map { "\(500 + $0 * 500) fling 270,900 270,60 80ms\n" }.joined()
      let clip = try folder.file("clip", script + "\(500 + flings * 500) wait 2000ms\n")
      let trace = folder.appendingPathComponent("trace.jsonl")
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--controls", "off", "--display", "headless", "--size", "1080x1920",
        "--dpi", "160", "--memory", "64", "--input", clip.path, "--trace", trace.path, file.path,
      ])
      var workers = 0
      var viewer = 0
      while program.isRunning {
        for child in program.children { workers = max(workers, ProcessMemory(pid: child)?.anonymous ?? 0) }
        viewer = max(viewer, program.peak)
        program.pass(until: program.age + .milliseconds(20))
      }
      let run = try program.finish()
      #expect(run.status == 0 && run.failures.isEmpty, "\(run.complaints)")
      let size = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
      print("fling: file", size >> 20, "MB, viewer", viewer >> 20, "MB, workers", workers >> 20, "MB")
      // Pictures of pages, and the shadow and two buffers of the screen.
      let buffers = 3 * 1080 * 1920 * 4
      #expect(viewer <= (40 + 64) << 20 + buffers)
      #expect(workers <= 80 << 20)
    }
  }
}
