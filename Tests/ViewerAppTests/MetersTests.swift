import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

struct MetersTests {
  private static func object(_ meters: Meters, _ viewer: Viewer) throws -> [String: Any] {
    let text = meters.json(viewer)
    #expect(!text.contains("\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "Stats are one JSON object, its keys in the order of the documentation, all of them at the start, too")
  func keys() throws {
    let stage = try ViewerStage([Material.document(pages: 3)])
    let meters = Meters(start: .zero)
    let text = meters.json(stage.viewer)
    var rest = text[...]
    for key in [
      "documents", "pages", "frames", "framesLate", "frameMs", "firstPixelMs", "sharpMs", "rendersDone",
      "rendersCancelled", "rendersFailed", "workersStarted", "workersKilled", "baseBytes", "tileBytes",
      "poolBytes", "greyPages", "budgetBytes", "cacheHits", "cacheMisses",
    ] {
      let place = try #require(rest.range(of: "\"\(key)\":"), "\(key)")
      rest = rest[place.upperBound...]
    }
    let stats = try Self.object(meters, stage.viewer)
    #expect(stats["firstPixelMs"] is NSNull && stats["frames"] as? Int == 0 && !meters.hasFirstPixel)
    #expect(stats["frameMs"] as? [String: Double] == ["p50": 0, "p95": 0, "p99": 0])
  }

  @Test("A run is counted: documents, pages, frames, renders and what they take")
  func counts() throws {
    let stage = try ViewerStage([Material.document(pages: 3)])
    let meters = Meters(start: Timestamp(microseconds: MonotonicClock.now()))
    for time in [0.0, 20, 200] {
      stage.viewer.handle(.frame, at: .milliseconds(time))
      try stage.settle(at: time)
      let now = Timestamp.milliseconds(time)
      _ = meters.frame(at: now, stage.viewer) { stage.viewer.compose(at: now) }
    }
    let stats = try Self.object(meters, stage.viewer)
    #expect(stats["documents"] as? Int == 1 && stats["pages"] as? Int == 3)
    #expect(stats["frames"] as? Int == stage.viewer.frames && stage.viewer.frames > 0)
    #expect(stats["rendersDone"] as? Int == 3 && stats["rendersFailed"] as? Int == 0)
    #expect(stats["baseBytes"] as? Int == 3 * 512 * 160 && stats["budgetBytes"] as? Int == 16 << 20)
    #expect(stats["workersStarted"] as? Int == stage.viewer.pool.started)
    #expect(meters.hasFirstPixel && stats["firstPixelMs"] as? Double ?? -1 >= 0)
    #expect(stats["framesLate"] as? Int == 0)
  }

  @Test("A frame is late when it is done after its deadline, and one that shows nothing new is none")
  func late() throws {
    let stage = try ViewerStage([Material.document(pages: 1)])
    let meters = Meters(start: .zero)
    #expect(meters.frame(at: .zero, deadline: .zero, stage.viewer) { true })
    #expect(!meters.frame(at: .zero, deadline: .zero, stage.viewer) { false })
    let future = Timestamp(microseconds: MonotonicClock.now()) + .seconds(3600)
    #expect(meters.frame(at: .zero, deadline: future, stage.viewer) { true })
    #expect(try Self.object(meters, stage.viewer)["framesLate"] as? Int == 1)
  }

  @Test("Sharpness is measured from the last motion to the frame in which nothing lacks pixels")
  func sharpness() throws {
    let stage = try ViewerStage([Material.document(pages: 3)])
    for time in [0.0, 20, 200, 4000] { try stage.frame(at: time) }
    let meters = Meters(start: .zero)
    func frame(_ time: Double, settled: Bool) throws {
      let now = Timestamp.milliseconds(time)
      while let deadline = stage.viewer.session.deadline, deadline <= now {
        stage.viewer.handle(.time, at: deadline)
      }
      stage.viewer.handle(.frame, at: now)
      if settled { try stage.settle(at: time) }
      _ = meters.frame(at: now, stage.viewer) { stage.viewer.compose(at: now) }
    }
    // Zoomed in by a key: moving for 250 ms, then a base is shown until its tile is there.
    stage.viewer.handle(.command(.zoom(4)), at: .milliseconds(5000))
    for time in stride(from: 5000.0, through: 5250, by: 50) { try frame(time, settled: false) }
    #expect(!stage.viewer.session.isSharp)
    try frame(5300, settled: false)
    try frame(5600, settled: true)
    #expect(stage.viewer.session.isSharp)
    let sharp = try #require(try Self.object(meters, stage.viewer)["sharpMs"] as? [String: Double])
    // It moved at 5200 for the last time.
    #expect(sharp == ["p50": 401, "p95": 401, "p99": 401])
  }

  @Test("Turns are told by their shares and by the longest, whichever it was")
  func turns() throws {
    let stage = try ViewerStage([Material.document(pages: 1)])
    let meters = Meters(start: .zero)
    for time in [2, 7, 3] { meters.turn(cpu: .milliseconds(time)) }
    let turn = try #require(try Self.object(meters, stage.viewer)["turnMs"] as? [String: Double])
    #expect(turn == ["p50": 3.02, "p95": 7.02, "p99": 7.02, "max": 7])
  }
}
