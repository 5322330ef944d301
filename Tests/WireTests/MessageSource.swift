import ViewerCore
import Wire

/// Makes messages of all kinds by chance, the same ones each time, edges of every range among them.
struct MessageSource {
  private var chance: Scrambler

  init(seed: UInt64) {
    chance = Scrambler(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    // Mistakes live at the edges.
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: Int.random(in: range, using: &chance)
    }
  }

  mutating func index(_ limit: Int32 = .max) -> Int32 { Int32(number(0...Int(limit))) }

  mutating func bool() -> Bool { Bool.random(using: &chance) }

  mutating func any() -> UInt32 { UInt32(number(0...Int(UInt32.max))) }

  mutating func float(_ range: ClosedRange<Float> = -1e6...1e6) -> Float {
    Float.random(in: range, using: &chance)
  }

  mutating func double() -> Double { Double.random(in: -1e6...1e6, using: &chance) }

  mutating func optionalDouble() -> Double? { bool() ? double() : nil }

  /// Text of one- to four-byte characters, at most so many bytes.
  mutating func text(_ limit: Int) -> String {
    let scalars: [Unicode.Scalar] = ["a", "Z", " ", "\n", "\u{0}", "ü", "ß", "日", "€", "\u{301}", "😀"]
    var result = ""
    var used = 0
    for _ in 0..<number(0...min(limit, 40)) {
      let scalar = scalars.randomElement(using: &chance) ?? "a"
      used += UTF8.width(scalar)
      guard used <= limit else { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  mutating func bytes(_ limit: Int) -> [UInt8] {
    (0..<number(0...limit)).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
  }

  mutating func texts(_ limit: Int, each bytes: Int) -> [String] {
    (0..<number(0...limit)).map { _ in text(bytes) }
  }

  /// Sides as single precision holds them, for that is how they travel.
  mutating func size() -> Size {
    Size(width: Double(float(0...1_000_000)), height: Double(float(0...1_000_000)))
  }

  mutating func order() -> RenderOrder {
    let resolution = PixelSize(width: number(1...200_000), height: number(1...200_000))
    let x = number(0...resolution.width - 1)
    let y = number(0...resolution.height - 1)
    let clip = PixelRect(
      x: x, y: y, width: number(1...min(32767, resolution.width - x)),
      height: number(1...min(32767, resolution.height - y)))
    var order = RenderOrder(
      page: index(), resolution: resolution, clip: clip,
      rotation: Rotation.allCases.randomElement(using: &chance) ?? .none, stride: 0,
      harvest: [.all, .links, .text, []][Int.random(in: 0..<4, using: &chance)],
      paper: any())
    order.stride = order.bitmapSize.width * 4 + 4 * number(0...16)
    // Rows of grey are on 64 bytes, so narrow bitmaps of colour may be too narrow for them.
    order.expects = order.greyStride <= order.stride ? [nil, .colour, .grey][number(0...2)] : nil
    return order
  }

  mutating func request(kind: Int) -> WorkerRequest {
    let body: WorkerRequest.Body =
      switch kind {
      case 0: .open(password: bool() ? bytes(200) : nil)
      case 1: .pageSizes(first: index(WorkerLimits.pages), count: index(Int32(WorkerLimits.sizes)))
      case 2: .render(order())
      case 3: .text(page: index())
      case 4: .links(page: index())
      case 5: .info
      case 6: .forms
      case 7: .trim
      case 8: .outline
      case 9: .words(first: index(WorkerLimits.pages), count: pageCount())
      case 10:
        .find(first: index(WorkerLimits.pages), count: pageCount(), query: text(WorkerLimits.queryBytes))
      case 11: .openStream(password: bool() ? bytes(200) : nil, byteCount: number(1...1 << 37))
      case 12: bool() ? .arrived : .abandon
      case 13: .fields
      case 14: .fill
      case 15: .export
      case 16: .append(title: text(WorkerLimits.outlineTitleBytes))
      case 17: .join(pages: index())
      default: .close
      }
    return WorkerRequest(number: any(), document: any(), body: body)
  }

  static let requestKinds = 19

  private mutating func pageCount() -> Int32 { Int32(number(1...Int(WorkerLimits.pagesAtOnce))) }

  mutating func reply(kind: Int) -> WorkerReply {
    let body: WorkerReply.Body =
      switch kind {
      case 0:
        .opened(
          DocumentFacts(
            pages: Int32(number(1...Int(WorkerLimits.pages))), firstPageSize: size(),
            firstPageLabel: text(WorkerLimits.labelBytes), encrypted: bool(),
            permissions: Permissions(rawValue: any()).intersection(.all), linearised: bool()))
      case 1:
        .failed(
          ErrorCode.allCases.randomElement(using: &chance) ?? .usage, detail: text(WorkerLimits.detailBytes))
      case 2: .sizes(first: index(WorkerLimits.pages), (0..<number(0...30)).map { _ in size() })
      case 3:
        .rendered(
          Rendered(
            format: bool() ? .grey : .colour,
            warnings: texts(WorkerLimits.warnings, each: WorkerLimits.warningBytes), harvest: nil))
      case 4: .rendered(Rendered(warnings: [], harvest: harvest()))
      case 5: .text(byteCount: number(0...WorkerLimits.bulkBytes))
      case 6: .links(byteCount: number(0...WorkerLimits.bulkBytes))
      case 7: .info(byteCount: number(0...WorkerLimits.bulkBytes))
      case 8: .forms(FormKind.allCases.randomElement(using: &chance) ?? .none, fields: index())
      case 9: .trimmed
      case 10: .outline(byteCount: number(0...WorkerLimits.bulkBytes))
      case 11: bool() ? .words(byteCount: number(0...300)) : .found(byteCount: number(0...300))
      case 12: .missing(runs())
      case 13: .fields(byteCount: number(0...WorkerLimits.bulkBytes))
      case 14: bool() ? .filled : .exported
      case 15: .appended
      default: .closed
      }
    var reply = WorkerReply(number: any(), anonymousBytes: number(0...1 << 20) * 1024, body: body)
    // Short bulk comes with the answer or by itself.
    if reply.bulkByteCount <= 300, bool() {
      reply.attached = (0..<reply.bulkByteCount).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    }
    return reply
  }

  static let replyKinds = 17

  private mutating func runs() -> [BlockRun] {
    (0..<number(0...20)).map { _ in
      let first = number(0...FetchLimits.blocks - 1)
      return BlockRun(first: first, count: number(1...FetchLimits.blocks - first))
    }
  }

  private mutating func harvest() -> Rendered.Harvest {
    let text = number(0...WorkerLimits.bulkBytes)
    return Rendered.Harvest(textBytes: text, linkBytes: number(0...WorkerLimits.bulkBytes - text))
  }

  mutating func pageText() -> PageText {
    let text = text(120)
    var top: Float = 0
    let boxes = text.unicodeScalars.map { _ in
      if bool() { top = float(0...800) }
      let left = float(0...600)
      return PageText.Box(left: left, top: top, right: left + 5, bottom: top + 12)
    }
    return PageText(text: text, boxes: boxes)
  }

  /// Characters far apart among them, as on a page whose lines are drawn of blanks.
  mutating func foldedText() -> FoldedText {
    FoldedText(text(120) + String(repeating: " ", count: bool() ? 600 : 0) + text(120))
  }

  mutating func links() -> PageLinks {
    PageLinks(
      (0..<number(0...12)).map { _ in
        let target: PageLink.Target =
          switch number(0...3) {
          case 0: .page(index(WorkerLimits.pages), x: optionalDouble(), y: optionalDouble())
          case 1: .uri(text(WorkerLimits.addressBytes))
          case 2: .named(text(WorkerLimits.labelBytes))
          default: .other(text(WorkerLimits.labelBytes))
          }
        return PageLink(left: double(), top: double(), right: double(), bottom: double(), target: target)
      })
  }

  mutating func outline() -> DocumentOutline {
    var depth = -1
    return DocumentOutline(
      (0..<number(0...12)).map { _ in
        depth = number(0...depth + 1)
        let leads = bool()
        return OutlineItem(
          title: text(WorkerLimits.outlineTitleBytes), depth: depth,
          page: leads ? Int(index(WorkerLimits.pages)) : nil, x: leads ? optionalDouble() : nil,
          y: leads ? optionalDouble() : nil)
      })
  }

  mutating func info() -> DocumentInfo {
    var info = DocumentInfo()
    info.format = text(20)
    info.title = text(100)
    info.author = text(100)
    info.subject = text(100)
    info.keywords = text(100)
    info.creator = text(100)
    info.producer = text(100)
    info.created = text(40)
    info.modified = text(40)
    info.linearisation = Linearisation.allCases[number(0...3)]
    info.attachments = index()
    info.labels = texts(20, each: WorkerLimits.labelBytes)
    info.warnings = texts(WorkerLimits.warnings, each: WorkerLimits.warningBytes)
    return info
  }

  /// One bit of the bytes, changed.
  mutating func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let bit = Int.random(in: 0..<max(1, bytes.count * 8), using: &chance)
    if bit / 8 < result.count { result[bit / 8] ^= 1 << UInt8(bit % 8) }
    return result
  }
}

/// What must hold of everything that was decoded, however the bytes came about.
enum Bounds {
  static func hold(_ request: WorkerRequest) -> Bool {
    switch request.body {
    case .open(let password): (password?.count ?? 0) <= WorkerLimits.passwordBytes
    case .openStream(let password, let byteCount):
      (password?.count ?? 0) <= WorkerLimits.passwordBytes
        && (1...FetchLimits.blocks * BlockRun.blockBytes).contains(byteCount)
    case .pageSizes(let first, let count):
      (0...WorkerLimits.pages).contains(first) && (0...Int32(WorkerLimits.sizes)).contains(count)
    case .render(let order):
      order.isValid && order.byteCount > 0 && order.bitmapSize.area * 4 <= order.byteCount
        && order.byteCount <= (1 << 20) * WorkerLimits.bitmapSide
    case .text(let page), .links(let page): page >= 0
    case .words(let first, let count):
      (0...WorkerLimits.pages).contains(first) && (1...WorkerLimits.pagesAtOnce).contains(count)
    case .find(let first, let count, let query):
      (0...WorkerLimits.pages).contains(first) && (1...WorkerLimits.pagesAtOnce).contains(count)
        && query.utf8.count <= WorkerLimits.queryBytes
    case .append(let title): title.utf8.count <= WorkerLimits.outlineTitleBytes
    case .join(let pages): pages >= 0
    case .info, .outline, .forms, .fields, .fill, .export, .close, .trim, .arrived, .abandon: true
    }
  }

  static func hold(_ reply: WorkerReply) -> Bool {
    guard (0...Int(UInt32.max) * 1024).contains(reply.anonymousBytes),
      (0...WorkerLimits.bulkBytes).contains(reply.bulkByteCount)
    else { return false }
    return switch reply.body {
    case .opened(let facts):
      (1...WorkerLimits.pages).contains(facts.pages) && hold(facts.firstPageSize)
        && facts.firstPageLabel.utf8.count <= WorkerLimits.labelBytes
        && Permissions.all.isSuperset(of: facts.permissions)
    case .failed(_, let detail): detail.utf8.count <= WorkerLimits.detailBytes
    case .sizes(let first, let sizes):
      (0...WorkerLimits.pages).contains(first) && sizes.count <= WorkerLimits.sizes
        && sizes.allSatisfy(hold)
    case .rendered(let rendered):
      rendered.warnings.count <= WorkerLimits.warnings
        && rendered.warnings.allSatisfy { $0.utf8.count <= WorkerLimits.warningBytes }
    case .forms(_, let fields): fields >= 0
    case .missing(let runs):
      runs.count <= FetchLimits.runs
        && runs.allSatisfy { $0.first >= 0 && $0.count > 0 && $0.end <= FetchLimits.blocks }
    case .text, .words, .found, .links, .info, .outline, .fields, .filled, .exported, .appended, .closed,
      .trimmed:
      reply.attached.isEmpty || reply.attached.count == reply.bulkByteCount
    }
  }

  static func hold(_ size: Size) -> Bool {
    (0...1_000_000).contains(size.width) && (0...1_000_000).contains(size.height)
  }

  static func hold(_ text: PageText) -> Bool {
    text.text.unicodeScalars.count == text.count && text.edges.count == text.count * 2
      && text.runs.reduce(0) { $0 + $1.count } == text.count && text.edges.allSatisfy(\.isFinite)
      && text.runs.allSatisfy { $0.top.isFinite && $0.bottom.isFinite }
  }

  static func hold(_ links: PageLinks) -> Bool {
    links.links.count <= WorkerLimits.links
      && links.links.allSatisfy { link in
        guard [link.left, link.top, link.right, link.bottom].allSatisfy(\.isFinite) else { return false }
        return switch link.target {
        case .page(let page, let x, let y):
          (0...WorkerLimits.pages).contains(page) && (x ?? 0).isFinite && (y ?? 0).isFinite
        case .uri(let address): address.utf8.count <= WorkerLimits.addressBytes
        case .named(let name), .other(let name): name.utf8.count <= WorkerLimits.labelBytes
        }
      }
  }

  static func hold(_ outline: DocumentOutline) -> Bool {
    var before = -1
    return outline.items.allSatisfy { item in
      defer { before = item.depth }
      return item.depth >= 0 && item.depth <= min(before + 1, WorkerLimits.outlineDepth)
        && item.title.utf8.count <= WorkerLimits.outlineTitleBytes && (item.x ?? 0).isFinite
        && (item.y ?? 0).isFinite && (0...Int(WorkerLimits.pages)).contains(item.page ?? 0)
    }
  }

  static func hold(_ info: DocumentInfo) -> Bool {
    info.attachments >= 0 && info.warnings.count <= WorkerLimits.warnings
      && info.labels.allSatisfy { $0.utf8.count <= WorkerLimits.labelBytes }
      && [info.title, info.author, info.producer].allSatisfy { $0.utf8.count <= WorkerLimits.metadataBytes }
  }
}
