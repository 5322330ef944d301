import Foundation
import Testing
import ViewerCore

@testable import Wire

/// Recordings of real and made touches against what a reader of the recordings says they are.
///
/// `touch-expect.tsv` stands beside the recordings: file, panel size, the kinds of gesture line by position
/// (alternatives with `/`, `none` where a line may be missing), how many lines at most, and the product of
/// the pinches' scales with its tolerance.
@Suite("Recorded touches")
struct RecordedTouchTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var file: String
    var size: PixelSize
    /// For each position what may stand there; nil for a line that may be missing.
    var kinds: [[GestureSummary.Kind?]]
    var mostLines: Int
    var scale: ClosedRange<Double>?
    var testDescription: String { file }

    /// Whether the lines are these kinds in this order, with those left out that may be.
    func admits(_ found: ArraySlice<GestureSummary.Kind>, from position: Int = 0) -> Bool {
      guard position < kinds.count else { return found.isEmpty }
      if kinds[position].contains(nil), admits(found, from: position + 1) { return true }
      guard let first = found.first, kinds[position].contains(first) else { return false }
      return admits(found.dropFirst(), from: position + 1)
    }
  }

  /// A 24-inch panel, 527 x 296 mm; its short side up where the recording's panel is upright.
  static let dotsPerInch = 92.5

  static let corpus = ProcessInfo.processInfo.environment["LECTERN_CORPUS"]

  static let rows: [Row] = {
    guard let corpus, let text = try? String(contentsOfFile: corpus + "/touch-expect.tsv", encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let sides = fields[1].split(separator: "x").compactMap { Int($0) }
      guard fields.count >= 6, sides.count == 2, let mostLines = Int(fields[3]) else { return nil }
      let kinds: [[GestureSummary.Kind?]] = fields[2].split(separator: ",").map {
        $0.split(separator: "/").map { GestureSummary.Kind(rawValue: String($0)) }
      }
      var scale: ClosedRange<Double>?
      if let middle = Double(fields[4]), let tolerance = Double(fields[5]) {
        scale = middle - tolerance...middle + tolerance
      }
      return Row(
        file: fields[0], size: PixelSize(width: sides[0], height: sides[1]), kinds: kinds,
        mostLines: mostLines, scale: scale)
    }
  }()

  /// Plays a recording to its end, timers in their order, as a session does.
  static func play(_ row: Row, in corpus: String) throws -> (events: [GestureEvent], isTouching: Bool) {
    let panel = Panel(size: row.size, dotsPerInch: dotsPerInch)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: corpus + "/" + row.file)))
    let clip = try Clip(bytes, panel: panel)
    var recognizer = GestureRecognizer(panel: panel)
    var events: [GestureEvent] = []
    for event in clip.events {
      guard case .touch(let frame) = event.action else { continue }
      while let due = recognizer.deadline, due < event.time { recognizer.advance(to: due, into: &events) }
      recognizer.handle(frame, into: &events)
    }
    while let due = recognizer.deadline { recognizer.advance(to: due, into: &events) }
    recognizer.cancelAll(at: .zero + clip.duration, into: &events)
    return (events, recognizer.isTouching)
  }

  static func summaries(_ events: [GestureEvent]) -> [GestureSummary] {
    events.compactMap { if case .finished(let summary) = $0 { summary } else { nil } }
  }

  @Test("Recordings give the gestures that are in them", .enabled(if: corpus != nil), arguments: rows)
  func gestures(_ row: Row) throws {
    let corpus = try #require(Self.corpus)
    let (events, isTouching) = try Self.play(row, in: corpus)
    let found = Self.summaries(events)
    #expect(!isTouching)
    #expect(row.admits(found.map(\.kind)[...]), "\(found.map(\.kind.rawValue)) of \(row.kinds)")
    #expect(found.count <= row.mostLines)
    let scales = found.compactMap(\.scale)
    if let expected = row.scale, !scales.isEmpty {
      #expect(expected.contains(scales.reduce(1, *)))
    }
    if row.file.contains("flicker") {
      #expect(scales.allSatisfy { (0.5...1.3).contains($0) }, "no runaway zoom: \(scales)")
    }
  }

  @Test(
    "Recordings move the page as far as the gesture lines say", .enabled(if: corpus != nil), arguments: rows)
  func travel(_ row: Row) throws {
    let corpus = try #require(Self.corpus)
    let (events, _) = try Self.play(row, in: corpus)
    var open = 0
    var moved = Point.zero
    var sinceTouch = Point.zero
    var zoom = 1.0
    for event in events {
      switch event {
      case .touched:
        open += 1
        sinceTouch = .zero
      case .released, .cancelled: open -= 1
      case .pan(let by): sinceTouch = sinceTouch + by; moved = moved + by
      case .pinch(_, let by, let scale):
        moved = moved + by
        zoom *= scale
      case .takeBack: moved = moved - sinceTouch
      default: break
      }
      #expect(open == 0 || open == 1)
    }
    #expect(open == 0)
    let found = Self.summaries(events)
    let told = found.reduce(Point.zero) { $0 + $1.delta }
    #expect(told.distance(to: moved) < 1e-6)
    let scale = found.compactMap(\.scale).reduce(1, *)
    #expect(abs(zoom / scale - 1) < 1e-9)
  }
}
