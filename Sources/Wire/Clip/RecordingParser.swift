internal import ViewerCore

/// Reads the YAML that `libinput record` writes, line by line: mappings and lists by indentation, lists of
/// numbers in brackets, quoted strings. What a replay does not need (hid descriptors, quirks, libinput's own
/// events) is passed over; what it needs is checked and named by its line when wrong.
struct RecordingParser {
  private enum Key: Hashable {
    case version, devices, node, evdev, name, codes, absinfo, properties, udev, events
    case number(UInt16)
    case other
  }

  /// Days of recording would only be a broken clock.
  private static let longest: Int64 = 24 * 3600 * 1_000_000

  private var path: [(column: Int, key: Key)] = []
  private var devices: [LibinputRecording.Device] = []
  private var hasVersion = false
  /// A bracket that later lines close: numbers collected so far, nil when they are passed over.
  private var open: (line: Int, numbers: [Int64]?)?
  private var lastLine = 0

  /// Takes one line.
  mutating func read(_ line: ClipLines.Line) throws(ClipError) {
    lastLine = line.number
    let bytes = Self.withoutComment(line.bytes)
    var index = bytes.startIndex
    while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 }
    guard index < bytes.endIndex else { return }
    if open != nil { return try readOpenList(bytes[index...], line.number) }
    guard bytes[index] != 0x09 else { throw ClipError(line: line.number, "tabs cannot indent") }
    if bytes[index...] == [0x2d, 0x2d, 0x2d] { return }

