import Posix
import ViewerCore
import Wire

/// How many elements a drawing comes to when each is counted as often as it is drawn.
///
/// A few lines can hold a drawing of which each part shows ten of the next: librsvg draws half a million elements before
/// it gives up, for seconds. Counting them takes no longer than reading the text.
struct DrawingCensus {
  /// What a drawing may come to beyond what stands in its text: symbols on maps and plans are drawn thousands of times.
  static let allowance = 50_000.0
  static let allowanceForEach = 20.0
  /// Pixels of a picture in the text that take as long to decode as an element does to draw.
  private static let pixelsOfElement = 1000.0
  /// Drawings within drawings within drawings.
  private static let depth = 3
  /// Parts that hold themselves are not drawn there; more than a few of them make an unbelievable number of ways.
  private static let mostLoops = 8
  /// Elements within or behind each other: no reader of XML goes so deep.
  private static let deepest = 2000

  private let elements: [DrawingScan.Element]
  private let places: [[UInt8]: Int]
  private let held: [[Int]]
  private let corners: Double
  private let level: Int
  private var totals: [Double?]
  private var isOpen: [Bool]
  private var loops = 0
  private var nesting = 0

  /// - Throws: `tooLarge` where it comes to too many.
  static func check(_ text: [UInt8]) throws(ImageError) {
    var census = DrawingCensus(text, level: 0)
    let total = census.count()
    guard total <= allowance + allowanceForEach * Double(census.elements.count) else {
      let number = total < 1e15 ? "\(Int(total))" : "more than a thousand million million"
      throw .tooLarge("\(census.elements.count) elements that come to \(number) when drawn")
    }
  }

  private init(_ text: [UInt8], level: Int) {
    let scan = DrawingScan(text)
    elements = scan.elements
    places = scan.places
    self.level = level
    var held = [[Int]](repeating: [], count: elements.count)
    for (index, element) in elements.enumerated() {
      if let parent = element.parent, parent < index { held[parent].append(index) }
    }
    self.held = held
    corners = Double(elements.map(\.numbers).max() ?? 0)
    totals = Array(repeating: nil, count: elements.count)
    isOpen = Array(repeating: false, count: elements.count)
  }

  /// Infinite where it cannot be told.
  private mutating func count() -> Double {
    var total = 0.0
    for index in elements.indices where elements[index].parent == nil { total += self.total(of: index) }
    return loops > Self.mostLoops ? .infinity : total
  }

  /// What an element comes to where it is drawn, with all that it holds and refers to.
  private mutating func total(of index: Int) -> Double {
    if let known = totals[index] { return known }
    guard !isOpen[index] else {
      loops += 1
      return 1
    }
    guard nesting < Self.deepest else { return .infinity }
    isOpen[index] = true
    nesting += 1
    defer {
      isOpen[index] = false
      nesting -= 1
    }
    let element = elements[index]
    var own = 1.0
    for child in held[index] { own += isDrawnInPlace(elements[child]) ? total(of: child) : 1 }
    if let data = element.data { own += inside(data) }
    var once = 0.0
    var each = 0.0
    for (kind, id) in element.references {
      guard let target = places[id], !isGradient(elements[target]) else { continue }
      switch kind {
      case .place: own += total(of: target)
      case .once: once += total(of: target)
      case .each: each += total(of: target)
      case .corners:
        each +=
          total(of: target) * (held[index].isEmpty && element.numbers > 0 ? Double(element.numbers) : corners)
      }
    }
    let result = own * (1 + each) + once
    totals[index] = result
    return result
  }

  /// Not so what is only drawn where something refers to it.
  private func isDrawnInPlace(_ element: DrawingScan.Element) -> Bool {
    switch String(decoding: element.name, as: UTF8.self) {
    case "defs", "symbol", "pattern", "marker", "mask", "clipPath", "filter", "linearGradient",
      "radialGradient":
      false
    default: true
    }
  }

  /// Its stops are no elements that are drawn.
  private func isGradient(_ element: DrawingScan.Element) -> Bool {
    element.name.elementsEqual("linearGradient".utf8) || element.name.elementsEqual("radialGradient".utf8)
  }

  /// A drawing or a picture that stands in the text as data.
  private func inside(_ address: ArraySlice<UInt8>) -> Double {
    guard let comma = address.firstIndex(of: UInt8(ascii: ",")) else { return 1 }
    let head = String(decoding: address[..<comma], as: UTF8.self).lowercased()
    guard level < Self.depth,
      let bytes = Self.decoded(address[(comma + 1)...], isBase64: head.contains("base64"))
    else { return .infinity }
    guard head.contains("svg") || FileFormat(head: Array(bytes.prefix(FileFormat.headBytes))) == .svg else {
      return Self.picture(bytes)
    }
    guard let text = try? DrawingText.expanded(DrawingText.plain(bytes)) else { return .infinity }
    var census = DrawingCensus(text, level: level + 1)
    return census.count()
  }

  /// By its header: librsvg decodes all of it, however small it is drawn.
  private static func picture(_ bytes: [UInt8]) -> Double {
    guard let file = try? FileDescriptor.growingMemory(name: "lectern-embedded"),
      (try? file.writeAll(bytes)) != nil
    else { return .infinity }
    do throws(ImageError) {
      guard case .picture(let picture) = try PageContent.single(file.rawValue) else { return 1 }
      return Double(picture.header.size.width) * Double(picture.header.size.height) / pixelsOfElement
    } catch {
      // What has no header that could be believed is left out of the drawing.
      if case .tooLarge = error { return .infinity }
      return 1
    }
  }

  private static func decoded(_ data: ArraySlice<UInt8>, isBase64: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    var at = data.startIndex
    while at < data.endIndex {
      let digits = data[(at + 1)...].prefix(2)
      if data[at] == UInt8(ascii: "%"), let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        bytes.append(byte)
        at += 3
      } else {
        bytes.append(data[at])
        at += 1
      }
    }
    guard isBase64 else { return bytes }
    var decoder = Base64Decoder()
    var result: [UInt8] = []
    do {
      try decoder.decode(bytes.filter { $0 > 0x20 }, into: &result)
      try decoder.finish(into: &result)
      return result
    } catch {
      return nil
    }
  }
}
