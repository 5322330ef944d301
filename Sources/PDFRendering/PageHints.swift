/// Where pages lie in a document that is laid out for streaming: its page offset and shared object hint tables
/// (ISO 32000-1, F.4.1 and F.4.2). Tables that contradict the file are refused as a whole.
package struct PageHints: Hashable, Sendable {
  package struct Page: Hashable, Sendable {
    /// Number of the page's own object, which is the first in its section.
    package var object: Int32
    /// Its section: what no other page needs.
    package var bytes: Range<Int>
    /// What it shares with others, outside the first page's section.
    package var shared: [Range<Int>]
  }

  package private(set) var pages: [Page] = []

  /// - Parameters:
  ///   - table: the hint stream's bytes as they are meant.
  ///   - sharedOffset: where the shared object table begins in it.
  init?(table: [UInt8], sharedOffset: Int, header: LinearisationHeader) {
    guard sharedOffset > 0, sharedOffset < table.count,
      let shared = Self.shared(BitReader(table, from: sharedOffset), header)
    else { return nil }
    var reader = BitReader(table, from: 0)
    let head = reader.values([32, 32, 16, 32, 16, 32, 16, 32, 16, 16, 16, 16, 16])
    guard let head, head[0] > 0, [2, 4, 6, 8, 9, 10, 11].allSatisfy({ head[$0] <= 32 }),
      header.pages <= Self.mostPages,
      let objects = reader.values(header.pages, bits: head[2]),
      let lengths = reader.values(header.pages, bits: head[4]),
      let sharedCounts = reader.values(header.pages, bits: head[9])
    else { return nil }
    var offset = Self.placed(head[1], header)
    var object = 1
    for index in 0..<header.pages {
      var page = Page(object: header.firstPageObject, bytes: offset..<offset, shared: [])
      if index > 0 {
        page.object = Int32(clamping: object)
        object += head[0] + objects[index]
      }
      page.bytes = offset..<offset + head[3] + lengths[index]
      offset = page.bytes.upperBound
      guard let numbers = reader.raw(sharedCounts[index], bits: head[10]) else { return nil }
      // The first page has all it needs in its section, whatever is written here.
      if index > 0 {
        for number in numbers {
          guard number < shared.count else { return nil }
          if let range = shared[number] { page.shared.append(range) }
        }
      }
      guard !page.bytes.isEmpty, page.bytes.upperBound <= header.length else { return nil }
      pages.append(page)
    }
  }

  private static let mostPages = 500_000
  private static let mostShared = 4_000_000

  /// Offsets in hint tables are counted as if the hint stream were not in the file (F.4.1).
  private static func placed(_ offset: Int, _ header: LinearisationHeader) -> Int {
    guard let hints = header.hints.first, offset >= hints.lowerBound else { return offset }
    return offset + hints.count
  }

  /// Where shared objects lie; nil for those in the first page's section.
  private static func shared(_ reader: BitReader, _ header: LinearisationHeader) -> [Range<Int>?]? {
    var reader = reader
    guard let head = reader.values([32, 32, 32, 32, 16, 32, 16]), head[2] <= head[3], head[6] <= 32,
      head[3] <= mostShared, let lengths = reader.values(head[3], bits: head[6])
    else { return nil }
    var offset = placed(head[1], header)
    var result: [Range<Int>?] = []
    for index in 0..<head[3] {
      guard index >= head[2] else {
        result.append(nil)
        continue
      }
      let end = offset + head[5] + lengths[index]
      guard end <= header.length else { return nil }
      result.append(offset..<end)
      offset = end
    }
    return result
  }

  /// All that a page needs, neighbours joined, in the order of the file.
  package func ranges(ofPage index: Int) -> [Range<Int>] {
    guard pages.indices.contains(index) else { return [] }
    var result: [Range<Int>] = []
    for range in ([pages[index].bytes] + pages[index].shared).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}

/// Reads numbers of any width, the highest bit first.
struct BitReader {
  /// Numbers that take up no room at all.
  private static let mostRepeats = 4_000_000
  private let bytes: [UInt8]
  private var bit: Int

  init(_ bytes: [UInt8], from byte: Int) {
    self.bytes = bytes
    bit = byte * 8
  }

  /// Numbers of these widths; nil where the table ends before.
  mutating func values(_ widths: [Int]) -> [Int]? {
    var result: [Int] = []
    for width in widths {
      guard let value = raw(1, bits: width)?.first else { return nil }
      result.append(value)
    }
    return result
  }

  /// A column of a table: it begins on a byte's border.
  mutating func values(_ count: Int, bits: Int) -> [Int]? {
    defer { bit = (bit + 7) & ~7 }
    return raw(count, bits: bits)
  }

  /// Numbers one after the other.
  mutating func raw(_ count: Int, bits: Int) -> [Int]? {
    guard bits > 0 else { return count <= Self.mostRepeats ? Array(repeating: 0, count: count) : nil }
    guard bits <= 32, count >= 0, count <= (bytes.count * 8 - bit) / bits else { return nil }
    var result: [Int] = []
    result.reserveCapacity(count)
    for _ in 0..<count {
      var value = 0
      for _ in 0..<bits {
        value = value << 1 | Int(bytes[bit >> 3] >> UInt8(7 - bit & 7) & 1)
        bit += 1
      }
      result.append(value)
    }
    return result
  }
}
