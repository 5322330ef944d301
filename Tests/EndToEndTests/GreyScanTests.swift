import Foundation
import Posix
import TestSupport
import Testing
import ViewerApp
import ViewerCore
import Wire

/// What it costs to keep grey pages as a byte a pixel: the engine's process against itself. LECTERN_LONG=1 tells the
/// figures.
@Suite("Grey scans", .serialized, .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct GreyScanTests {
  /// A worker of the release, with a document open.
  private final class Painter {
    private let worker: WorkerProcess

    init(_ document: [UInt8]) throws {
      let settings = WorkerSettings(executable: (ReleaseProgram.folder ?? "") + "/lectern-worker")
      worker = try WorkerProcess(settings)
      let file = try memoryFile(document)
      guard case .opened = try ask(.open(password: nil), lending: file.rawValue) else {
        throw WorkerDeath.misbehaved
      }
    }

    private func ask(_ body: WorkerRequest.Body, lending: Int32) throws -> WorkerOutcome {
      try #require(worker.send(body, document: 1, lending: [lending], now: .zero))
      while true {
        if let answer = worker.receive(now: .zero) { return answer.outcome }
        if let death = worker.death() { throw death }
        var socket = pollfd(fd: worker.socketDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&socket, 1, 1000)
      }
    }

    /// CPU ns of the process so far (Documentation/scheduler/sched-stats.rst).
    private func cpu() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(worker.pid)/schedstat", encoding: .utf8)
      return try #require(text.split(separator: " ").first.flatMap { Int($0) })
    }

    /// - Returns: what the page is, and the CPU ns that it took.
    func draw(_ order: RenderOrder, into memory: borrowing SharedMemory) throws -> (
      format: RenderYield.Format, time: Int
    ) {
      let begin = try cpu()
      guard case .rendered(let page) = try ask(.render(order), lending: memory.descriptor.rawValue) else {
        throw WorkerDeath.misbehaved
      }
      return (page.format, try cpu() - begin)
    }
  }

  private static func order(page: Int, expects: RenderYield.Format?) -> RenderOrder {
    let size = PixelSize(width: 1080, height: 1527)
    return RenderOrder(
      page: Int32(page), resolution: size, clip: PixelRect(size: size), rotation: .none, stride: 4352,
      expects: expects)
  }

  private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }

  @Test(
    "A grey page costs its worker at most 1.1 times what it costs in colour, in new memory and in used",
    arguments: [false, true])
  func time(_ isUsed: Bool) throws {
    let painter = try Painter(Fixtures.scans(pages: 12, dotsPerInch: 300))
    let bytes = Self.order(page: 0, expects: nil).byteCount
    let first = try SharedMemory(byteCount: bytes)
    let second = try SharedMemory(byteCount: bytes)
    var times = (colour: [Int](), grey: [Int]())
    for round in 0..<(isUsed ? 13 : 12) {
      let page = round % 12
      let colour: (format: RenderYield.Format, time: Int)
      let grey: (format: RenderYield.Format, time: Int)
      if isUsed {
        colour = try painter.draw(Self.order(page: page, expects: nil), into: first)
        grey = try painter.draw(Self.order(page: page, expects: .grey), into: second)
        // The viewer gives back what grey pixels leave.
        try second.discard(from: bytes / 4)
      } else {
        colour = try painter.draw(Self.order(page: page, expects: nil), into: SharedMemory(byteCount: bytes))
        grey = try painter.draw(
          Self.order(page: page, expects: .grey), into: SharedMemory(byteCount: bytes))
      }
      #expect(colour.format == .colour && grey.format == .grey)
      // The first round makes the worker's own memory.
      if isUsed, round == 0 { continue }
      times.colour.append(colour.time)
      times.grey.append(grey.time)
    }
    let ratio = Double(Self.median(times.grey)) / Double(Self.median(times.colour))
    #expect(ratio <= 1.1, "\(times)")
    if ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1" {
      print("grey \(Self.median(times.grey)) ns, colour \(Self.median(times.colour)) ns: \(ratio)")
    }
  }
}
