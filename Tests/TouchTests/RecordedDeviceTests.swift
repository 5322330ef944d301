import Foundation
import Testing
import ViewerCore
import Wire

@testable import Touch

/// Recorded events go twice into frames: by our decoder, and through the kernel and libinput. Both must agree.
@Suite("Recordings, decoded and lived through", .serialized)
struct RecordedDeviceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let corpus = environment["LECTERN_CORPUS"].map { URL(filePath: $0).appending(path: "touch") }
  private static let isPossible = corpus != nil && environment["LECTERN_UINPUT"] != nil
  private static let files: [String] =
    isPossible
    ? ((try? FileManager.default.contentsOfDirectory(atPath: corpus?.path ?? "")) ?? [])
      .filter { $0.hasSuffix(".yml") }.sorted()
    : []

  static let panel = Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 92)

  @Test(
    "The decoder says what libinput sends",
    .enabled(if: isPossible, "needs LECTERN_CORPUS, and LECTERN_UINPUT with /dev/uinput and a running udev"),
    arguments: files)
  func agree(_ file: String) throws {
    let corpus = try #require(Self.corpus)
    let recording = try LibinputRecording(Array(Data(contentsOf: corpus.appending(path: file))))
    let recorded = try #require(recording.devices.first)
    let touch = try LibinputTouch(screens: [Screen(panel: Self.panel)])
    let device = try Self.device(like: recorded)
    var lived: [InputEvent] = []
    Self.wait(touch, into: &lived) { _ in !touch.touchscreens.isEmpty }
    var decoder = try EvdevDecoder(recorded, number: 0, panel: Self.panel)
    var decoded: [ClipEvent] = []
    var pending: [(UInt16, UInt16, Int32)] = []
    for event in recorded.events {
      pending.append((event.type, event.code, event.value))
      let before = decoded.count
      decoder.take(event, at: .zero, into: &decoded)
      guard event.type == 0, event.code == 0 else { continue }
      device.send(pending, ended: true)
      pending = []
      if decoded.count > before { Self.wait(touch, into: &lived) { $0.count >= decoded.count } }
    }
    let ours = Self.told(Self.seated(decoded))
    let theirs = Self.told(lived.compactMap { if case .touch(let frame) = $0 { frame } else { nil } })
    let first = zip(ours, theirs).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(
      first == nil, "frame \(first?.offset ?? 0): \(first?.element.0 ?? "") / \(first?.element.1 ?? "")")
    #expect(ours.count == theirs.count)
  }

  /// The frames with the seat's slots, as a clip has them.
  private static func seated(_ events: [ClipEvent]) -> [TouchFrame] {
    var slots: [Int32: Int32] = [:]
    return events.compactMap { event in
      guard case .touch(var frame) = event.action else { return nil }
      for index in frame.changes.indices {
        let own = frame.changes[index].slot
        if frame.changes[index].phase == .down {
          slots[own] = (0...).first { !slots.values.contains($0) }
        }
        frame.changes[index].slot = slots[own] ?? -1
        if frame.changes[index].phase == .up || frame.changes[index].phase == .cancel { slots[own] = nil }
      }
      return frame
    }
  }

  private static func told(_ frames: [TouchFrame]) -> [String] {
    frames.map { frame in
      frame.changes.map { change in
        let place = [change.position, change.millimetres].map {
          "\(Decimal.text($0.x, places: 2)),\(Decimal.text($0.y, places: 2))"
        }
        return "\(change.phase)\(change.slot) \(place[0]) \(place[1])mm"
      }.joined(separator: " ")
    }
  }

  private static func device(like recorded: LibinputRecording.Device) throws -> UserDevice {
    try UserDevice(
      name: "Lectern test, recorded", keys: (recorded.codes[1] ?? []).sorted().map(Int.init),
      axes: recorded.axes.sorted { $0.key < $1.key }.map { code, axis in
        UserDevice.Axis(
          code: code, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
          resolution: axis.resolution)
      }, isDirect: true)
  }

  /// Until `done`, or until three seconds have brought nothing new.
  private static func wait(
    _ touch: LibinputTouch, into events: inout [InputEvent], until done: ([InputEvent]) -> Bool
  ) {
    while true {
      touch.dispatch(now: .zero, into: &events)
      if done(events) { return }
      var wait = pollfd(fd: touch.eventDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 3000) > 0 else { return }
    }
  }
}
