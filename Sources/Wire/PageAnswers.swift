/// What became of one of several pages that were asked for at once.
package enum PageAnswer<Item: Hashable & Sendable>: Hashable, Sendable {
  case item(Item)
  /// The page does not hold what is looked for.
  case nothing
  /// It could not be read: asked for by itself, the worker says why.
  case failed

  package var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

/// The answers of neighbouring pages, in order.
package struct PageAnswers<Item: WorkerBulk & Hashable>: WorkerBulk, Hashable {
  package var pages: [PageAnswer<Item>]

  package init(_ pages: [PageAnswer<Item>]) {
    self.pages = pages
  }

  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.pages)
    let count = try reader.count(upTo: Int(WorkerLimits.pagesAtOnce), eachAtLeast: 1)
    pages = []
    for _ in 0..<count {
      switch try reader.u8() {
      case 0: pages.append(.failed)
      case 1: pages.append(.nothing)
      case 2:
        let length = try reader.count(upTo: WorkerLimits.bulkBytes, eachAtLeast: 1)
        pages.append(.item(try Item(decodingBulk: try reader.bytes(length))))
      default: throw .badValue
      }
    }
    try reader.finish()
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.pages)
    writer.count(pages.count)
    for page in pages {
      switch page {
      case .failed: writer.u8(0)
      case .nothing: writer.u8(1)
      case .item(let item):
        let bytes = item.encodedBulk()
        // What does not fit into one answer does into an answer of its own.
        guard writer.bytes.count + bytes.count < WorkerLimits.bulkBytes / 2 else {
          writer.u8(0)
          continue
        }
        writer.u8(2)
        writer.count(bytes.count)
        writer.raw(bytes)
      }
    }
    return writer.bytes
  }

  /// - Parameter count: as many as were asked for.
  func checked(count: Int32) throws(WireError) -> [PageAnswer<Item>] {
    guard pages.count == Int(count) else { throw .badValue }
    return pages
  }
}
