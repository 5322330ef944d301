/// Why a text is no value for its option: the rest of a sentence that the option's name begins.
struct OptionValueError: Error, Hashable {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Reads the values of options: strict, in ASCII, the same in every locale.
enum OptionValue {
  static func integer(_ text: String, in range: ClosedRange<Int>) throws(OptionValueError) -> Int {
    guard let value = plainInteger(text), range.contains(value) else {
      throw OptionValueError(
        "must be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
    }
    return value
  }

  /// `N` or `N-M`, counted from 1.
  static func pages(_ text: String) throws(OptionValueError) -> ClosedRange<Int> {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try integer(String(parts[0]), in: 1...1_000_000)
    guard parts.count == 2 else { return first...first }
    return first...(try integer(String(parts[1]), in: first...1_000_000))
  }

  static func number(_ text: String, in range: ClosedRange<Double>) throws(OptionValueError) -> Double {
    guard let value = plainNumber(text), range.contains(value) else {
      throw OptionValueError(
        "must be a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound)), not “\(text)”")
    }
    return value
  }

  static func onOff(_ text: String) throws(OptionValueError) -> Bool {
    switch text {
    case "on": true
    case "off": false
    default: throw OptionValueError("must be on or off, not “\(text)”")
    }
  }

  /// `WIDTHxHEIGHT`, each side 1-16384 px.
  static func size(_ text: String) throws(OptionValueError) -> PixelSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { plainInteger(String($0)) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else {
      throw OptionValueError("must be WIDTHxHEIGHT in pixels, such as 1080x1920, not “\(text)”")
    }
    return PixelSize(width: width, height: height)
  }

  static func rotation(_ text: String) throws(OptionValueError) -> Rotation {
    guard let degrees = plainInteger(text), let rotation = Rotation(rawValue: degrees) else {
      throw OptionValueError("must be 0, 90, 180 or 270, not “\(text)”")
    }
    return rotation
  }

  /// `X,Y,WIDTH,HEIGHT` in pixels, not empty, from (0, 0) on.
  static func rectangle(_ text: String) throws(OptionValueError) -> PixelRect {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { plainInteger(String($0)) }.filter { (0...1_000_000).contains($0) }
    guard parts.count == 4, text.filter({ $0 == "," }).count == 3, parts[2] > 0, parts[3] > 0 else {
      throw OptionValueError("must be X,Y,WIDTH,HEIGHT in pixels, such as 0,0,640,480, not “\(text)”")
    }
    return PixelRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
  }

  /// `TOP,RIGHT,BOTTOM,LEFT` in pixels, 0-4000 each.
  static func insets(_ text: String) throws(OptionValueError) -> Insets {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { plainInteger(String($0)) }
    guard parts.count == 4, case let sides = parts.compactMap({ $0 }), sides.count == 4,
      sides.allSatisfy((0...4000).contains)
    else {
      throw OptionValueError(
        "must be TOP,RIGHT,BOTTOM,LEFT in pixels from 0 to 4000, such as 0,20,0,20, not “\(text)”")
    }
    return Insets(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }

  /// `white`, `black` or `#RRGGBB`, as 0xRRGGBB.
  static func colour(_ text: String) throws(OptionValueError) -> UInt32 {
    switch text {
    case "white": return 0xFFFFFF
    case "black": return 0
    default:
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16)
      else {
        throw OptionValueError("must be white, black or #RRGGBB, not “\(text)”")
      }
      return value
    }
  }

  /// A file's or folder's name.
  static func path(_ text: String) throws(OptionValueError) -> String {
    // A zero byte would end the name early for the kernel.
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw OptionValueError("must be the name of a file")
    }
    return text
  }

  /// A socket's name, or `off`.
  static func socket(_ text: String) throws(OptionValueError) -> SocketPlace {
    text == "off" ? .off : .path(try path(text))
  }

  static func group(_ text: String) throws(OptionValueError) -> String {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw OptionValueError("must name a group") }
    return text
  }

  /// `N: V`.
  static func header(_ text: String) throws(OptionValueError) -> HeaderField {
    do throws(Failure) {
      return try HeaderField(text)
    } catch {
      throw OptionValueError(error.message)
    }
  }

  static func cacheKey(_ text: String) throws(OptionValueError) -> String {
    guard !text.isEmpty, text.utf8.count <= 1024 else { throw OptionValueError("must be a short text") }
    return text
  }

  /// Digits and a leading minus; no plus, no spaces, no other scripts' digits.
  private static func plainInteger(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Digits with at most one point among them; no exponent, no infinity.
  static func plainNumber(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.utf8.contains(where: { (48...57).contains($0) }),
      digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
    else {
      return nil
    }
    // Swift wants a digit before the point, people do not always write one.
    return Double(text.hasPrefix("-.") ? "-0" + digits : text.hasPrefix(".") ? "0" + text : text)
  }

  /// A number as a person writes it: no `.0`.
  static func shortest(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
