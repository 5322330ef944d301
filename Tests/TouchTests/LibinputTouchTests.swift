import Foundation
import Testing
import ViewerCore
import Wire

@testable import Touch

@Suite("libinput", .serialized)
struct LibinputTouchTests {
  /// 1000 x 500 pixels, ten a mm.
  static let panel = Panel(size: PixelSize(width: 1000, height: 500), dotsPerInch: 254)

  @Test("A seat without devices is quiet, and devices may come later")
  func quiet() throws {
    let touch = try LibinputTouch(seat: "seat-of-nobody", screens: [Screen(panel: Self.panel)])
    var events: [InputEvent] = []
    touch.dispatch(now: .zero, into: &events)
    #expect(events.isEmpty)
    #expect(touch.eventDescriptor.map { $0 >= 0 } == true)
    #expect(!touch.canTouch && touch.surface == nil && touch.nextDue == nil)
    touch.suspend(now: .zero, into: &events)
    #expect(touch.resume())
    #expect(events.isEmpty)
  }

  // MARK: - With devices of our own, where the machine lets us make some

  private static let hasDevices = ProcessInfo.processInfo.environment["LECTERN_UINPUT"] != nil
  private static let reason: Comment = "LECTERN_UINPUT is not set: needs /dev/uinput and a running udev"

