import Testing

@testable import ViewerCore

/// A session with a reader in front and workers behind: time, touches, and renders that come when the test says so.
///
/// Keeps the books of every bitmap: each one handed out ends as freed once, or is in the cache.
struct Reader {
  static let panel = Panel(size: PixelSize(width: 1000, height: 1500), dotsPerInch: 160)

  var session: Session
  var now = Timestamp.zero
  var pages: Int
  /// The true size of a page, pt.
  var size: @Sendable (Int) -> Size
  /// What workers find a page to be.
  var format: @Sendable (Int) -> RenderYield.Format = { _ in .colour }
  /// Everything handed out and not answered yet.
  var underWay: [Work] = []
  var effects: [Effect] = []
  /// What is read of the document beside pages; an answer to it is not seen by `take` and `underWay`.
  var outline: [OutlineItem] = []
  var info = DocumentInfo()
  var form = DocumentForm()
  /// Words and links of a page, counted from 0.
  var words: @Sendable (Int) -> PageText = { _ in .empty }
  var links: @Sendable (Int) -> [PageLink] = { _ in [] }
  /// How many workers there are, and idle ones among them, before any is taken.
  var hands = WorkerHands.enough
  /// Whether outline and facts come by themselves, for tests of something else.
  var readsAlong = true
  private(set) var lent: Set<BitmapID> = []
  private(set) var freed: Set<BitmapID> = []

  init(
    pages: Int = 20, options: SessionOptions = SessionOptions(budget: 256 << 20),
    size: @escaping @Sendable (Int) -> Size = { _ in Size(width: 500, height: 700) }
  ) {
    self.pages = pages
    self.size = size
    session = Session(options: options, panel: Self.panel)
    collect()
  }

  /// The document that is opening has opened, and all that is due has been done.
  static func reading(
    pages: Int = 20, options: SessionOptions = SessionOptions(budget: 256 << 20),
    size: @escaping @Sendable (Int) -> Size = { _ in Size(width: 500, height: 700) }
  ) -> Reader {
    var reader = Reader(pages: pages, options: options, size: size)
    reader.open()
    reader.workAll()
    reader.rest()
    return reader
  }

  var document: UInt32 { session.document.number }
  var viewport: Viewport { session.viewport }
  var scene: Scene { session.scene(at: now) }

  mutating func handle(_ event: SessionEvent) {
    session.handle(event, at: now)
    collect()
  }

  mutating func open() {
    handle(.opened(document: document, pages: pages, first: size(0), encrypted: false))
  }

  // MARK: Work

  /// Takes work until there is none.
  @discardableResult
  mutating func take(_ most: Int = .max) -> [Work] {
    var taken: [Work] = []
    while taken.count < most, hands.idle > 0, let work = session.nextWork(hands) {
      if readsAlong,
        [.outline(document: document), .info(document: document), .form(document: document)].contains(work)
      {
        answer(work)
        continue
      }
      hands.idle -= hands.idle == .max ? 0 : 1
      if case .render(let key, let bitmap) = work {
        #expect(lent.insert(bitmap).inserted, "a name is used once")
        #expect(!underWay.contains { $0.key == key }, "nothing is drawn twice at once")
      }
      taken.append(work)
      underWay.append(work)
    }
    collect()
    return taken
  }

  mutating func answer(_ work: Work, failing: (ErrorCode, DeathBlame)? = nil) {
    if underWay.contains(work), hands.idle < hands.count { hands.idle += 1 }
    underWay.removeAll { $0 == work }
    switch work {
    case .sizes(let document, let first, let count):
      if failing != nil {
        handle(.sizesFailed(document: document))
      } else {
        handle(.sizes(document: document, first: first, (first..<first + count).map(size)))
      }
    case .render(let key, let bitmap):
      if let (code, blame) = failing {
        handle(.renderFailed(key, bitmap, code, blame))
      } else {
        let harvest = session.harvest(of: key)
        handle(
          .rendered(
            key, bitmap,
            RenderYield(
              format: format(Int(key.page)),
              text: harvest.contains(.text) ? words(Int(key.page)) : nil,
              links: harvest.contains(.links) ? links(Int(key.page)) : nil)))
      }
    case .text, .words, .links, .outline, .info, .form:
      guard failing == nil else {
        let (code, blame) = failing ?? (.pageRenderFailed, .answer)
        handle(.readFailed(work, code, blame))
        return
      }
      switch work {
      case .text(let document, let page): handle(.text(document: document, page: page, words(page)))
      case .words(let document, let first, let count):
        let folded = (first..<first + count).map { FoldedText(words($0)) }
        handle(.words(document: document, first: first, folded))
      case .links(let document, let page): handle(.links(document: document, page: page, links(page)))
      case .outline(let document): handle(.outline(document: document, outline))
      case .form(let document): handle(.form(document: document, form))
      default: handle(.info(document: work.document, info))
      }
    }
  }

