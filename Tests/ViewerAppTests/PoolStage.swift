import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// A pool of workers and the loop that they report to.
///
/// Its workers are started by a name of its own, so that they are told from those of other tests.
final class PoolStage {
  struct Hangs: Error {}

  let loop: EventLoop
  let pool: WorkerPool
  private let folder: URL
  private let name: String
  /// No limit for a test: a guard against one that hangs.
  private let guardEnd = MonotonicClock.now() + 120_000_000

  /// - Parameters:
  ///   - documents: contents of the sources.
  ///   - executable: nil for the real worker.
  init(
    _ documents: [[UInt8]], count: Int = 1, executable: String? = nil, limits: WorkLimits = WorkLimits(),
    memoryKills: MemoryKills = MemoryKills()
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pool-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    name = folder.appendingPathComponent("worker").path
    if executable == nil {
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: Programs.worker)
    }
    var options = ViewerOptions()
    for (index, bytes) in documents.enumerated() {
      let path = folder.appendingPathComponent("\(index).pdf")
      try Data(bytes).write(to: path)
      options.sources.append(SourceOptions(location: path.path))
    }
    loop = try EventLoop()
    pool = WorkerPool(
      WorkerSettings(executable: executable ?? name, limits: limits), count: count,
      sources: try SourceList(options), loop: loop, memoryKills: memoryKills)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// One turn of a loop: waits for something to happen and takes it in.
  func turn() throws {
    let now = MonotonicClock.now()
    guard now < guardEnd else { throw Hangs() }
    try loop.wait(until: min(pool.nextCheck?.microseconds ?? .max, guardEnd))
    while let event = loop.next() {
      if event.source == .worker { pool.handle(seat: event.number) }
    }
    pool.enforceDeadlines()
  }

  /// Lets the workers do all they have.
  /// - Returns: what came of it, in the order in which it was handed in.
  func finish() throws -> [SessionEvent] {
    while pool.isWorking { try turn() }
    return pool.takeCompletions()
  }

  /// Opens a source and waits for it.
  func open(_ document: UInt32, source: Int = 0) throws -> SessionEvent {
    pool.open(document: document, source: source)
    return try #require(try finish().last)
  }

  /// Waits until every worker whose end is under way has been buried.
  func settle() throws {
    while loop.watched > 0 { try turn() }
  }

  /// Process ids of this stage's real workers that have not ended.
  func workers() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { pid in
      guard let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/cmdline")) else {
        return false
      }
      return line.starts(with: Array(name.utf8) + [0])
    }.sorted()
  }
}

extension SessionEvent {
  /// A word for what it is, for tables and comparisons.
  var summary: String {
    switch self {
    case .opened(let document, let pages, _, _, _, _, _): "opened \(document): \(pages) pages"
    case .openFailed(let document, let failure): "open \(document) failed: \(failure.code.rawValue)"
    case .sizes(let document, let first, let sizes): "sizes \(document): \(first)+\(sizes.count)"
    case .sizesFailed(let document, _): "sizes \(document) failed"
    case .rendered(let key, let bitmap, _): "rendered \(key.document): \(key.page) into \(bitmap.number)"
    case .renderFailed(let key, let bitmap, let code, let blame):
      "render \(key.document): \(key.page) into \(bitmap.number) failed: \(code.rawValue), \(blame)"
    default: "something else"
    }
  }
}

/// Documents and bitmaps that several tests need.
enum Material {
  /// Pages of 60 by 80 points, each with a box of another height.
  static func document(pages: Int, width: Int = 60, height: Int = 80) -> [UInt8] {
    var pdf = PDFFixture()
    for page in 0..<pages {
      pdf.addPage(
        width: width, height: height,
        contents: PDFFixture.box(
          page % 2 == 0 ? "1 0 0" : "0 0 1", x: 10, y: 10, width: 40, height: 10 + page))
    }
    return pdf.bytes()
  }

  static func key(
    document: UInt32 = 1, page: Int32 = 0, size: PixelSize = PixelSize(width: 30, height: 40),
    rotation: Rotation = .none
  ) -> RenderKey {
    RenderKey(
      document: document, page: page, kind: .base, resolution: size, clip: PixelRect(size: size),
      rotation: rotation, epoch: 0)
  }
}