    var dash: Int?
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: "-"),
      index + 1 == bytes.endIndex || bytes[index + 1] == 0x20
    {
      dash = index - bytes.startIndex
      index += 1
      while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 }
    }
    let column = index - bytes.startIndex
    leave(dash: dash, column: column)
    if dash != nil, path.count == 1, path[0].key == .devices {
      devices.append(LibinputRecording.Device(line: line.number))
    }
    let content = bytes[index...].trimmed
    guard !content.isEmpty else { return }
    if dash != nil, path.count == 3, isAt(.devices, .udev, .properties) {
      return readProperty(content)
    }
    if content.first == UInt8(ascii: "[") { return try readList(content, line.number) }
    guard let colon = Self.colon(in: content) else {
      guard dash != nil || path.last?.key == .other else {
        throw ClipError(
          line: line.number, "\"\(content.prefix(40).text)\" is no part of a libinput recording")
      }
      return
    }
    path.append((column, Self.key(content[..<colon].trimmed)))
    let value = content[(colon + 1)...].trimmed
    guard !value.isEmpty else { return }
    if value.first == UInt8(ascii: "[") { return try readList(value, line.number) }
    try readScalar(value, line.number)
  }

  /// The devices, when the file is whole.
  func finish() throws(ClipError) -> [LibinputRecording.Device] {
    if let open { throw ClipError(line: open.line, "\"[\" has no \"]\"") }
    guard hasVersion else { throw ClipError(line: 0, "no libinput recording: it has no \"version:\"") }
    guard !devices.isEmpty else { throw ClipError(line: lastLine, "the recording has no devices") }
    return devices
  }

  // MARK: - Indentation

  /// Leaves the mappings that this line ends. A list may stand in the same column as its key.
  private mutating func leave(dash: Int?, column: Int) {
    while let last = path.last, dash.map({ last.column > $0 }) ?? (last.column >= column) {
      path.removeLast()
    }
  }

  private func isAt(_ keys: Key...) -> Bool {
    path.count == keys.count && zip(path, keys).allSatisfy { $0.key == $1 }
  }

  // MARK: - Values

  private mutating func readScalar(_ value: ArraySlice<UInt8>, _ line: Int) throws(ClipError) {
    if isAt(.version) {
      guard value.integer == 1 else {
        throw ClipError(line: line, "version \(value.prefix(20).text) of the recording format is not known")
      }
      hasVersion = true
    } else if isAt(.devices, .evdev, .name), let last = devices.indices.last {
      devices[last].name = Self.unquoted(value)
    }
  }

  /// `KEY=value`, as udev has it.
  private mutating func readProperty(_ content: ArraySlice<UInt8>) {
    let text = Self.unquoted(content)
    guard let last = devices.indices.last, let equals = text.firstIndex(of: "=") else { return }
    devices[last].udev[String(text[..<equals])] = String(text[text.index(after: equals)...])
  }

  private mutating func readList(_ content: ArraySlice<UInt8>, _ line: Int) throws(ClipError) {
    let isNeeded: Bool =
      switch path.last?.key {
      case .number: isUnder(.codes) || isUnder(.absinfo)
      case .evdev: isAt(.devices, .events, .evdev)
      case .properties: isAt(.devices, .evdev, .properties)
      default: false
      }
    open = (line, isNeeded ? [] : nil)
    try readOpenList(content.dropFirst(), line)
  }

  private func isUnder(_ key: Key) -> Bool {
    path.count == 4 && path[0].key == .devices && path[1].key == .evdev && path[2].key == key
  }

  /// Takes numbers up to the closing bracket, or to the line's end when it comes later.
  private mutating func readOpenList(_ content: ArraySlice<UInt8>, _ line: Int) throws(ClipError) {
    guard var list = open else { return }
    open = nil
    let close = content.firstIndex(of: UInt8(ascii: "]"))
    let inside = content[..<(close ?? content.endIndex)]
    if list.numbers != nil {
      for item in inside.split(separator: UInt8(ascii: ",")) {
        let item = item.trimmed
        guard !item.isEmpty else { continue }
        guard let number = item.integer else {
          throw ClipError(line: line, "\"\(item.prefix(20).text)\" is no number")
        }
        list.numbers?.append(number)
      }
      guard (list.numbers?.count ?? 0) <= 4096 else { throw ClipError(line: line, "the list is too long") }
    }
    if close == nil {
      open = list
    } else if let numbers = list.numbers {
      try take(numbers, line)
    }
  }

  private mutating func take(_ numbers: [Int64], _ line: Int) throws(ClipError) {
    guard let last = devices.indices.last, let place = path.last?.key else { return }
    switch place {
    case .evdev:
      devices[last].events.append(try event(numbers, line, after: devices[last].events.last))
    case .properties:
      devices[last].properties = numbers.compactMap { UInt16(exactly: $0) }
    case .number(let number) where isUnder(.codes):
      devices[last].codes[number] = Set(numbers.compactMap { UInt16(exactly: $0) })
    case .number(let number):
      devices[last].axes[number] = try axis(numbers, line)
    default:
      break
    }
  }

  private func event(
    _ numbers: [Int64], _ line: Int, after previous: LibinputRecording.Event?
  ) throws(ClipError) -> LibinputRecording.Event {
    guard numbers.count == 5 else {
      throw ClipError(line: line, "an event has five numbers: [s, us, type, code, value]")
    }
    guard numbers[0] >= 0, numbers[0] < 1_000_000_000_000, numbers[1] >= 0, numbers[1] < 1_000_000,
      let type = UInt16(exactly: numbers[2]), let code = UInt16(exactly: numbers[3]),
      let value = Int32(exactly: numbers[4])
    else { throw ClipError(line: line, "a number of the event is out of range") }
    let time = numbers[0] * 1_000_000 + numbers[1]
    if let previous {
      guard time >= previous.microseconds else { throw ClipError(line: line, "time runs backwards") }
      guard time - previous.microseconds < Self.longest else {
        throw ClipError(line: line, "more than a day passes before this event")
      }
    }
    return LibinputRecording.Event(microseconds: time, type: type, code: code, value: value)
  }

  /// `[minimum, maximum, fuzz, flat, resolution]`.
  private func axis(_ numbers: [Int64], _ line: Int) throws(ClipError) -> AxisRange {
    guard numbers.count == 5 else {
      throw ClipError(line: line, "an axis has five numbers: [minimum, maximum, fuzz, flat, resolution]")
    }
    let values = numbers.compactMap { Int32(exactly: $0) }
    guard values.count == 5, values[4] >= 0 else {
      throw ClipError(line: line, "a number of the axis is out of range")
    }
    return AxisRange(
      minimum: values[0], maximum: values[1], fuzz: max(0, values[2]), resolution: values[4])
  }

  // MARK: - Text

  private static func key(_ bytes: ArraySlice<UInt8>) -> Key {
    if let number = bytes.integer.flatMap({ UInt16(exactly: $0) }) { return .number(number) }
    return switch bytes.text {
    case "version": .version
    case "devices": .devices
    case "node": .node
    case "evdev": .evdev
    case "name": .name
    case "codes": .codes
    case "absinfo": .absinfo
    case "properties": .properties
    case "udev": .udev
    case "events": .events
    default: .other
    }
  }

  /// The colon that ends a key: followed by a space or nothing.
  private static func colon(in content: ArraySlice<UInt8>) -> Int? {
    content.indices.first { index in
      content[index] == UInt8(ascii: ":")
        && (index + 1 == content.endIndex || content[index + 1] == 0x20)
    }
  }

  /// A comment begins at a `#` that starts the line or follows a space, outside quotes.
  private static func withoutComment(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isQuoted = false
    var previous: UInt8 = 0x20
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isQuoted.toggle() }
      if byte == UInt8(ascii: "#"), !isQuoted, previous == 0x20 || previous == 0x09 {
        return bytes[..<index]
      }
      previous = byte
    }
    return bytes
  }

  /// Without its quotes; `\"` and `\\` stand for the character behind the backslash.
  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return bytes.text
    }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        isEscaped = false
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
