package import ViewerCore

/// What the viewer asks of a worker; one answer comes back for each, in order.
///
/// Layout: version (1 byte), kind (1), number (4), document (4), then the kind's own values.
package struct WorkerRequest: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    /// The document's descriptor travels along and belongs to the worker from then on.
    /// - Parameter password: as typed or read: its bytes. Nil when none is known.
    case open(password: [UInt8]?)
    /// A document of so many bytes that is still coming. Two descriptors travel along: a file that has its blocks
    /// where they belong, and memory with a byte for each block, which is not 0 once it is there.
    case openStream(password: [UInt8]?, byteCount: Int)
    /// The blocks that an unfinished request misses are there now.
    case arrived
    /// Nobody waits for them any more: the unfinished request is to fail, and the document to be opened anew.
    case abandon
    /// Page sizes from `first` on, at most `WorkerLimits.sizes`.
    case pageSizes(first: Int32, count: Int32)
    /// Bitmap memory travels along, lent until the answer is there.
    case render(RenderOrder)
    case text(page: Int32)
    /// Words of neighbouring pages as searches see them, without their places.
    case words(first: Int32, count: Int32)
    /// The words of those of neighbouring pages that hold what is looked for.
    case find(first: Int32, count: Int32, query: String)
    case links(page: Int32)
    case info
    case outline
    /// Which kind of form, and how many fields: walks all pages.
    case forms
    /// The form with all its fields, and what they hold in the document.
    case fields
    /// What was put into the form, all of it, lies in a memfd that travels along: `WorkerLimits.editBytes` at most.
    /// Fields that are not named hold what they do in the document.
    case fill
    /// Writes the document with what was put into its form to the descriptor that travels along.
    case export
    /// Puts the document behind those that were put together before.
    /// - Parameter title: of the line of the outline that leads to it.
    case append(title: String)
    /// Writes what was put together to the descriptor that travels along.
    /// - Parameter pages: how many these are.
    case join(pages: Int32)
    /// Forgets the document and gives its memory back.
    case close
    /// Nothing will be asked for a while: gives back what can be had again.
    case trim
  }

  /// Chosen by the viewer; the answer bears it.
  package var number: UInt32
  /// Names the document among the worker's open ones.
  package var document: UInt32
  package var body: Body

  package init(number: UInt32, document: UInt32, body: Body) {
    self.number = number
    self.document = document
    self.body = body
  }
}

/// Which pixels to draw, and where they go.
package struct RenderOrder: Hashable, Sendable {
  /// Counted from 0.
  package var page: Int32
  /// The whole page in pixels, upright.
  package var resolution: PixelSize
  /// What of those pixels, upright.
  package var clip: PixelRect
  package var rotation: Rotation
  /// Bytes from one row of the bitmap to the next.
  package var stride: Int
  /// What is read of the page while it is open.
  package var harvest: Harvest
  /// What is under the page, 0xRRGGBB.
  package var paper: UInt32
  /// Whether the page is likely grey: which way is the shorter one depends on it, the pixels do not. Nil = pixels of
  /// colour are wanted in any case.
  package var expects: RenderYield.Format?

  package init(
    page: Int32, resolution: PixelSize, clip: PixelRect, rotation: Rotation, stride: Int,
    harvest: Harvest = [], paper: UInt32 = 0xFFFFFF, expects: RenderYield.Format? = nil
  ) {
    self.expects = expects
    self.page = page
    self.resolution = resolution
    self.clip = clip
    self.rotation = rotation
    self.stride = stride
    self.harvest = harvest
    self.paper = paper
  }

  package init(_ key: RenderKey, harvest: Harvest, expects: RenderYield.Format? = nil) {
    self.init(
      page: key.page, resolution: key.resolution, clip: key.clip, rotation: key.rotation,
      stride: key.stride, harvest: harvest, expects: expects)
  }

  /// The bitmap's size as it lies in memory (turned).
  package var bitmapSize: PixelSize { rotation.turned(clip.size) }
  package var byteCount: Int { stride * bitmapSize.height }
  /// Bytes from one row to the next where the bitmap is grey: a byte a pixel, rows on 64-byte boundaries, the first at
  /// the beginning of the same memory.
  package var greyStride: Int { (bitmapSize.width + 63) & ~63 }

  /// Whether the bitmap can exist: inside the page, sides within cairo's limit, rows that hold their pixels.
  package var isValid: Bool {
    page >= 0 && !resolution.isEmpty && !clip.isEmpty && clip.x >= 0 && clip.y >= 0
      && clip.maxX <= resolution.width && clip.maxY <= resolution.height
      && clip.width <= WorkerLimits.bitmapSide && clip.height <= WorkerLimits.bitmapSide
      && stride >= bitmapSize.width * 4 && stride % 4 == 0 && stride <= 1 << 20
      && (expects == nil || greyStride <= stride)
  }
}