  /// Everything until `done`, or until ten seconds have brought nothing new.
  private static func collect(
    _ touch: LibinputTouch, into events: inout [InputEvent], until done: ([InputEvent]) -> Bool
  ) {
    while true {
      touch.dispatch(
        now: Timestamp(microseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1000)),
        into: &events)
      if done(events) { return }
      var wait = pollfd(fd: touch.eventDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 10_000) > 0 else { return }
    }
  }

  private static func story(_ events: [InputEvent]) -> String {
    events.map { event in
      switch event {
      case .touch(let frame):
        frame.changes.map { change in
          "\(change.phase)\(change.slot) \(Int(change.position.x.rounded())),\(Int(change.position.y.rounded()))"
            + (change.majorAxis.map { " major \(Int($0.rounded()))" } ?? "")
        }.joined(separator: " ")
      case .key(let key, _): "key \(key.rawValue)"
      case .wheel(let notches, _, _): "wheel \(notches.x),\(notches.y)"
      case .played: "played"
      }
    }.joined(separator: " | ")
  }

  /// 100 x 50 mm, ten slots.
  private static func touchscreen(resolution: Int32 = 40) throws -> UserDevice {
    try UserDevice(
      name: "Lectern test touchscreen", keys: [330],
      axes: [
        .init(code: 0, maximum: 3999, resolution: resolution),
        .init(code: 1, maximum: 1999, resolution: resolution),
        .init(code: 0x2f, maximum: 9, resolution: 0), .init(code: 0x30, maximum: 4000, resolution: 0),
        .init(code: 0x35, maximum: 3999, resolution: resolution),
        .init(code: 0x36, maximum: 1999, resolution: resolution),
        .init(code: 0x37, maximum: 2, resolution: 0), .init(code: 0x39, maximum: 65535, resolution: 0),
      ], isDirect: true)
  }

  @Test("A touchscreen of our own reaches us whole", .enabled(if: hasDevices, reason))
  func touchscreen() throws {
    let touch = try LibinputTouch(screens: [Screen(panel: Self.panel)])
    let device = try Self.touchscreen()
    var events: [InputEvent] = []
    Self.collect(touch, into: &events) { _ in !touch.touchscreens.isEmpty }
    #expect(touch.touchscreens == ["Lectern test touchscreen"])
    #expect(touch.surface.map { abs($0.width - 100) < 0.1 && abs($0.height - 50) < 0.1 } == true)
    device.send([(3, 0x39, 1), (3, 0x35, 400), (3, 0x36, 400), (3, 0x30, 200), (1, 330, 1)])
    device.send([(3, 0x2f, 1), (3, 0x39, 2), (3, 0x35, 800), (3, 0x36, 800)])
    device.send([(3, 0x2f, 0), (3, 0x35, 440), (3, 0x2f, 1), (3, 0x35, 840), (3, 0x30, 1000)])
    device.send([(3, 0x2f, 0), (3, 0x39, -1), (3, 0x2f, 1), (3, 0x37, 2)])
    device.send([(3, 0x39, -1), (1, 330, 0)])
    Self.collect(touch, into: &events) { $0.count >= 4 }
    // The size of a contact is asked for when its event is taken: what was sent at once is seen at its end.
    let plain = Self.story(events).replacing(#/ major \d+/#, with: "")
    #expect(
      plain == "down0 100,100 | down1 200,200 | move0 110,100 move1 210,200 | up0 110,100 cancel1 210,200")
    let sizes = events.flatMap { event -> [Double] in
      guard case .touch(let frame) = event else { return [] }
      return frame.changes.compactMap(\.majorAxis)
    }
    #expect(sizes.allSatisfy { abs($0 - 5) < 0.01 || abs($0 - 25) < 0.01 || $0 == 0 })
    #expect(sizes.count == 4)
    guard case .touch(let first)? = events.first else { return }
    #expect(abs(first.changes[0].millimetres.x - 10) < 0.01)
  }

  @Test("A device that goes cancels what is down on it, and may come back", .enabled(if: hasDevices, reason))
  func removal() throws {
    let touch = try LibinputTouch(screens: [Screen(panel: Self.panel, rotation: .none)])
    var events: [InputEvent] = []
    do {
      let device = try Self.touchscreen(resolution: 0)
      Self.collect(touch, into: &events) { _ in !touch.touchscreens.isEmpty }
      #expect(touch.surface == nil)
      device.send([(3, 0x39, 1), (3, 0x35, 2000), (3, 0x36, 1000), (1, 330, 1)])
      Self.collect(touch, into: &events) { !$0.isEmpty }
    }
    Self.collect(touch, into: &events) { _ in touch.touchscreens.isEmpty }
    #expect(Self.story(events).hasSuffix("cancel0 500,250"))
    #expect(events.count == 2)
    events = []
    let again = try Self.touchscreen()
    Self.collect(touch, into: &events) { _ in !touch.touchscreens.isEmpty }
    again.send([(3, 0x39, 1), (3, 0x35, 2000), (3, 0x36, 1000), (1, 330, 1)])
    Self.collect(touch, into: &events) { !$0.isEmpty }
    touch.setScreens([Screen(panel: Self.panel, rotation: .half)], into: &events)
    again.send([(3, 0x39, -1), (1, 330, 0)])
    again.send([(3, 0x39, 2), (3, 0x35, 400), (3, 0x36, 400), (1, 330, 1)])
    Self.collect(touch, into: &events) { $0.count >= 3 }
    let plain = Self.story(events).replacing(#/ major \d+/#, with: "")
    #expect(plain == "down0 500,250 | cancel0 500,250 | down0 900,400")
  }

  @Test("Keys and a mouse of a developer's desk", .enabled(if: hasDevices, reason))
  func desk() throws {
    let touch = try LibinputTouch(screens: [Screen(panel: Self.panel)])
    let keyboard = try UserDevice(name: "Lectern test keyboard", keys: Array(1..<120))
    let mouse = try UserDevice(name: "Lectern test mouse", keys: [0x110, 0x111], relative: [0, 1, 8])
    var events: [InputEvent] = []
    Self.collect(touch, into: &events) { _ in touch.canTouch && touch.deviceCount >= 2 }
    keyboard.send([(1, 30, 1)])
    keyboard.send([(1, 109, 1)])
    keyboard.send([(1, 109, 0)])
    keyboard.send([(1, 78, 1)])
    Self.collect(touch, into: &events) { $0.count >= 2 }
    #expect(Self.story(events) == "key PageDown | key Plus")
    events = []
    // One by one: libinput holds a button's events back while it waits for bounces.
    for (index, event) in [(2, 8, -1), (1, 0x110, 1), (2, 0, 4), (1, 0x110, 0)].enumerated() {
      mouse.send([(UInt16(event.0), UInt16(event.1), Int32(event.2))])
      Self.collect(touch, into: &events) { $0.count > index }
    }
    #expect(Self.story(events).hasPrefix("wheel 0.0,1.0 | down32 500,250 | move32 5"))
    #expect(Self.story(events).contains("| up32 5"))
  }

  @Test("An absolute pointer has its places on the glass", .enabled(if: hasDevices, reason))
  func tablet() throws {
    let touch = try LibinputTouch(screens: [Screen(panel: Self.panel)])
    let tablet = try UserDevice(
      name: "Lectern test tablet", keys: [0x110, 0x111],
      axes: [.init(code: 0, maximum: 32767, resolution: 0), .init(code: 1, maximum: 32767, resolution: 0)])
    var events: [InputEvent] = []
    Self.collect(touch, into: &events) { _ in touch.canTouch }
    tablet.send([(3, 0, 8192), (3, 1, 16384)])
    for (index, event) in [(1, 0x110, 1), (3, 0, 24576), (1, 0x110, 0)].enumerated() {
      tablet.send([(UInt16(event.0), UInt16(event.1), Int32(event.2))])
      Self.collect(touch, into: &events) { $0.count > index }
    }
    #expect(Self.story(events) == "down32 250,250 | move32 750,250 | up32 750,250")
  }
}
