package import ViewerCore

/// Recorded or scripted input, ready to be played: events in time order from the clip's start.
package struct Clip: Hashable, Sendable {
  /// In time order.
  package private(set) var events: [ClipEvent]
  /// When the clip is over; never before its last event.
  package private(set) var duration: Duration
  /// Devices are numbered from 0.
  package private(set) var deviceCount: Int32

  /// An empty clip.
  package init() {
    events = []
    duration = .zero
    deviceCount = 0
  }

  /// Reads a file's content: a gesture script (its first line begins with a time) or a libinput recording.
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - panel: the upright panel.
  ///   - rotation: how the upright picture is turned on the glass that the clip touches.
  package init(_ bytes: [UInt8], panel: Panel, rotation: Rotation = .none) throws(ClipError) {
    if Self.isScript(bytes) {
      self = try GestureScript(bytes).clip(panel: panel, rotation: rotation)
    } else {
      self = try Self.reading(LibinputRecording(bytes), panel: panel, rotation: rotation)
    }
  }

  /// - Parameter events: in any order; equal times keep theirs. Slots are the devices' own.
  init(unsorted events: [ClipEvent], duration: Duration, deviceCount: Int32) {
    self.deviceCount = deviceCount
    self.events = Self.seated(Self.sorted(events))
    let last = self.events.last?.time ?? .zero
    self.duration = max(duration, last - .zero)
  }

  /// Several clips at once: their devices count on, their slots never meet.
  package static func merged(_ clips: [Clip]) -> Clip {
    var events: [ClipEvent] = []
    var devices: Int32 = 0
    var duration = Duration.zero
    for clip in clips {
      for event in clip.events {
        var moved = event
        if case .touch(var frame) = event.action {
          frame.device += devices
          moved.action = .touch(frame)
        }
        events.append(moved)
      }
      devices += clip.deviceCount
      duration = max(duration, clip.duration)
    }
    return Clip(unsorted: events, duration: duration, deviceCount: devices)
  }

  /// What libinput would have sent for a recording. Its first event is the clip's start.
  package static func reading(
    _ recording: LibinputRecording, panel: Panel, rotation: Rotation = .none
  ) throws(ClipError) -> Clip {
    let start = recording.devices.compactMap { $0.events.first?.microseconds }.min() ?? 0
    var events: [ClipEvent] = []
    var last: Int64 = 0
    var number: Int32 = 0
    for device in recording.devices {
      var decoder = try EvdevDecoder(device, number: number, panel: panel, rotation: rotation)
      for event in device.events {
        let time = Timestamp(microseconds: event.microseconds - start)
        decoder.take(event, at: time, into: &events)
        last = max(last, time.microseconds)
      }
      number += 1
    }
    if events.isEmpty, !recording.devices.contains(where: \.isTouchscreen) {
      throw ClipError(
        line: recording.devices.first?.line ?? 0, "the recording has no touchscreen and no keys of use")
    }
    return Clip(unsorted: events, duration: .microseconds(last), deviceCount: number)
  }

  private static func isScript(_ bytes: [UInt8]) -> Bool {
    for line in ClipLines(bytes) {
      guard let first = line.bytes.trimmed.first, first != UInt8(ascii: "#") else { continue }
      return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    }
    return false
  }

  private static func sorted(_ events: [ClipEvent]) -> [ClipEvent] {
    events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private static func seated(_ events: [ClipEvent]) -> [ClipEvent] {
    var seat = SeatSlots()
    return events.compactMap { event in
      guard case .touch(let frame) = event.action else { return event }
      return seat.seated(frame).map { ClipEvent(time: event.time, action: .touch($0)) }
    }
  }
}
