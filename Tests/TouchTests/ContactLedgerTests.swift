import Testing
import ViewerCore

@testable import Touch

@Suite("A device's contacts between frames")
struct ContactLedgerTests {
  /// 1000 x 500 pixels, ten a mm.
  static let geometry = DeviceGeometry(
    x: nil, y: nil, panel: Panel(size: PixelSize(width: 1000, height: 500), dotsPerInch: 254))

  enum Step {
    case down(Int32, Double)
    case move(Int32, Double)
    case up(Int32)
    case cancel(Int32)
    case frame
    /// The kernel's next frame begins, though the end of the last one was not told.
    case next
    case gone
  }

  static let cases: [(String, [Step], String)] = [
    (
      "changes wait for their frame", [.down(0, 0.1), .down(1, 0.2), .frame, .move(0, 0.3), .frame],
      "down0 100 down1 200 | move0 300"
    ),
    (
      "a frame whose end is not told ends with the next one",
      [.down(0, 0.1), .next, .move(0, 0.2), .next, .up(0), .frame], "down0 100 | move0 200 | up0 200"
    ),
    ("a lift has the last place", [.down(0, 0.1), .frame, .up(0), .frame], "down0 100 | up0 100"),
    ("a cancel too", [.down(3, 0.1), .frame, .cancel(3), .frame], "down3 100 | cancel3 100"),
    ("what never landed is nothing", [.move(0, 0.5), .up(0), .cancel(1), .frame], ""),
    ("landing twice is a move", [.down(0, 0.1), .down(0, 0.2), .frame], "down0 100 move0 200"),
    (
      "a device that goes cancels what is down, in slot order",
      [.down(5, 0.5), .down(2, 0.2), .frame, .up(5), .frame, .down(7, 0.7), .gone, .gone],
      "down5 500 down2 200 | up5 500 | down7 700 | cancel2 200 cancel7 700"
    ),
  ]

  @Test("Steps become frames", arguments: cases)
  func steps(_ name: String, _ steps: [Step], _ story: String) {
    var ledger = ContactLedger(device: 9)
    var frames: [TouchFrame] = []
    for (index, step) in steps.enumerated() {
      let now = Timestamp(microseconds: Int64(index))
      var new: [TouchFrame] = []
      switch step {
      case .down(let slot, let share), .move(let slot, let share):
        var lands = false
        if case .down = step { lands = true }
        ledger.place(
          slot: slot, lands: lands, share: Point(x: share, y: 0), geometry: Self.geometry, majorAxis: nil)
      case .up(let slot): ledger.end(slot: slot, .up)
      case .cancel(let slot): ledger.end(slot: slot, .cancel)
      case .frame: new = [ledger.frame()].compactMap { $0 }
      case .next: new = [ledger.begin(at: now)].compactMap { $0 }
      case .gone: new = ledger.cancelAll(at: now)
      }
      #expect(new.allSatisfy { $0.time <= now && $0.device == 9 })
      frames += new
    }
    let told = frames.map { frame in
      frame.changes.map { "\($0.phase)\($0.slot) \(Int($0.position.x.rounded()))" }.joined(separator: " ")
    }
    #expect(told.joined(separator: " | ") == story, "\(name)")
  }
}
