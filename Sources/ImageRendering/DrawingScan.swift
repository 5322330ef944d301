/// The elements of a drawing as a quick look at its text finds them: what they are called, what they hold and what they
/// refer to. No more of XML and CSS is understood than that takes, and nothing is found fault with: librsvg reads the
/// text afterwards.
struct DrawingScan {
  /// How an element's look depends on another element.
  enum Reference: Hashable {
    /// It is drawn in this place (`use`), or lends what it holds (`pattern`).
    case place
    /// Drawn once for the element: a clip, a mask, a filter.
    case once
    /// Drawn for the element and, unless they have others, for all that it holds: a pattern, a marker at an end.
    case each
    /// The same at every corner of a line.
    case corners
  }

  struct Element {
    var name: ArraySlice<UInt8>
    var parent: Int?
    var references: [(Reference, id: [UInt8])] = []
    /// Numbers in its `d` or `points`: no line has more corners.
    var numbers = 0
    /// A picture or drawing in the text itself.
    var data: ArraySlice<UInt8>?
  }

  private(set) var elements: [Element] = []
  private(set) var places: [[UInt8]: Int] = [:]
  private let text: [UInt8]
  private var open: [Int] = []
  /// What the style sheets say of a class (`.a`), a name (`#a`) or an element (`a`), and of any (an empty key).
  private var rules: [[UInt8]: [(Reference, id: [UInt8])]] = [:]
  /// Which rules may hold for an element, by its number.
  private var keys: [[[UInt8]]] = []

  init(_ text: [UInt8]) {
    self.text = text
    scan()
    guard !rules.isEmpty else { return }
    for index in elements.indices {
      for key in keys[index] + [[]] { elements[index].references += rules[key] ?? [] }
    }
  }

  private mutating func scan() {
    var at = 0
    while let start = text[at...].firstIndex(of: UInt8(ascii: "<")) {
      if begins("<!--", at: start) {
        at = end(of: "-->", from: start + 4)
      } else if begins("<![CDATA[", at: start) {
        let close = end(of: "]]>", from: start + 9)
        read(style: text[start + 9..<max(start + 9, close - 3)])
        at = close
      } else if begins("<?", at: start) {
        at = end(of: "?>", from: start + 2)
      } else if begins("<!", at: start) {
        at = endOfDeclaration(start)
      } else if begins("</", at: start) {
        _ = open.popLast()
        at = end(of: ">", from: start + 2)
      } else {
        at = readElement(start + 1)
      }
      if isInStyle, at < text.count {
        let close = text[at...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
        read(style: text[at..<close])
        at = close
      }
    }
  }

  private var isInStyle: Bool { open.last.map { elements[$0].name.elementsEqual("style".utf8) } ?? false }

  private func begins(_ word: String, at index: Int) -> Bool { text[index...].starts(with: word.utf8) }

  /// Behind a word, or the end.
  private func end(of word: String, from start: Int) -> Int {
    let wanted = Array(word.utf8)
    var at = start
    while let found = text[min(at, text.count)...].firstIndex(of: wanted[0]) {
      if text[found...].starts(with: wanted) { return found + wanted.count }
      at = found + 1
    }
    return text.count
  }

  /// Behind a declaration, which may hold others in brackets.
  private func endOfDeclaration(_ start: Int) -> Int {
    var depth = 0
    var quote: UInt8?
    for at in start..<text.count {
      let byte = text[at]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth -= 1
      } else if byte == UInt8(ascii: ">"), depth <= 0 {
        return at + 1
      }
    }
    return text.count
  }

