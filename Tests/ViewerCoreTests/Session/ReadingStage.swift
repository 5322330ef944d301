import Testing

@testable import ViewerCore

/// A reader in front of pages with words on them: 500 by 700 pt, lines of 20 pt every 30 pt from 50 pt on, letters
/// 10 pt wide.
struct ReadingStage {
  var reader: Reader
  /// Pages whose words were asked for, in order.
  private(set) var asked: [Int] = []
  /// What was asked for them.
  private(set) var readings: [Work] = []

  init(
    pages: Int = 6, options: SessionOptions = SessionOptions(budget: 256 << 20),
    _ lines: @escaping @Sendable (Int) -> [String] = { page in
      ["page \(page) begins here", "the quick brown fox", "jumps over the dog", "and page \(page) ends"]
    }
  ) {
    reader = Reader.reading(pages: pages, options: options)
    reader.words = { Self.text(lines($0)) }
    read()
    asked = []
    readings = []
    reader.forget()
  }

  static func text(_ lines: [String]) -> PageText {
    var text = ""
    var boxes: [PageText.Box] = []
    for (line, words) in lines.enumerated() {
      let top = Float(50 + 30 * line)
      for (column, scalar) in (words + "\n").unicodeScalars.enumerated() {
        let left = Float(50 + 10 * column)
        let width: Float = scalar == "\n" ? 0 : 10
        text.unicodeScalars.append(scalar)
        boxes.append(PageText.Box(left: left, top: top, right: left + width, bottom: top + 20))
      }
    }
    return PageText(text: text, boxes: boxes)
  }

  var session: Session { reader.session }

  /// Where a character stands on the panel: its middle.
  func place(page: Int, line: Int, column: Double) -> Point {
    let frame = session.panelFrame(of: page)
    let scale = Double(frame.width) / 500
    return Point(
      x: Double(frame.x) + (55 + 10 * column) * scale, y: Double(frame.y) + (60 + 30 * Double(line)) * scale)
  }

  /// Workers answer until nothing is asked for any more.
  mutating func read(most: Int = .max) {
    var count = 0
    while count < most {
      reader.take()
      guard let work = reader.underWay.first else { return }
      answer(work)
      count += 1
    }
  }

  mutating func answer(_ work: Work) {
    switch work {
    case .text(_, let page):
      asked.append(page)
      readings.append(work)
    case .words(_, let first, let count):
      asked += first..<first + count
      readings.append(work)
    default: break
    }
    reader.answer(work)
  }

  /// Rests a finger on a place for 600 ms; it stays down.
  mutating func press(_ place: Point, reads: Bool = true) {
    reader.touch(.down, place)
    reader.wait(milliseconds: 600)
    if reads { read() }
  }

  /// Leads the finger on in small steps.
  mutating func lead(from: Point, to: Point) {
    for step in 1...10 {
      reader.wait(milliseconds: 16)
      reader.touch(.move, from + (to - from) * (Double(step) / 10))
      read()
    }
  }

  mutating func lift(_ place: Point) {
    reader.touch(.up, place)
    reader.wait(milliseconds: 300)
    read()
  }

  /// Selects the word at a place.
  mutating func select(_ place: Point) {
    press(place)
    lift(place)
  }

  func handle(isStart: Bool) throws -> Point {
    let handle = try #require(session.selectionHandles.handles.first { $0.isStart == isStart })
    return Point(
      x: Double(handle.frame.x + handle.frame.width / 2), y: Double(handle.frame.y + handle.frame.height / 2))
  }

  /// Catches a handle and brings the edge it moves to a place.
  mutating func drag(isStart: Bool, to place: Point, lifting: Bool = true) throws {
    let from = try handle(isStart: isStart)
    let edge = try #require(session.selectionHandles.handles.first { $0.isStart == isStart }).text
    reader.touch(.down, from)
    lead(from: from, to: from + (place - edge))
    reader.wait(milliseconds: 100)
    if lifting { lift(from + (place - edge)) }
  }

  mutating func tap(_ action: ControlAction) throws {
    let frame = try #require(session.selectionButtons().first { $0.0 == action }).1
    reader.tap(Point(x: Double(frame.x + frame.width / 2), y: Double(frame.y + frame.height / 2)))
    read()
  }

  var selected: String? { session.selectedText }

  var copied: [String] {
    reader.effects.compactMap { if case .copied(let text) = $0 { text } else { nil } }
  }

  var announced: [Phrase] {
    reader.effects.compactMap { if case .announce(.phrase(let phrase)) = $0 { phrase } else { nil } }
  }

  /// What the trace has told of selections.
  var told: [String] {
    reader.trace.compactMap { if case .selection(let text, _) = $0 { text } else { nil } }
  }

  func highlights(_ kind: SceneHighlight.Kind) -> [PixelRect] {
    reader.scene.pages.flatMap(\.highlights).filter { $0.kind == kind }.map(\.frame)
  }
}
