import CPoppler
import CRangeStream
import Glibc

/// What poppler reads of a document that is still coming.
///
/// poppler knows linearised documents, but before it opens any of their pages it looks at each page's object; in others
/// it goes through all pages before the one that it opens, and in either it does so for an annotation that names its
/// page. Each would pull in the whole file, page by page. So
/// a page whose own object is not there is an empty one to it (`standIn`), until its bytes have been fetched: whoever
/// opens a page fetches them before. Where the layout cannot be relied on, poppler is not told of it: it begins at the
/// end then, as with any other document.
final class StreamedSource {
  /// Bytes that a stand-in takes up: what poppler reads of an object's beginning at once.
  private static let standInBytes = 1024

  let bytes: any DocumentBytes
  /// Nil where the document is not laid out for streaming, or not well.
  let layout: StreamLayout?
  /// Nil where it is not known where pages begin.
  private var starts: PageStarts?
  /// The claim to be laid out for streaming, which is made unreadable.
  private let hidden: Range<Int>?
  /// Pages that poppler has looked for in vain since it was opened, counted from 0.
  private var stoodIn: Set<Int> = []
  /// The page in whose place poppler reads something else, and how far it has come.
  private var reading: (page: Int, end: Int)?

  /// - Parameter isClaimed: whether the document claims to be laid out for streaming.
  init(_ bytes: any DocumentBytes, layout: StreamLayout?, isClaimed: Bool) {
    self.bytes = bytes
    // What is shown first need not be the first page; nobody but the standard knows such documents.
    self.layout = layout?.header.firstPage == 0 ? layout : nil
    hidden = isClaimed && self.layout == nil ? Self.claim(in: bytes) : nil
    starts = self.layout.map { PageStarts($0.hints) }
  }

  /// Finds where pages begin in a document that is not laid out for streaming.
  func findPages(_ passwords: [[UInt8]]) {
    starts = PageStarts(tree: bytes, passwords: passwords)
  }

  private static func claim(in bytes: any DocumentBytes) -> Range<Int>? {
    let head = bytes.bytes(0..<LinearisationHeader.window)
    let word = Array("/Linearized".utf8)
    guard head.count > word.count else { return nil }
    let place = (0...head.count - word.count).first { head[$0..<$0 + word.count].elementsEqual(word) }
    return place.map { $0..<$0 + word.count }
  }

  /// Whether opening a page would wait for nothing.
  func has(page: Int) -> Bool {
    let ranges = ranges(ofPage: page)
    return !ranges.isEmpty && !stoodIn.contains(page) && ranges.allSatisfy(bytes.has)
  }

  /// All that a page needs, or where its object begins if that is all that is known.
  private func ranges(ofPage page: Int) -> [Range<Int>] {
    if let layout { return layout.hints.ranges(ofPage: page) }
    guard let starts, starts.pages.indices.contains(page), let offset = starts.pages[page].offset else {
      return []
    }
    return [offset..<offset + 1]
  }

  /// Whether poppler may hold an empty page for one that has come since.
  func hasStoodIn(forPage page: Int) -> Bool { stoodIn.contains(page) }

  /// Waits for what a page needs, as far as that is known.
  /// - Returns: false where it is not waited for any more.
  func fetch(page: Int) -> Bool { bytes.fetch(ranges(ofPage: page)) }

  /// Asks for what a document that is not laid out for streaming is opened from: its end, and the cross-reference
  /// table that the end points to.
  func fetchEnd() -> Bool {
    let count = bytes.byteCount
    let tail = max(0, count - 4096)..<count
    guard bytes.fetch([tail]) else { return false }
    guard let place = FileScan.crossReference(in: bytes.bytes(tail)), place < tail.lowerBound else {
      return true
    }
    // A table has 20 bytes an object; what is longer comes as it is read.
    let table = Int(place)..<tail.lowerBound
    return bytes.fetch([table.count <= 4 << 20 ? table : table.lowerBound..<table.lowerBound + 1])
  }

  /// - Returns: how many bytes; -1 where they cannot be had.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let range = offset..<min(offset + buffer.count, bytes.byteCount)
    guard !range.isEmpty else { return 0 }
    if !bytes.has(offset..<offset + 1), let standIn = standIn(at: offset) {
      let count = min(standIn.count, range.count)
      reading?.end = offset + count
      standIn.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
      return count
    }
    let count = bytes.read(at: offset, into: buffer)
    if let hidden, count > 0 {
      for place in hidden.clamped(to: offset..<offset + count) { buffer[place - offset] = UInt8(ascii: "x") }
    }
    return count
  }

  /// What is read in the place of an absent page's object from an offset on: only where poppler begins to read one, and
  /// where it goes on. Nil anywhere else.
  private func standIn(at offset: Int) -> [UInt8]? {
    if let (page, end) = reading, end == offset { return standIn(for: page, at: offset) }
    guard let page = starts?.page(at: offset) else { return nil }
    stoodIn.insert(page)
    return standIn(for: page, at: offset)
  }

  private func standIn(for index: Int, at offset: Int) -> [UInt8]? {
    guard let page = starts?.pages[index], let start = page.offset, offset - start < Self.standInBytes else {
      return nil
    }
    // Poppler looks two words beyond the object's end: nothing but words must follow.
    var text = Array("\(page.object) \(page.generation) obj<</Type/Page>>endobj ".utf8)
    while text.count < Self.standInBytes { text += Array("0 ".utf8) }
    reading = (index, offset)
    return Array(text[(offset - start)..<Self.standInBytes])
  }

  /// Whether poppler finds pages by the layout: it says so by looking at all of them when it opens the first one. If
  /// not, it goes through them one by one, and what stands in for an absent one would be shown as one.
  /// - Parameter openFirst: makes poppler open the first page.
  func isFollowed(_ openFirst: () -> Void) -> Bool {
    guard let pages = layout?.hints.pages else {
      stoodIn = []
      return true
    }
    func isAbsent(_ index: Int) -> Bool {
      let start = pages[index].bytes.lowerBound
      return !bytes.has(start..<start + 1)
    }
    let last = pages.indices.dropFirst().last(where: isAbsent)
    stoodIn = []
    openFirst()
    // Of what it has seen so far it has kept nothing.
    defer { stoodIn = [] }
    return last.map { stoodIn.contains($0) || !isAbsent($0) } ?? true
  }

  /// A stream for poppler, which it may hold as long as this lives.
  func stream() -> GObjectRef? {
    let stream = crangestream_new(
      Int64(bytes.byteCount),
      { context, offset, buffer, count in
        guard let context, let buffer else { return -1 }
        let source = Unmanaged<StreamedSource>.fromOpaque(context).takeUnretainedValue()
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
        return Int64(source.read(at: Int(offset), into: room))
      }, Unmanaged.passUnretained(self).toOpaque())
    return stream.map { GObjectRef(owning: OpaquePointer($0)) }
  }
}
