import Glibc
import Posix
import Testing
import ViewerCore

@testable import Display

/// A real kernel driver, where there is one: meant for a virtual machine, never for somebody's desktop.
///
/// | variable | says |
/// |---|---|
/// | `LECTERN_CARD` | the driver's name: `virtio_gpu`, `bochs-drm`, `vkms` |
/// | `LECTERN_CARD_CHECK` | a shell command that compares the screen with the picture at `LECTERN_CARD_PICTURE` |
@Suite(.serialized, .enabled(if: RealCard.driver != nil, "LECTERN_CARD names no driver"))
struct RealCardTests {
  @Test("A mode is set and 120 frames are flipped, each told once", arguments: [true, false])
  func flips(atomic: Bool) throws {
    let card = try RealCard(atomic: atomic)
    #expect(card.output.usesAtomic == atomic)
    let flips = try card.run(frames: 120)
    #expect(flips.count == 120)
    let times = flips.map(\.time)
    #expect(times == times.sorted())
    if card.device.driverName == "vkms" {
      // Its timer is a real 60 Hz one: a few vblanks may be missed on a busy machine, none may come twice.
      let steps = zip(flips.dropFirst(), flips).map { Int($0.sequence) - Int($1.sequence) }
      #expect(steps.dropFirst(2).allSatisfy { $0 >= 1 })
    }
    print(card.summary(flips))
    try card.checkPicture()
  }

  @Test("A panel goes off and comes back with the whole picture", arguments: [true, false])
  func offAndOn(atomic: Bool) throws {
    let card = try RealCard(atomic: atomic)
    _ = try card.run(frames: 3)
    card.output.setActive(false, now: RealCard.now)
    #expect(card.draw(99) == .paused)
    card.output.setActive(true, now: RealCard.now)
    _ = try card.run(frames: 3)
    try card.checkPicture()
  }

  @Test("Giving the screen up and taking it back shows the whole picture")
  func pauseAndResume() throws {
    let card = try RealCard(atomic: nil)
    _ = try card.run(frames: 3)
    card.output.pause()
    #expect(!card.device.isMaster)
    #expect(card.draw(98) == .paused)
    card.output.resume(now: RealCard.now)
    #expect(card.device.isMaster)
    _ = try card.run(frames: 3)
    try card.checkPicture()
  }

  @Test("A second program finds the screen busy")
  func busy() throws {
    let card = try RealCard(atomic: nil)
    let second = try LibDRMDevice(path: card.path)
    let connector = try second.connector(card.connector, probe: false)
    let failure = #expect(throws: Failure.self) { try KMSOutput(device: second, connector: connector) }
    #expect(failure?.code == .displayBusy)
  }
}

/// A driver that is taken away under a running screen; it does not come back, so it has a run of its own.
@Suite(.enabled(if: RealCard.variable("LECTERN_CARD_UNBIND") != nil, "LECTERN_CARD_UNBIND is no command"))
struct VanishingCardTests {
  @Test("A card that goes away is told as lost, at once and once")
  func vanishes() throws {
    let card = try RealCard(atomic: nil)
    _ = try card.run(frames: 3)
    #expect(system(RealCard.variable("LECTERN_CARD_UNBIND") ?? "false") == 0)
    var events: [DisplayEvent] = []
    card.output.service(now: RealCard.now, into: &events)
    let outcome = card.draw(7)
    card.output.service(now: RealCard.now, into: &events)
    guard case .lost(let failure) = outcome else {
      Issue.record("\(outcome), \(events)")
      return
    }
    #expect(failure.code == .noDisplay)
    #expect(events.count <= 1)
    #expect(card.output.deadline == nil)
  }
}

/// One card of the machine, an output on it and a moving picture.
final class RealCard {
  static let driver = variable("LECTERN_CARD")

  let device: LibDRMDevice
  let output: KMSOutput
  let path: String
  let connector: UInt32
  private var poller: Poller

  static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  init(atomic: Bool?) throws {
    var found: (LibDRMDevice, String)?
    for path in LibDRMDevice.primaryNodes() {
      let device = try LibDRMDevice(path: path)
      if device.driverName == Self.driver { found = (device, path) }
    }
    (device, path) = try #require(found)
    let choice = DisplayChoice(atomic: atomic)
    let candidate = try DisplayFinder(devices: [device]).find(choice)
    connector = candidate.connector.id
    output = try KMSOutput(device: device, connector: candidate.connector, choice: choice)
    poller = try Poller()
    _ = try poller.add(try #require(output.eventDescriptor), .readable, key: 1)
  }

  /// A coloured bar somewhere, on a background that is drawn once.
  func draw(_ step: Int) -> PresentOutcome {
    let size = output.pixelSize
    let bar = PixelRect(x: step * 7 % size.width, y: step * 13 % size.height, width: 60, height: 40)
    var damage = Damage(bar)
    output.withShadow { view in
      if step == 0 {
        fill(view, view.bounds, 0x0020_4060)
        damage.add(view.bounds)
      }
      fill(view, bar, UInt32(truncatingIfNeeded: 0x1_3579 &* (step + 1)) & 0xFF_FFFF)
    }
    return output.present(damage, now: Self.now)
  }

  /// Presents `frames` frames, each after the flip of the one before.
  func run(frames: Int) throws -> [(time: Timestamp, sequence: UInt32)] {
    var flips: [(time: Timestamp, sequence: UInt32)] = []
    var events: [DisplayEvent] = []
    var step = 0
    // A busy machine may be slow, a lost flip is told after a second: only a hang gets here.
    let limit = Self.now + .seconds(40)
    while flips.count < frames, Self.now < limit {
      if output.isReady {
        let outcome = draw(step)
        guard outcome == .queued || outcome == .busy else {
          Issue.record("frame \(step): \(outcome)")
          break
        }
        step += 1
      }
      try poller.wait(until: min(output.deadline ?? limit, limit).microseconds)
      while poller.nextEvent() != nil {}
      events.removeAll()
      output.service(now: Self.now, into: &events)
      for event in events {
        switch event {
        case .flip(let time, let sequence): flips.append((time, sequence))
        default: Issue.record("\(event)")
        }
      }
    }
    return flips
  }

  func summary(_ flips: [(time: Timestamp, sequence: UInt32)]) -> String {
    let first = flips.dropFirst().first ?? (.zero, 0)
    let last = flips.last ?? (.zero, 0)
    return
      "\(device.driverName) \(output.name) \(output.mode.name) \(output.usesAtomic ? "atomic" : "legacy") "
      + "dpi \(output.panel.dotsPerInch) period \(output.refreshPeriod?.microseconds ?? 0) µs: \(flips.count) flips, "
      + "\(Int(last.sequence) - Int(first.sequence)) vblanks in \(((last.time - first.time).microseconds) / 1000) ms"
  }

  /// Writes the shadow as a PPM file and lets the command of the environment compare the screen with it.
  func checkPicture() throws {
    guard let path = Self.variable("LECTERN_CARD_PICTURE"), let command = Self.variable("LECTERN_CARD_CHECK")
    else { return }
    let size = output.pixelSize
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    output.withShadow { view in
      for y in 0..<view.height {
        for x in 0..<view.width {
          let pixel = view.pixel(x: x, y: y)
          bytes += [UInt8(pixel >> 16 & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel & 0xFF)]
        }
      }
    }
    try FileDescriptor.open(path, .create).writeAll(bytes)
    #expect(system(command) == 0)
  }
}
