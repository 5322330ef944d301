import Glibc
import Testing
import ViewerCore

@testable import Display

@Suite struct KMSOutputTests {
  @Test("Nothing changes on the screen before the first frame")
  func firstFrameSetsTheMode() throws {
    var harness = try ScreenHarness()
    #expect(harness.device.modesets == 0)
    #expect(harness.device.tests == 1)
    harness.showFirstFrame()
    #expect(harness.device.modesets == 1)
    #expect(harness.screenMatchesShadow())
  }

  @Test("A frame is in flight until its vblank, then an idle screen waits for nothing")
  func oneFrame() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    #expect(harness.draw(PixelRect(x: 3, y: 2, width: 5, height: 5), 7) == .queued)
    #expect(!harness.output.isReady)
    #expect(harness.screenPixel(4, 3) == 0x0012_3456)
    let events = harness.pass(.milliseconds(17))
    #expect(events.count == 1)
    #expect(harness.screenPixel(4, 3) == 7)
    #expect(harness.output.isReady)
    #expect(harness.output.deadline == nil)
    #expect(harness.output.present(Damage(), now: harness.now) == .unchanged)
  }

  @Test("Flip events carry the vblank's time and count")
  func flipTimes() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.draw(PixelRect(x: 0, y: 0, width: 1, height: 1), 1)
    // The second vblank after 1,017,000 µs on a grid of 16,667 µs.
    #expect(
      harness.pass(.milliseconds(100)) == [.flip(time: Timestamp(microseconds: 62 * 16_667), sequence: 62)])
  }

  @Test("What is drawn while a commit is in flight follows by itself")
  func damageInFlight() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.draw(PixelRect(x: 0, y: 0, width: 1, height: 1), 1)
    #expect(harness.draw(PixelRect(x: 9, y: 9, width: 1, height: 1), 2) == .busy)
    _ = harness.pass(.milliseconds(17))
    #expect(harness.screenPixel(9, 9) == 0x0012_3456)
    _ = harness.pass(.milliseconds(17))
    #expect(harness.screenPixel(9, 9) == 2)
    #expect(harness.output.deadline == nil)
  }

  @Test("A refused commit keeps its damage and is tried again a frame later", arguments: [true, false])
  func busy(atomic: Bool) throws {
    var harness = try ScreenHarness { $0.hasAtomic = atomic }
    harness.showFirstFrame()
    harness.device.refusals = 2
    #expect(harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5) == .busy)
    let retry = try #require(harness.output.deadline)
    #expect(retry > harness.now)
    // Asking sooner does not reach the kernel.
    let calls = harness.device.calls
    #expect(harness.output.present(Damage(), now: harness.now) == .busy)
    #expect(harness.device.calls == calls)
    for _ in 0..<4 { _ = harness.pass(.milliseconds(17)) }
    #expect(harness.screenPixel(3, 3) == 5)
    #expect(harness.screenMatchesShadow())
  }

  @Test("Damage goes out by the buffer's age, in whole cache lines, without overlaps")
  func damageByAge() throws {
    var harness = try ScreenHarness { $0.upload = .perBuffer }
    harness.showFirstFrame()
    // Both buffers get the whole picture once.
    harness.draw(PixelRect(x: 0, y: 0, width: 1, height: 1), 1)
    _ = harness.pass(.milliseconds(17))
    harness.draw(PixelRect(x: 20, y: 3, width: 2, height: 2), 2)
    _ = harness.pass(.milliseconds(17))
    harness.draw(PixelRect(x: 70, y: 8, width: 2, height: 2), 3)
    #expect(
      harness.device.lastDamage == [
        PixelRect(x: 16, y: 3, width: 16, height: 2), PixelRect(x: 64, y: 8, width: 16, height: 2),
      ])
  }

  @Test("A flip that never comes sets the mode again after a second", arguments: [true, false])
  func watchdog(stuck: Bool) throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.flipFaults = [stuck ? .stuck : .eventLost]
    harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5)
    #expect(harness.output.deadline == harness.now + .seconds(1))
    #expect(harness.pass(.milliseconds(900)) == [])
    #expect(harness.pass(.milliseconds(100)) == [])
    #expect(harness.device.modesets == 2)
    #expect(harness.screenMatchesShadow())
    #expect(harness.pass(.milliseconds(1)).first == .recovered)
    #expect(harness.output.deadline == nil)
    #expect(harness.draw(PixelRect(x: 8, y: 8, width: 4, height: 4), 6) == .queued)
    _ = harness.pass(.milliseconds(17))
    #expect(harness.screenMatchesShadow())
  }

  @Test("Refusals that do not end within a second set the mode again too")
  func endlessRefusals() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.refusals = 61
    harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5)
    var heard: [DisplayEvent] = []
    for _ in 0..<59 { heard += harness.pass(.microseconds(16_667)) }
    #expect(heard == [])
    for _ in 0..<4 { heard += harness.pass(.microseconds(16_667)) }
    #expect(heard.first == .recovered)
    #expect(harness.screenMatchesShadow())
  }

  @Test("Two lost flips in a row mean a lost screen; a good one between them starts the count anew")
  func lostTwice() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.flipFaults = [.stuck, nil, .stuck, .stuck]
    for _ in 0..<4 {
      harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5)
      _ = harness.pass(.milliseconds(1100))
      if case .lost = harness.output.present(Damage(), now: harness.now) { break }
      _ = harness.pass(.milliseconds(20))
    }
    #expect(harness.device.flipFaults.isEmpty)
    guard case .lost(let failure)? = harness.events.last else {
      Issue.record("not lost: \(harness.events)")
      return
    }
    #expect(failure.code == .noDisplay)
    #expect(failure.subject == "HDMI-A-1")
  }

  @Test("A screen taken by another program pauses without asking the kernel again and again")
  func masterLost() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.takeMaster()
    #expect(harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5) == .paused)
    let calls = harness.device.calls
    for _ in 0..<100 { #expect(harness.draw(PixelRect(x: 4, y: 0, width: 4, height: 4), 6) == .paused) }
    #expect(harness.device.calls == calls)
    #expect(harness.pass(.milliseconds(999)) == [])
    #expect(harness.device.calls == calls)
    #expect(harness.pass(.milliseconds(1)) == [])
    harness.device.returnMaster()
    #expect(harness.pass(.seconds(1)).first == .resumed)
    #expect(harness.screenMatchesShadow())
    #expect(harness.screenPixel(5, 1) == 6)
  }

  @Test("A console switch gives the screen up and takes it back whole")
  func consoleSwitch() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5)
    harness.output.pause()
    #expect(!harness.device.isMaster)
    #expect(harness.output.deadline == nil)
    #expect(harness.draw(PixelRect(x: 0, y: 0, width: 83, height: 20), 6) == .paused)
    // The flip of before the switch is stale.
    #expect(harness.pass(.milliseconds(17)) == [])
    harness.output.resume(now: harness.now)
    #expect(harness.device.isMaster)
    #expect(harness.screenMatchesShadow())
  }

  @Test("A card that went while another console was in front is told lost on the return, once")
  func lostOnReturn() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    #expect(harness.output.hasCard)
    harness.output.pause()
    harness.device.remove()
    #expect(!harness.output.hasCard)
    harness.output.resume(now: harness.now)
    let events = harness.pass(.milliseconds(1))
    guard case .lost = events.first else {
      Issue.record("not told: \(events)")
      return
    }
    #expect(harness.pass(.seconds(2)).isEmpty)
    #expect(harness.output.deadline == nil)
  }

  @Test("A closed screen is no longer the card's master, whoever still holds it")
  func closed() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    #expect(harness.device.isMaster)
    harness.output.close()
    #expect(!harness.device.isMaster)
  }

  @Test("A card that is unplugged is lost, once")
  func removed() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.remove()
    guard case .lost(let failure)? = harness.pass(.milliseconds(1)).first else {
      Issue.record("not lost")
      return
    }
    #expect(failure.code == .noDisplay)
    #expect(harness.pass(.milliseconds(1)) == [])
    #expect(harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5) == .lost(failure))
    #expect(harness.output.deadline == nil)
  }

  @Test(
    "A panel switched off commits nothing, and shows everything when it is back", arguments: [true, false])
  func offAndOn(atomic: Bool) throws {
    var harness = try ScreenHarness { $0.hasAtomic = atomic }
    harness.showFirstFrame()
    harness.output.setActive(false, now: harness.now)
    let property =
      atomic
      ? harness.device.value(harness.output.crtc, "ACTIVE") == 0 : harness.device.value(11, "DPMS") == 3
    #expect(property)
    let frames = harness.device.frames
    #expect(harness.draw(PixelRect(x: 0, y: 0, width: 4, height: 4), 5) == .paused)
    #expect(harness.pass(.seconds(5)) == [])
    #expect(harness.device.frames == frames)
    harness.output.setActive(true, now: harness.now)
    #expect(harness.pass(.milliseconds(1)).count == 1)
    #expect(harness.screenMatchesShadow())
  }

  @Test("A driver that cannot flip is told what is dirty, and shows it at once")
  func dirtyDriver() throws {
    var harness = try ScreenHarness {
      $0.hasAtomic = false
      $0.hasPageFlip = false
      $0.upload = .perPlane
    }
    harness.showFirstFrame()
    #expect(harness.draw(PixelRect(x: 20, y: 4, width: 4, height: 4), 5) == .queued)
    #expect(harness.screenPixel(21, 5) == 5)
    #expect(harness.pass(.milliseconds(1)).count == 1)
    harness.draw(PixelRect(x: 40, y: 4, width: 4, height: 4), 6)
    #expect(harness.device.lastDamage == [PixelRect(x: 32, y: 4, width: 16, height: 4)])
  }

  @Test("Pitch is the driver's: padded rows show the same picture", arguments: [4, 64, 256, 4096])
  func paddedPitch(alignment: Int) throws {
    var harness = try ScreenHarness { $0.pitchAlignment = alignment }
    harness.showFirstFrame()
    for step in 0..<20 {
      harness.draw(PixelRect(x: step * 4, y: step, width: 11, height: 3), UInt32(step + 1))
      _ = harness.pass(.milliseconds(17))
      #expect(harness.screenMatchesShadow())
    }
  }

  @Test("Leaving puts back what the screen showed before, and frees what was made")
  func restores() throws {
    let size = PixelSize(width: 64, height: 32)
    var monitor = SimulatedDevice.monitor(size)
    monitor.currentCRTC = 31
    let device = SimulatedDevice(connectors: [monitor])
    let old = SimulatedDevice.mode(PixelSize(width: 640, height: 480))
    device.occupy(crtc: 31, mode: old)
    do {
      var harness = try ScreenHarness(device)
      harness.showFirstFrame()
      #expect(try device.crtc(31).mode?.size == size)
      #expect(device.liveBuffers == 2)
      harness.output.close()
    }
    #expect(try device.crtc(31).mode == old)
    #expect(try device.crtc(31).framebuffer == 7)
    #expect(device.liveBuffers == 0)
    #expect(device.liveBlobs == 0)
  }

  @Test("A rotated screen keeps its memory's shape and turns the picture", arguments: Rotation.allCases)
  func rotation(rotation: Rotation) throws {
    var harness = try ScreenHarness(choice: DisplayChoice(rotation: rotation))
    #expect(harness.output.pixelSize == ScreenHarness.size)
    #expect(harness.output.panel.size == rotation.turned(ScreenHarness.size))
    harness.showFirstFrame()
    // One pixel right of the upright picture's top left corner lies where the turn puts it.
    let upright = Damage(PixelRect(x: 1, y: 0, width: 1, height: 1))
    let turned = try #require(harness.output.memoryDamage(upright).rects.first)
    harness.draw(turned, 9)
    _ = harness.pass(.milliseconds(17))
    let place: (Int, Int) =
      switch rotation {
      case .none: (1, 0)
      case .quarter: (82, 1)
      case .half: (81, 19)
      case .threeQuarters: (0, 18)
      }
    #expect(harness.screenPixel(place.0, place.1) == 9)
  }

  @Test("A screen in another program's hands is busy from the start")
  func busyFromTheStart() throws {
    let device = SimulatedDevice(connectors: [SimulatedDevice.monitor(ScreenHarness.size)])
    device.takeMaster()
    let failure = try #require(throws: Failure.self) { try ScreenHarness(device) }
    #expect(failure.code == .displayBusy)
    #expect(failure.message.contains("quit"))
    #expect(device.liveBuffers == 0)
  }
}