  /// Does everything that is due.
  mutating func workAll() {
    repeat {
      take()
      for work in underWay { answer(work) }
    } while session.nextWork().map({ keep($0) }) ?? false
  }

  private mutating func keep(_ work: Work) -> Bool {
    if case .render(_, let bitmap) = work { lent.insert(bitmap) }
    underWay.append(work)
    collect()
    return true
  }

  mutating func collect() {
    for effect in session.takeEffects() {
      if case .free(let bitmap) = effect { #expect(freed.insert(bitmap).inserted, "freed twice: \(bitmap)") }
      if case .reuse(let bitmap, let heir) = effect {
        #expect(freed.insert(bitmap).inserted, "reused after it was freed: \(bitmap)")
        #expect(heir != bitmap && lent.contains(bitmap))
      }
      effects.append(effect)
    }
  }

  /// Bitmaps that are neither free nor in the cache nor with a worker: there must be none.
  var lost: Set<BitmapID> {
    var kept: Set<BitmapID> = []
    for page in 0..<pages {
      if let entry = session.desk.cache.base(page) { kept.insert(entry.bitmap) }
      if let entry = session.desk.cache.tile(page) { kept.insert(entry.bitmap) }
      if let entry = session.desk.cache.thumbnail(page) { kept.insert(entry.bitmap) }
    }
    for buffer in session.desk.cache.pool.buffers { kept.insert(buffer.bitmap) }
    // The last document's picture stays until there is another one.
    kept.formUnion(session.frozen?.bitmaps ?? [])
    #expect(kept.isDisjoint(with: freed))
    for case .render(_, let bitmap) in underWay { kept.insert(bitmap) }
    return lent.subtracting(freed).subtracting(kept)
  }

  // MARK: Time

  /// Timers and frames until a span has passed.
  mutating func wait(milliseconds: Double) {
    let end = Timestamp(microseconds: now.microseconds + Int64(milliseconds * 1000))
    while true {
      let frame = Timestamp(microseconds: (now.microseconds * 60 / 1_000_000 + 1) * 1_000_000 / 60 + 1)
      if let deadline = session.deadline, deadline <= min(frame, end) {
        now = max(now, deadline)
        handle(.time)
      } else if frame <= end {
        now = frame
        handle(.frame)
      } else {
        now = end
        return
      }
    }
  }

  /// Until nothing moves and nothing is due that could be seen.
  mutating func rest() {
    for _ in 0..<1000 where !session.isAtRest(at: now) { wait(milliseconds: 20) }
    #expect(session.isAtRest(at: now))
  }

  // MARK: Hands

  mutating func touch(_ phase: TouchChange.Phase, _ place: Point, slot: Int32 = 0) {
    let millimetres = place * (25.4 / 160)
    handle(
      .touch(
        TouchFrame(
          time: now, device: 0,
          changes: [TouchChange(slot: slot, phase: phase, position: place, millimetres: millimetres)])))
  }

  mutating func drag(from: Point, to: Point, milliseconds: Double = 200, resting: Bool = true) {
    touch(.down, from)
    for step in 1...10 {
      wait(milliseconds: milliseconds / 10)
      touch(.move, from + (to - from) * (Double(step) / 10))
    }
    if resting { wait(milliseconds: 100) }
    touch(.up, to)
  }

  mutating func tap(_ place: Point) {
    touch(.down, place)
    wait(milliseconds: 60)
    touch(.up, place)
  }

  // MARK: What was said

  var trace: [TraceEvent] {
    effects.compactMap { if case .trace(let event) = $0 { event } else { nil } }
  }

  var pagesReported: [Int] {
    trace.compactMap { if case .page(let page) = $0 { page } else { nil } }
  }

  var errors: [(code: ErrorCode, page: Int?)] {
    trace.compactMap { if case .error(let code, let page) = $0 { (code, page) } else { nil } }
  }

  var lastPlan: [RenderKey] {
    trace.reduce([]) { if case .plan(let keys) = $1 { keys } else { $0 } }
  }

  var settledViews: Int {
    trace.count { if case .viewport = $0 { true } else { false } }
  }

  mutating func forget() { effects = [] }
}

extension Work {
  var key: RenderKey? {
    if case .render(let key, _) = self { key } else { nil }
  }
  /// Counted from 0.
  var page: Int? { key.map { Int($0.page) } }
}
