import Display
import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// A viewer on a small screen in memory, with real workers and a folder for its files.
final class ViewerStage {
  let folder: URL
  let start: ViewerStart
  let output: SpyOutput
  let viewer: Viewer
  var tracePath: URL { folder.appendingPathComponent("trace") }
  /// No limit for a test: a guard against one that hangs.
  private let guardEnd = MonotonicClock.now() + 120_000_000

  /// - Parameters:
  ///   - documents: contents of the sources; nil for a file that is missing.
  ///   - clip: a gesture script that `ViewerStart.clip` reads.
  init(
    _ documents: [[UInt8]?], rotation: Rotation = .none, clip: String? = nil,
    size: PixelSize = PixelSize(width: 120, height: 160), keepsGrey: Bool = true,
    _ edit: (inout ViewerOptions) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("viewer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = ViewerOptions.replay
    options.memory = 16
    options.controls = .off
    for (index, bytes) in documents.enumerated() {
      let path = folder.appendingPathComponent("\(index).pdf")
      if let bytes { try Data(bytes).write(to: path) }
      options.sources.append(SourceOptions(location: path.path))
    }
    options.trace = folder.appendingPathComponent("trace").path
    if let clip {
      let path = folder.appendingPathComponent("clip")
      try Data(clip.utf8).write(to: path)
      options.inputs = [path.path]
    }
    edit(&options)
    start = try ViewerStart(options, worker: Programs.worker, keepsGrey: keepsGrey)
    output = SpyOutput(size: size, rotation: rotation)
    viewer = try start.viewer(on: output, start: .zero, isLive: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets workers do all there is to do at a moment.
  func settle(at milliseconds: Double) throws {
    let now = Timestamp.milliseconds(milliseconds)
    while true {
      let begun = viewer.pump(at: now)
      while viewer.pool.isWorking {
        guard MonotonicClock.now() < guardEnd else { throw PoolStage.Hangs() }
        try start.loop.wait(until: guardEnd)
        while let event = start.loop.next() {
          if event.source == .worker { viewer.pool.handle(seat: event.number) }
        }
      }
      let results = viewer.pool.takeCompletions()
      guard begun || !results.isEmpty else { return }
      for result in results { viewer.handle(result, at: now) }
    }
  }

  /// Advances to a moment, lets the work be done, and draws.
  /// - Returns: whether there was anything to draw.
  @discardableResult
  func frame(at milliseconds: Double) throws -> Bool {
    let now = Timestamp.milliseconds(milliseconds)
    viewer.handle(.frame, at: now)
    try settle(at: milliseconds)
    defer {
      var events: [DisplayEvent] = []
      output.service(now: now, into: &events)
    }
    return viewer.compose(at: now)
  }

  /// The clip, played in virtual time to its end.
  func replay() throws {
    let clip = try start.clip(panel: output.panel, rotation: output.rotation)
    let run = ReplayRun(
      viewer: viewer, loop: start.loop, clip: clip, workers: start.workers,
      renderTime: start.options.renderTime, meters: Meters(start: .zero))
    try run.run()
  }

  func trace() throws -> [TraceText] {
    viewer.flushTrace()
    return try TraceText.lines(of: tracePath)
  }
}

/// A line of a trace, read back.
struct TraceText {
  let text: String
  let members: [String: Any]

  var event: String { members["event"] as? String ?? "" }
  /// ms
  var time: Double { members["t"] as? Double ?? -1 }
  func number(_ key: String) -> Int? { members[key] as? Int }
  func text(_ key: String) -> String? { members[key] as? String }
  var damage: PixelRect? {
    guard let values = members["damage"] as? [Int], values.count == 4 else { return nil }
    return PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
  }
  /// How each page in sight is shown.
  var qualities: [String] {
    (members["visible"] as? [[Any]] ?? []).compactMap { $0.last as? String }
  }

  static func lines(of file: URL) throws -> [TraceText] {
    try String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return TraceText(text: String(line), members: try #require(object as? [String: Any]))
    }
  }
}
