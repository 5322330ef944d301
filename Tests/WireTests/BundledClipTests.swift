import Foundation
import Testing
import ViewerCore

@testable import Wire

@Suite("Bundled clips")
struct BundledClipTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "Each one that stands in the project is a sound clip whose fingers stay on the screen and lift",
    arguments: [
      ("deploy/clips/tour.clip", 1080, 1920, 160.0), ("Tests/Machine/clips/rest.clip", 540, 960, 102),
      ("Tests/Machine/clips/touch.clip", 540, 960, 102), ("Tests/Machine/clips/pacing.clip", 1024, 768, 96),
    ])
  func bundled(path: String, width: Int, height: Int, dotsPerInch: Double) throws {
    let panel = Panel(size: PixelSize(width: width, height: height), dotsPerInch: dotsPerInch)
    let clip = try Clip(Array(Data(contentsOf: Self.root.appending(path: path))), panel: panel)
    #expect(clip.isSound)
    let changes = clip.frames.flatMap(\.changes)
    #expect(!changes.isEmpty)
    for change in changes {
      #expect((0..<Double(width)).contains(change.position.x), "\(change)")
      #expect((0..<Double(height)).contains(change.position.y), "\(change)")
    }
    let landed = changes.filter { $0.phase == .down }
    let lifted = changes.filter { $0.phase == .up }
    #expect(landed.count == lifted.count)
  }
}
