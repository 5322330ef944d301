import CQPDF

/// Where the pages' own objects begin.
struct PageStarts {
  struct Page: Hashable {
    /// The object's number and generation, as it begins with them.
    var object: Int32
    var generation: Int32
    /// Nil where it lies inside of another object.
    var offset: Int?
  }

  /// Pages beyond which it is not worth knowing.
  private static let limit = 500_000
  /// How often finding them may wait for bytes that are not there.
  private static let patience = 4

  let pages: [Page]
  /// Pages with a place of their own, in the order of the file.
  private let order: [Int]

  init(_ hints: PageHints) {
    self.init(
      hints.pages.map { Page(object: $0.object, generation: 0, offset: $0.bytes.lowerBound) })
  }

  /// From the page tree. Nil where that is scattered over the file, or damaged.
  init?(tree bytes: any DocumentBytes, passwords: [[UInt8]]) {
    let found: [Page]? = QPDFReader(ImpatientBytes(bytes, Self.patience), passwords: passwords).read {
      source, password in
      var pages = cqpdf_pages()
      defer { cqpdf_release_pages(&pages) }
      let status = cqpdf_read_pages(&source, password, Self.limit, &pages)
      guard status == CQPDF_OK.rawValue, let start = pages.pages else { return (status, nil) }
      let found = UnsafeBufferPointer(start: start, count: pages.count).map { page in
        Page(
          object: page.object, generation: page.generation,
          offset: (0..<Int64(bytes.byteCount)).contains(page.offset) ? Int(page.offset) : nil)
      }
      return (status, found)
    }
    guard let found else { return nil }
    self.init(found)
  }

  init(_ pages: [Page]) {
    self.pages = pages
    order = pages.indices.filter { pages[$0].offset != nil }
      .sorted { (pages[$0].offset ?? 0) < (pages[$1].offset ?? 0) }
  }

  /// The page whose object begins at a place.
  func page(at offset: Int) -> Int? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if (pages[order[middle]].offset ?? 0) < offset { low = middle + 1 } else { high = middle }
    }
    guard low < order.count, pages[order[low]].offset == offset else { return nil }
    return order[low]
  }
}

/// Bytes that are waited for a few times only.
private final class ImpatientBytes: DocumentBytes {
  private let bytes: any DocumentBytes
  private var patience: Int

  init(_ bytes: any DocumentBytes, _ patience: Int) {
    self.bytes = bytes
    self.patience = patience
  }

  var byteCount: Int { bytes.byteCount }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if !bytes.has(offset..<offset + 1) {
      guard patience > 0 else { return -1 }
      patience -= 1
    }
    return bytes.read(at: offset, into: buffer)
  }

  func has(_ range: Range<Int>) -> Bool { bytes.has(range) }
  func fetch(_ ranges: [Range<Int>]) -> Bool { bytes.fetch(ranges) }
}
