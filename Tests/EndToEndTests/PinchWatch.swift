import Foundation
import ViewerCore
import Wire

/// How far the page strays from under two fingers of a recording, by the recording's own places.
///
/// The document's point between the fingers when the second one lands is to stay between them, from the moment at
/// which they have gone far enough to be a pinch until one lifts. Looked at is each first couple alone: what a third
/// finger, a lift or a bounce means is the recogniser's to say.
struct PinchWatch {
  private let clip: Clip
  private let settings = GestureSettings()

  init(_ row: TouchRow) throws {
    let sides = row.size.split(separator: "x").compactMap { Int($0) }
    let panel = Panel(size: PixelSize(width: sides[0], height: sides[1]), dotsPerInch: 92.5)
    clip = try Clip([UInt8](try Data(contentsOf: row.path)), panel: panel)
  }

  /// - Returns: px, and how many pictures were looked at.
  func farthest(_ trace: RunTrace) -> (distance: Double, looks: Int) {
    var down: [Int32: TouchChange] = [:]
    var couple: Couple?
    /// A couple has come apart or was never alone; until no finger is down nothing more is looked at.
    var isSpoiled = false
    var guardedUntil = Timestamp(microseconds: .min)
    var result = (distance: 0.0, looks: 0)
    for (index, event) in clip.events.enumerated() {
      guard case .touch(let frame) = event.action else { continue }
      let before = Set(down.keys)
      for change in frame.changes {
        switch change.phase {
        case .down, .move: down[change.slot] = change
        case .up, .cancel: down[change.slot] = nil
        }
      }
      if before != Set(down.keys) {
        if before.count > 1, down.count < before.count {
          guardedUntil = event.time + .milliseconds(settings.guardTime)
        }
        if down.count > 2 || before.count > down.count || event.time < guardedUntil { isSpoiled = true }
        if down.isEmpty { isSpoiled = event.time < guardedUntil }
        couple = down.count == 2 && !isSpoiled ? Couple(Array(down.values)) : nil
      }
      guard couple != nil, down.values.allSatisfy({ $0.majorAxis ?? 0 <= settings.palmAxis }) else {
        continue
      }
      couple?.move(Array(down.values), settings)
      let next = index + 1 < clip.events.count ? clip.events[index + 1].time : event.time
      for moment in Self.steps(from: event.time, before: next) {
        guard let shown = trace.frame(at: moment), let distance = couple?.look(shown) else { continue }
        result.distance = max(result.distance, distance)
        result.looks += 1
      }
    }
    return result
  }

  /// Times of the virtual screen's steps (ms) at which this event is the newest.
  private static func steps(from time: Timestamp, before next: Timestamp) -> [Double] {
    func number(_ time: Timestamp) -> Int64 { (time.microseconds * 60 + 999_999) / 1_000_000 }
    return (number(time)..<max(number(time), number(next))).map { Double($0 * 1_000_000 / 60) / 1000 }
  }
}

/// Two fingers and the document's point that they have taken hold of.
private struct Couple {
  private let landing: RunTrace.Place
  private let landingMillimetres: RunTrace.Place
  private let span: Double
  private var place: RunTrace.Place
  private var isDecided = false
  private var anchor: RunTrace.Place?

  init(_ fingers: [TouchChange]) {
    landing = Self.middle(fingers.map(\.position))
    landingMillimetres = Self.middle(fingers.map(\.millimetres))
    span = Self.span(fingers)
    place = landing
  }

  mutating func move(_ fingers: [TouchChange], _ settings: GestureSettings) {
    place = Self.middle(fingers.map(\.position))
    let travel = Self.middle(fingers.map(\.millimetres)).distance(to: landingMillimetres)
    if travel >= settings.pinchTravel || abs(Self.span(fingers) - span) >= settings.pinchSpan {
      isDecided = true
    }
  }

  /// - Returns: how far the point is from between the fingers; nil while they have not gone far enough.
  mutating func look(_ shown: RunTrace.Frame) -> Double? {
    guard let anchor else {
      anchor = shown.content(under: isDecided ? place : landing)
      return nil
    }
    return isDecided ? shown.shown(anchor).distance(to: place) : nil
  }

  private static func middle(_ points: [Point]) -> RunTrace.Place {
    RunTrace.Place(x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2)
  }

  private static func span(_ fingers: [TouchChange]) -> Double {
    fingers[0].millimetres.distance(to: fingers[1].millimetres)
  }
}
