import Foundation
import Testing
import ViewerCore

@testable import ViewerApp

@Suite("Frame bench")
struct FrameBenchTests {
  static let bench = FrameBench(size: PixelSize(width: 96, height: 54), rounds: 3)
  static let size = PixelSize(width: 96, height: 54)

  @Test("The report is one JSON object with a ratio for every figure")
  func report() throws {
    let text = Self.bench.json(size: Self.size, idleWakeups: 2)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["case"] as? String == "frames")
    #expect(object["size"] as? [Int] == [96, 54])
    #expect(object["idleWakeups"] as? Int == 2)
    for key in ["memcpyMs", "compose", "copy", "pan", "grey", "marked", "rotated"] {
      #expect(try #require(object[key] as? Double) >= 0, "\(key)")
    }
    for key in ["pinch", "greyPinch", "markedPinch", "rotatedPinch"] {
      let pinch = try #require(object[key] as? [String: Double], "\(key)")
      #expect(Set(pinch.keys).isSuperset(of: ["0.25", "0.5", "0.75", "1.5", "2", "3", "4"]))
      #expect(pinch.values.allSatisfy { $0 > 0 })
    }
    #expect(!text.contains("\n"))
  }

  @Test("Without a loop to ask, idle wake-ups are left out")
  func noIdle() {
    #expect(!Self.bench.json(size: Self.size, idleWakeups: nil).contains("idle"))
  }

  @Test("Every scene of the bench fills the panel with what it measures")
  func scenes() {
    let stage = FrameBenchStage(memory: Self.size)
    let turned = FrameBenchStage(FrameBenchStage.Kind(rotation: .quarter), on: stage)
    #expect(stage.settled().pages.count == 2)
    #expect(turned.size == PixelSize(width: 54, height: 96))
    for (scene, share) in [
      (stage.settled(), 0.8), (stage.scrolled(by: 9), 0.8), (turned.scrolled(by: 9), 0.8),
      (stage.pinched(zoom: 0.25), 0.2), (stage.pinched(zoom: 4), 0.8),
    ] {
      let panel = PixelRect(size: scene.size)
      let covered = scene.pages.reduce(0) { $0 + $1.frame.intersection(panel).area }
      #expect(Double(covered) >= share * Double(panel.area))
    }
  }
}
