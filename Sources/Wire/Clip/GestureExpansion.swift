internal import ViewerCore

/// How a script's gestures become samples of a touchscreen.
///
/// A sample comes every 8 ms and at a motion's end; one that would repeat the last place is not sent, as the kernel
/// sends none. A tap lasts 60 ms; the second tap of a double tap lands 120 ms after the first one lifts. A drag
/// rests 100 ms at its end before it lifts. A fling and a pinch lift one sample interval (8 ms) after their last
/// motion. The two fingers of a pinch lie on a horizontal line, land and lift in the same frame.
extension GestureScript {
  static let sampleInterval = Duration.milliseconds(8)
  static let tapLength = Duration.milliseconds(60)
  static let doubleTapGap = Duration.milliseconds(120)
  static let dragRest = Duration.milliseconds(100)
  /// All motions of a script; more would be millions of samples.
  static let longestMotion = Duration.seconds(3600)

  /// The clip of all lines.
  /// - Parameters:
  ///   - panel: the upright panel.
  ///   - rotation: how it is turned on the glass, whose pixels the script counts.
  func clip(panel: Panel, rotation: Rotation) throws(ClipError) -> Clip {
    var expansion = Expansion(panel: panel, rotation: rotation)
    var motion = Duration.zero
    for line in lines {
      motion += line.verb.motion
      guard motion <= Self.longestMotion else {
        throw ClipError(line: line.number, "the script's motions last for more than an hour in all")
      }
    }
    for line in lines { try expansion.add(line) }
    return Clip(
      unsorted: expansion.merged(), duration: expansion.end - .zero,
      deviceCount: expansion.contacts > 0 ? 1 : 0)
  }
}

extension GestureScript.Verb {
  /// How long fingers move.
  fileprivate var motion: Duration {
    switch self {
    case .drag(_, _, let length), .fling(_, _, let length), .pinch(_, _, _, let length): length
    case .tap, .doubleTap, .longPress, .wait, .action: .zero
    }
  }
}

private struct Expansion {
  let glass: PixelSize
  let geometry: DeviceGeometry
  var events: [ClipEvent] = []
  /// How many contacts there were; each gets a slot of its own here, and the seat's lowest free one later.
  var contacts: Int32 = 0
  var end = Timestamp.zero

  init(panel: Panel, rotation: Rotation) {
    glass = rotation.turned(panel.size)
    geometry = DeviceGeometry(x: nil, y: nil, panel: panel, rotation: rotation)
  }

  mutating func add(_ line: GestureScript.Line) throws(ClipError) {
    let start = line.time
    switch line.verb {
    case .tap(let place):
      try begins(place, line)
      finish(at: tap(place, at: start))
    case .doubleTap(let place):
      try begins(place, line)
      let lifted = tap(place, at: start)
      finish(at: tap(place, at: lifted + GestureScript.doubleTapGap))
    case .longPress(let place, let length):
      try begins(place, line)
      stroke([(place, place)], at: start, motion: .zero, lift: length)
    case .drag(let from, let to, let length):
      try begins(from, line)
      stroke([(from, to)], at: start, motion: length, lift: length + GestureScript.dragRest)
    case .fling(let from, let to, let length):
      try begins(from, line)
      stroke([(from, to)], at: start, motion: length, lift: length + GestureScript.sampleInterval)
    case .pinch(let centre, let first, let last, let length):
      try begins(centre, line)
      let fingers = [-0.5, 0.5].map { side in
        (Point(x: centre.x + side * first, y: centre.y), Point(x: centre.x + side * last, y: centre.y))
      }
      stroke(fingers, at: start, motion: length, lift: length + GestureScript.sampleInterval)
    case .wait(let length):
      finish(at: start + length)
    case .action(let action):
      events.append(ClipEvent(time: start, action: action))
      finish(at: start)
    }
  }

  private func begins(_ place: Point, _ line: GestureScript.Line) throws(ClipError) {
    guard place.x >= 0, place.y >= 0, place.x < Double(glass.width), place.y < Double(glass.height) else {
      throw ClipError(
        line: line.number,
        "\(Decimal.text(place.x, places: 0)),\(Decimal.text(place.y, places: 0)) lies outside the "
          + "\(glass.width)x\(glass.height) pixels of the panel")
    }
  }

  private mutating func finish(at time: Timestamp) {
    end = max(end, time)
  }

  /// - Returns: when it lifts.
  private mutating func tap(_ place: Point, at start: Timestamp) -> Timestamp {
    stroke([(place, place)], at: start, motion: .zero, lift: GestureScript.tapLength)
    return start + GestureScript.tapLength
  }

  /// Fingers that go straight and evenly from one place to another.
  /// - Parameters:
  ///   - motion: how long they move.
  ///   - lift: when they lift, from the start.
  private mutating func stroke(
    _ fingers: [(from: Point, to: Point)], at start: Timestamp, motion: Duration, lift: Duration
  ) {
    let slots = fingers.indices.map { contacts + Int32($0) }
    contacts += Int32(fingers.count)
    func sample(_ phase: TouchChange.Phase, _ progress: Double, after time: Duration) {
      let changes = zip(slots, fingers).map { slot, finger in
        change(slot, phase, finger.from + (finger.to - finger.from) * progress)
      }
      let moment = start + time
      events.append(
        ClipEvent(
          time: moment, action: .touch(TouchFrame(time: moment, device: 0, changes: changes))))
    }
    sample(.down, 0, after: .zero)
    if fingers.contains(where: { $0.from != $0.to }) {
      var time = GestureScript.sampleInterval
      while time < motion {
        sample(.move, time / motion, after: time)
        time += GestureScript.sampleInterval
      }
      sample(.move, 1, after: motion)
    }
    sample(.up, 1, after: lift)
    finish(at: start + lift)
  }

  private func change(_ slot: Int32, _ phase: TouchChange.Phase, _ place: Point) -> TouchChange {
    let share = Point(x: place.x / Double(glass.width), y: place.y / Double(glass.height))
    return TouchChange(
      slot: slot, phase: phase, position: geometry.position(share),
      millimetres: geometry.millimetres(share))
  }

  /// The events in time order; touches at the same moment are one frame, as one device would send them.
  func merged() -> [ClipEvent] {
    let sorted = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    var result: [ClipEvent] = []
    result.reserveCapacity(sorted.count)
    for event in sorted {
      if case .touch(let frame) = event.action, case .touch(var previous)? = result.last?.action,
        previous.time == frame.time, Self.share(previous, frame)
      {
        previous.changes += frame.changes
        result[result.count - 1].action = .touch(previous)
      } else {
        result.append(event)
      }
    }
    return result
  }

  /// Whether two frames speak of different contacts.
  private static func share(_ one: TouchFrame, _ other: TouchFrame) -> Bool {
    let slots = Set(one.changes.map(\.slot))
    return other.changes.allSatisfy { !slots.contains($0.slot) }
  }
}
