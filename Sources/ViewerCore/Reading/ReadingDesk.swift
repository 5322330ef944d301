/// What is read of a document beside its pixels: what is here, what is under way, what has come to nothing.
///
/// Nothing under way is asked for twice. Failures go by whose fault they are, as with drawing:
///
/// | what happened | what follows |
/// |---|---|
/// | the engine answered with an error, or the worker died of it | once more at once, then given up |
/// | our deadline | given up: it would take as long again |
/// | somebody else killed the worker | again, as often as `WorkerPolicy` says |
package struct ReadingDesk: Sendable {
  /// One thing that can be read.
  package enum Subject: Hashable, Sendable {
    /// Pages are counted from 0.
    case text(Int)
    /// A page's words as a search sees them.
    case words(Int)
    case links(Int)
    case outline
    case info
    case form

    package func work(document: UInt32) -> Work {
      switch self {
      case .text(let page): .text(document: document, page: page)
      case .words(let page): .words(document: document, first: page, count: 1)
      case .links(let page): .links(document: document, page: page)
      case .outline: .outline(document: document)
      case .info: .info(document: document)
      case .form: .form(document: document)
      }
    }

    /// Under what its failures are counted: words are the same work to the engine, with their places or without.
    var record: Subject {
      if case .words(let page) = self { .text(page) } else { self }
    }
  }

  package private(set) var texts = TextCache()
  package private(set) var links = LinkCache()
  private var underWay: Set<Subject> = []
  /// What renders under way bring along.
  private var harvests: [RenderKey: Harvest] = [:]
  private var records: [Subject: WorkPatience] = [:]
  /// What has been read since its page came into view: more than is kept must not be read over and over.
  private var seen: Set<Subject> = []

  package init() {}

  // MARK: What is here

  /// The words of a page; empty ones where they cannot be read; nil while they have not been.
  package func text(of page: Int) -> PageText? {
    texts[page] ?? (isGivenUp(.text(page)) ? .empty : nil)
  }

  package func links(of page: Int) -> [PageLink]? {
    links[page] ?? (isGivenUp(.links(page)) ? [] : nil)
  }

  /// These pages are in view.
  package mutating func look(at pages: Range<Int>) {
    touch(pages)
    seen = seen.filter { subject in
      switch subject {
      case .text(let page), .words(let page), .links(let page): pages.contains(page)
      case .outline, .info, .form: true
      }
    }
  }

  package mutating func touch(_ pages: some Sequence<Int>) {
    for page in pages {
      texts.touch(page)
      links.touch(page)
    }
  }

  package mutating func took(_ text: PageText, page: Int) {
    underWay.remove(.text(page))
    records[.text(page)] = nil
    texts.insert(text, page: page)
    seen.insert(.text(page))
  }

  package mutating func took(_ links: [PageLink], page: Int) {
    underWay.remove(.links(page))
    records[.links(page)] = nil
    self.links.insert(links, page: page)
    seen.insert(.links(page))
  }

  package mutating func took(_ subject: Subject) {
    underWay.remove(subject)
    records[subject.record] = nil
  }

  // MARK: What is to be asked for

  /// Whether a subject is worth a request: not here, not under way, not given up.
  package func mayAsk(_ subject: Subject) -> Bool {
    if underWay.contains(subject) || isGivenUp(subject) { return false }
    switch subject {
    case .text(let page): return texts[page] == nil
    case .words(let page): return texts[page] == nil && !underWay.contains(.text(page))
    case .links(let page): return links[page] == nil
    case .outline, .info, .form: return true
    }
  }

  /// Whether a subject has been read since its page came into view, whether or not it could be kept.
  package func hasSeen(_ subject: Subject) -> Bool { seen.contains(subject) }

  package func isGivenUp(_ subject: Subject) -> Bool {
    records[subject.record]?.isOver ?? false
  }

  package mutating func began(_ subject: Subject) {
    underWay.insert(subject)
  }

  /// A request was ended for something more urgent: it may be made again.
  package mutating func gaveWay(_ subject: Subject) {
    underWay.remove(subject)
  }

  /// A request has come to nothing.
  /// - Returns: whether it is given up, for the first time.
  package mutating func failed(_ subject: Subject, _ blame: DeathBlame) -> Bool {
    underWay.remove(subject)
    var patience = records[subject.record] ?? WorkPatience()
    guard !patience.isOver else { return false }
    defer { records[subject.record] = patience }
    return patience.record(blame)
  }

  // MARK: What comes with pixels

  /// A render begins: what it brings along is not asked for otherwise.
  /// - Parameter wantsText: somebody is about to read the page's words.
  package mutating func beganRender(_ key: RenderKey, wantsText: Bool) {
    guard key.kind == .base else { return }
    let page = Int(key.page)
    var harvest: Harvest = []
    if mayAsk(.links(page)) {
      harvest.insert(.links)
      underWay.insert(.links(page))
    }
    if wantsText, mayAsk(.text(page)) {
      harvest.insert(.text)
      underWay.insert(.text(page))
    }
    if !harvest.isEmpty { harvests[key] = harvest }
  }

  /// What a render that has begun is to bring along.
  package func harvest(of key: RenderKey) -> Harvest { harvests[key] ?? [] }

  /// A render is over, however: what it did not bring may be asked for by itself.
  package mutating func endedRender(_ key: RenderKey) {
    guard let harvest = harvests.removeValue(forKey: key) else { return }
    if harvest.contains(.links) { underWay.remove(.links(Int(key.page))) }
    if harvest.contains(.text) { underWay.remove(.text(Int(key.page))) }
  }
}
