import Testing
import ViewerCore

@testable import Display

/// The property that everything else serves: whatever is drawn when, and whatever the card refuses or forgets,
/// after every flip the glass shows the shadow exactly as it was when that flip's commit was accepted, and nothing
/// drawn later.
@Suite struct GoldenScreenTests {
  struct Mode: Hashable, Sendable, CustomTestStringConvertible {
    var upload: SimulatedDevice.Upload
    var atomic = true
    var clips = true
    var flips = true

    var testDescription: String {
      "\(upload), \(atomic ? "atomic" : flips ? "page flip" : "dirty"), \(clips ? "damage" : "whole buffers")"
    }
  }

  static let modes: [Mode] = SimulatedDevice.Upload.allCases.flatMap { upload in
    [
      Mode(upload: upload), Mode(upload: upload, clips: false), Mode(upload: upload, atomic: false),
      Mode(upload: upload, atomic: false, flips: false),
    ]
  }

  @Test("The glass shows what was committed, over 10,000 random frames and faults", arguments: modes)
  func glassShowsTheCommittedShadow(mode: Mode) throws {
    var harness = try ScreenHarness {
      $0.upload = mode.upload
      $0.hasAtomic = mode.atomic
      $0.hasDamageClips = mode.clips
      $0.hasPageFlip = mode.flips
    }
    let device = harness.device
    let output = harness.output
    var random = SplitMix(state: 42)
    var shown: Snapshot?
    var inFlight: Snapshot?
    var committed = 0
    var compared = 0
    var recoveries = 0
    var faultPending = false
    // Two faults in a row mean a lost screen, and that is another test's business.
    var flipsSinceFault = 0

    /// Notes the shadow of a commit that was just accepted.
    func noteCommit() {
      let count = device.frames + device.modesets
      guard count != committed else { return }
      let isBlocking = device.modesets > 0 && device.flight == nil || !output.usesAtomic && !mode.flips
      committed = count
      inFlight = output.withShadow { Snapshot($0) }
      if isBlocking { shown = inFlight }
    }

    func compare(_ step: Int) throws {
      guard let shown, !faultPending else { return }
      let matches = device.withScreen(crtc: output.crtc) { shown.matches($0) }
      try #require(matches == true, "step \(step)")
      compared += 1
    }

    for step in 0..<10_000 {
      // Frames come before, at and after vblanks; some while a commit is in flight.
      var damage = Damage()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let rect = PixelRect(
          x: Int.random(in: -4..<83, using: &random), y: Int.random(in: -2..<20, using: &random),
          width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...8, using: &random))
        output.withShadow { fill($0, rect, UInt32.random(in: 0...0xFF_FFFF, using: &random)) }
        damage.add(rect)
      }
      if Int.random(in: 0..<40, using: &random) == 0 {
        device.refusals = Int.random(in: 1...3, using: &random)
      }
      if !faultPending, mode.flips, flipsSinceFault > 1, Int.random(in: 0..<60, using: &random) == 0 {
        device.flipFaults = [Bool.random(using: &random) ? .eventLost : .stuck]
        faultPending = true
      }
      _ = output.present(damage, now: harness.now)
      noteCommit()
      try compare(step)

      // With a fault about, the loop wakes when the output asks for it.
      let asked = (output.deadline ?? harness.now) - harness.now
      let usual = Duration.microseconds(Int64.random(in: 1000...30_000, using: &random))
      let span = faultPending ? max(asked, .milliseconds(1)) : usual
      let landing = inFlight
      let events = harness.pass(span)
      if events.contains(.recovered) {
        faultPending = false
        flipsSinceFault = 0
        recoveries += 1
      } else if events.contains(where: { if case .flip = $0 { true } else { false } }) {
        shown = landing
        flipsSinceFault += 1
      }
      noteCommit()
      try compare(step)
    }
    // At rest the glass shows everything.
    for _ in 0..<200 where output.deadline != nil { _ = harness.pass(.milliseconds(20)) }
    #expect(harness.screenMatchesShadow())
    #expect(output.deadline == nil)
    #expect(compared > 12_000)
    #expect(recoveries > 20 || !mode.flips)
    #expect(device.liveBlobs == 0)
  }
}