extension WorkerRequest {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(WorkerLimits.version)
    writer.u8(kind)
    writer.u32(number)
    writer.u32(document)
    switch body {
    case .open(let password):
      writer.bool(password != nil)
      if let password { writer.blob(password.prefix(WorkerLimits.passwordBytes)) }
    case .openStream(let password, let byteCount):
      writer.bool(password != nil)
      if let password { writer.blob(password.prefix(WorkerLimits.passwordBytes)) }
      writer.u64(UInt64(clamping: byteCount))
    case .pageSizes(let first, let count):
      writer.i32(first)
      writer.i32(count)
    case .render(let order):
      writer.render(order)
    case .text(let page), .links(let page):
      writer.i32(page)
    case .append(let title): writer.string(title, upTo: WorkerLimits.outlineTitleBytes)
    case .join(let pages): writer.i32(pages)
    case .words(let first, let count):
      writer.i32(first)
      writer.i32(count)
    case .find(let first, let count, let query):
      writer.i32(first)
      writer.i32(count)
      writer.string(query, upTo: WorkerLimits.queryBytes)
    case .info, .outline, .forms, .fields, .fill, .export, .close, .trim, .arrived, .abandon:
      break
    }
    return writer.bytes
  }

  package init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    let version = try reader.u8()
    guard version == WorkerLimits.version else { throw .unsupportedVersion(version) }
    let kind = try reader.u8()
    number = try reader.u32()
    document = try reader.u32()
    switch kind {
    case 1:
      body = .open(
        password: try reader.bool() ? try reader.blob(upTo: WorkerLimits.passwordBytes) : nil)
    case 12:
      let password = try reader.bool() ? try reader.blob(upTo: WorkerLimits.passwordBytes) : nil
      let byteCount = try reader.u64()
      guard byteCount > 0, byteCount <= UInt64(FetchLimits.blocks * BlockRun.blockBytes) else {
        throw .badValue
      }
      body = .openStream(password: password, byteCount: Int(byteCount))
    case 13: body = .arrived
    case 14: body = .abandon
    case 2:
      // No more than an answer can name.
      let first = try reader.index(upTo: WorkerLimits.pages)
      body = .pageSizes(first: first, count: try reader.index(upTo: Int32(WorkerLimits.sizes)))
    case 3: body = .render(try reader.renderOrder())
    case 4: body = .text(page: try reader.index())
    case 5: body = .links(page: try reader.index())
    case 6: body = .info
    case 7: body = .forms
    case 8: body = .close
    case 20: body = .trim
    case 21: body = .fields
    case 22: body = .fill
    case 23: body = .export
    case 24: body = .append(title: try reader.string(upTo: WorkerLimits.outlineTitleBytes))
    case 25: body = .join(pages: try reader.index())
    case 9: body = .outline
    case 10:
      let first = try reader.index(upTo: WorkerLimits.pages)
      body = .words(first: first, count: try reader.pageCount())
    case 11:
      let first = try reader.index(upTo: WorkerLimits.pages)
      let count = try reader.pageCount()
      body = .find(first: first, count: count, query: try reader.string(upTo: WorkerLimits.queryBytes))
    default: throw .unknownKind(kind)
    }
    try reader.finish()
  }

  private var kind: UInt8 {
    switch body {
    case .open: 1
    case .pageSizes: 2
    case .render: 3
    case .text: 4
    case .links: 5
    case .info: 6
    case .forms: 7
    case .close: 8
    case .trim: 20
    case .fields: 21
    case .fill: 22
    case .export: 23
    case .append: 24
    case .join: 25
    case .outline: 9
    case .words: 10
    case .find: 11
    case .openStream: 12
    case .arrived: 13
    case .abandon: 14
    }
  }
}

extension ByteWriter {
  fileprivate mutating func render(_ order: RenderOrder) {
    i32(order.page)
    for value in [
      order.resolution.width, order.resolution.height, order.clip.x, order.clip.y, order.clip.width,
      order.clip.height, order.rotation.rawValue, order.stride,
    ] {
      i32(Int32(clamping: value))
    }
    u8(order.harvest.rawValue)
    u32(order.paper)
    u8(order.expects.map { $0 == .grey ? 2 : 1 } ?? 0)
  }
}

extension ByteReader {
  /// How many pages are read at once.
  fileprivate mutating func pageCount() throws(WireError) -> Int32 {
    let count = try index(upTo: WorkerLimits.pagesAtOnce)
    guard count > 0 else { throw .badValue }
    return count
  }

  fileprivate mutating func renderOrder() throws(WireError) -> RenderOrder {
    let page = try index()
    let resolution = PixelSize(width: Int(try index()), height: Int(try index()))
    let clip = PixelRect(
      x: Int(try index()), y: Int(try index()), width: Int(try index()), height: Int(try index()))
    guard let rotation = Rotation(rawValue: Int(try i32())) else { throw .badValue }
    let stride = Int(try index())
    let harvest = Harvest(rawValue: try u8())
    guard Harvest.all.contains(harvest) else { throw .badValue }
    var order = RenderOrder(
      page: page, resolution: resolution, clip: clip, rotation: rotation, stride: stride, harvest: harvest,
      paper: try u32())
    order.expects =
      switch try u8() {
      case 0: nil
      case 1: .colour
      case 2: .grey
      default: throw .badValue
      }
    guard order.isValid else { throw .badValue }
    return order
  }
}
