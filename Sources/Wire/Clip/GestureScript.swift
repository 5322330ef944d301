internal import ViewerCore

/// A clip written by hand: one gesture a line, as a time in ms, a verb and its arguments.
///
///     0      tap 540,960
///     500    double-tap 540,960
///     1200   long-press 300,400 600ms
///     2000   drag 540,1500 540,500 300ms     # rests 100 ms before it lifts
///     3000   fling 540,1500 540,700 80ms     # lifts while moving
///     4000   pinch 540,960 200 600 400ms     # centre, first span, last span
///     5000   key PageDown
///     5200   hide                            # also show, detach, attach, pressure
///     8000   ctl goto 7
///     9000   wait 2000ms
///
/// `#` at a line's start or behind a space begins a comment. Positions are pixels of the glass (`--size`); times
/// and positions may have decimals, durations end in `ms` or `s`. Lines may overlap: two gestures at once are two
/// contacts. A gesture must begin on the glass; its way may lead beyond, as a pinch of a wide span does.
struct GestureScript: Sendable {
  enum Verb: Hashable, Sendable {
    case tap(Point)
    case doubleTap(Point)
    case longPress(Point, Duration)
    case drag(from: Point, to: Point, Duration)
    case fling(from: Point, to: Point, Duration)
    case pinch(centre: Point, from: Double, to: Double, Duration)
    case wait(Duration)
    /// No touch.
    case action(ClipEvent.Action)
  }

  struct Line: Hashable, Sendable {
    var number: Int
    var time: Timestamp
    var verb: Verb
  }

  /// A year: who watches a kiosk for long in virtual time.
  private static let longest = Duration.seconds(366 * 24 * 3600)

  var lines: [Line] = []

  init(_ bytes: [UInt8]) throws(ClipError) {
    for line in ClipLines(bytes) {
      if let parsed = try Self.parse(line) { lines.append(parsed) }
    }
  }

  // MARK: - One line

  private static func parse(_ line: ClipLines.Line) throws(ClipError) -> Line? {
    let words = Self.words(line.bytes)
    guard let first = words.first else { return nil }
    guard let time = milliseconds(first), time >= .zero, time <= longest else {
      throw ClipError(line: line.number, "\"\(first)\" is no time in ms")
    }
    guard words.count > 1 else { throw ClipError(line: line.number, "a verb is missing") }
    var arguments = Arguments(verb: words[1], rest: words.dropFirst(2), line: line.number)
    let verb = try verb(&arguments)
    try arguments.end()
    return Line(number: line.number, time: .zero + time, verb: verb)
  }

  private static func verb(_ arguments: inout Arguments) throws(ClipError) -> Verb {
    switch arguments.verb {
    case "tap": .tap(try arguments.place())
    case "double-tap": .doubleTap(try arguments.place())
    case "long-press": .longPress(try arguments.place(), try arguments.duration())
    case "drag": .drag(from: try arguments.place(), to: try arguments.place(), try arguments.duration())
    case "fling":
      .fling(from: try arguments.place(), to: try arguments.place(), try arguments.duration())
    case "pinch":
      .pinch(
        centre: try arguments.place(), from: try arguments.span(), to: try arguments.span(),
        try arguments.duration())
    case "wait": .wait(try arguments.duration())
    case "key": .action(.key(try arguments.key()))
    case "hide": .action(.hide)
    case "show": .action(.show)
    case "detach": .action(.detach)
    case "attach": .action(.attach)
    case "pressure": .action(.pressure)
    case "ctl": .action(.control(try arguments.command()))
    default: throw ClipError(line: arguments.line, "\"\(arguments.verb)\" is no verb of a gesture script")
    }
  }

  /// The line's words up to its comment.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [String] {
    var words: [String] = []
    for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      if word.first == UInt8(ascii: "#") { break }
      words.append(word.text)
    }
    return words
  }

  /// A plain decimal number of ms, to the microsecond.
  fileprivate static func milliseconds(_ text: some StringProtocol) -> Duration? {
    guard let value = number(text), value < 1e11 else { return nil }
    return .microseconds(Int64((value * 1000).rounded()))
  }

  /// A decimal number without exponent, sign allowed.
  fileprivate static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2e || $0 == 0x2d }),
      let value = Double(text), abs(value) <= 1e11
    else { return nil }
    return value
  }
}

/// The words behind a verb, taken one by one.
private struct Arguments {
  let verb: String
  var rest: ArraySlice<String>
  let line: Int

  mutating func word(_ what: String) throws(ClipError) -> String {
    guard let word = rest.popFirst() else { throw ClipError(line: line, "\(verb) needs \(what)") }
    return word
  }

  /// `X,Y` in pixels.
  mutating func place() throws(ClipError) -> Point {
    let text = try word("a place X,Y")
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = GestureScript.number(parts[0]), let y = GestureScript.number(parts[1]),
      abs(x) <= 100_000, abs(y) <= 100_000
    else { throw ClipError(line: line, "\"\(text)\" is no place X,Y in pixels") }
    return Point(x: x, y: y)
  }

  /// The distance of two fingers in pixels.
  mutating func span() throws(ClipError) -> Double {
    let text = try word("a first and a last span")
    guard let value = GestureScript.number(text), value > 0, value <= 100_000 else {
      throw ClipError(line: line, "\"\(text)\" is no span in pixels")
    }
    return value
  }

  mutating func duration() throws(ClipError) -> Duration {
    let text = try word("a duration such as 300ms")
    var value: Duration?
    if text.hasSuffix("ms") {
      value = GestureScript.milliseconds(text.dropLast(2))
    } else if text.hasSuffix("s") {
      value = GestureScript.milliseconds(text.dropLast(1)).map { $0 * 1000 }
    }
    guard let value, value >= .zero, value <= .seconds(3600) else {
      throw ClipError(line: line, "\"\(text)\" is no duration such as 300ms (at most an hour)")
    }
    return value
  }

  mutating func key() throws(ClipError) -> Key {
    let text = try word("a key's name")
    guard let key = Key(rawValue: text) else {
      let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw ClipError(line: line, "\"\(text)\" is no key; keys are \(names)")
    }
    return key
  }

  /// All that is left.
  mutating func command() throws(ClipError) -> String {
    guard !rest.isEmpty else { throw ClipError(line: line, "ctl needs a command") }
    defer { rest = [] }
    return rest.joined(separator: " ")
  }

  func end() throws(ClipError) {
    if let word = rest.first { throw ClipError(line: line, "\"\(word)\" is one word too many for \(verb)") }
  }
}