  private mutating func readElement(_ start: Int) -> Int {
    var at = start
    while at < text.count, !Self.ends(name: text[at]) { at += 1 }
    var element = Element(name: Self.local(text[start..<at]), parent: open.last)
    var keys = [Array(element.name)]
    let number = elements.count
    while at < text.count, text[at] != UInt8(ascii: ">") {
      if text[at] == UInt8(ascii: "/"), at + 1 < text.count, text[at + 1] == UInt8(ascii: ">") {
        finish(element, keys)
        return at + 2
      }
      guard !Self.ends(name: text[at]) else {
        at += 1
        continue
      }
      let name = at
      while at < text.count, !Self.ends(name: text[at]), text[at] != UInt8(ascii: "=") { at += 1 }
      let word = Self.local(text[name..<at])
      while at < text.count, Self.isSpace(text[at]) || text[at] == UInt8(ascii: "=") { at += 1 }
      guard at < text.count, text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'") else { continue }
      let close = text[(at + 1)...].firstIndex(of: text[at]) ?? text.count
      let value = text[min(at + 1, close)..<close]
      at = min(close + 1, text.count)
      switch String(decoding: word, as: UTF8.self) {
      case "id":
        places[Array(value)] = number
        keys.append([UInt8(ascii: "#")] + value)
      case "class":
        for name in value.split(whereSeparator: Self.isSpace) { keys.append([UInt8(ascii: ".")] + name) }
      case "href":
        if value.first == UInt8(ascii: "#") {
          if !element.name.elementsEqual("a".utf8) {
            element.references.append((.place, id: Array(value.dropFirst())))
          }
        } else if value.starts(with: "data:".utf8) {
          element.data = value
        }
      case "d", "points": element.numbers += Self.numbers(value)
      case "style": element.references += Self.references(inStyle: value)
      default: element.references += Self.references(value, of: word)
      }
    }
    open.append(number)
    finish(element, keys)
    return min(at + 1, text.count)
  }

  private mutating func finish(_ element: Element, _ keys: [[UInt8]]) {
    elements.append(element)
    self.keys.append(keys)
  }

  // MARK: Words

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func ends(name byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  /// Without the prefix of its namespace.
  private static func local(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }

  private static func numbers(_ value: ArraySlice<UInt8>) -> Int {
    var count = 0
    var isInside = false
    for byte in value {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isDigit, !isInside { count += 1 }
      isInside = isDigit
    }
    return count
  }

  // MARK: Looks

  /// `url(#name)` in the value of a property.
  private static func references(
    _ value: ArraySlice<UInt8>, of property: ArraySlice<UInt8>
  ) -> [(Reference, id: [UInt8])] {
    var found: [(Reference, id: [UInt8])] = []
    var rest = value
    while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
      let isAddress = rest[..<open].suffix(3).map { $0 | 0x20 } == Array("url".utf8)
      rest = rest[(open + 1)...]
      guard isAddress, let close = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
      let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
      let address = rest[..<close].filter { !isSpace($0) && !quotes.contains($0) }
      rest = rest[close...]
      guard address.first == UInt8(ascii: "#") else { continue }
      found.append((kind(property), id: Array(address.dropFirst())))
    }
    return found
  }

  private static func kind(_ property: ArraySlice<UInt8>) -> Reference {
    switch String(decoding: property, as: UTF8.self).lowercased() {
    case "fill", "stroke", "marker-start", "marker-end": .each
    case "marker", "marker-mid": .corners
    default: .once
    }
  }

  private static func references(inStyle style: ArraySlice<UInt8>) -> [(Reference, id: [UInt8])] {
    style.split(separator: UInt8(ascii: ";")).flatMap { declaration -> [(Reference, id: [UInt8])] in
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { return [] }
      let name = declaration[..<colon].drop(while: isSpace)
      return references(declaration[colon...], of: name[..<(name.firstIndex(where: isSpace) ?? colon)])
    }
  }

  /// Rules of a style sheet. Of a selector the last class, name or element counts, so a rule may be taken to hold for
  /// more elements than it does.
  private mutating func read(style: ArraySlice<UInt8>) {
    guard isInStyle else { return }
    for rule in style.split(separator: UInt8(ascii: "}")) {
      guard let brace = rule.lastIndex(of: UInt8(ascii: "{")) else { continue }
      let found = Self.references(inStyle: rule[(brace + 1)...])
      guard !found.isEmpty else { continue }
      for selector in rule[..<brace].split(separator: UInt8(ascii: ",")) {
        rules[Self.key(selector), default: []] += found
      }
    }
  }

  private static func key(_ selector: ArraySlice<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    for byte in selector {
      let isLetter =
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isLetter {
        name.append(byte)
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "#") {
        name = [byte]
      } else if !isSpace(byte) {
        return []
      } else if !name.isEmpty {
        name.append(0)
      }
    }
    // Before a space stands what the element lies in.
    return name.split(separator: 0).last.map { Array($0) } ?? []
  }
}
