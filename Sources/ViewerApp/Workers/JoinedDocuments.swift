import ViewerCore

/// Documents that are shown as one. A pool keeps each member as a document of its own, with its own file, password and
/// workers; outside the pool nobody knows but the whole.
///
/// A member that does not open is one page that cannot be drawn, in its place.
struct JoinedDocuments {
  /// What has become of a member.
  private enum Member {
    case opening
    case open(pages: Int, first: Size, encrypted: Bool, kind: DocumentKind)
    case failed(Failure)

    var pages: Int {
      switch self {
      case .opening: 0
      case .open(let pages, _, _, _): pages
      case .failed: 1
      }
    }
  }

  private struct Whole {
    let titles: [String]
    /// As failures name them.
    let names: [String]
    let numbers: [UInt32]
    var members: [Member]
    /// How much of each has come, in 1/256.
    var progress: [Int]
    /// Once all have opened or failed.
    var pages: JoinedPages?
    var isClosed = false
  }

  /// Members are counted from here, out of the way of documents.
  private static let firstMember: UInt32 = 1 << 31
  private var nextMember = Self.firstMember
  private var wholes: [UInt32: Whole] = [:]
  /// The whole of each member, and its place in it.
  private var owners: [UInt32: (document: UInt32, place: Int)] = [:]
  private var gatherings: [GatheredWork] = []

  // MARK: Documents

  /// - Parameters:
  ///   - titles: of the members, for the outline.
  ///   - names: of the members, for failures.
  /// - Returns: the members' numbers.
  mutating func open(_ document: UInt32, titles: [String], names: [String]) -> [UInt32] {
    let numbers = titles.indices.map { nextMember + UInt32($0) }
    nextMember += UInt32(titles.count)
    wholes[document] = Whole(
      titles: titles, names: names, numbers: numbers,
      members: Array(repeating: .opening, count: titles.count),
      progress: Array(repeating: 0, count: titles.count)
    )
    for (place, number) in numbers.enumerated() { owners[number] = (document, place) }
    return numbers
  }

  /// The numbers of a whole's members; nil for a document that is none.
  func members(of document: UInt32) -> [UInt32]? { wholes[document]?.numbers }

  /// A whole is not needed any more; results of its members may still come.
  mutating func close(_ document: UInt32) { wholes[document]?.isClosed = true }

  /// Forgets what is closed.
  /// - Parameter isBusy: whether something may still come of a member.
  mutating func forgetClosed(where isBusy: (UInt32) -> Bool) {
    for (document, whole) in wholes where whole.isClosed && !whole.numbers.contains(where: isBusy) {
      wholes[document] = nil
      for number in whole.numbers { owners[number] = nil }
      gatherings.removeAll { $0.work.document == document }
    }
  }

  // MARK: Work for members

  /// What members have to do for a work, each with what comes of it where it is known already.
  /// - Returns: nil for a document that is no whole.
  mutating func parts(of work: Work) -> [(work: Work, result: SessionEvent?)]? {
    guard let whole = wholes[work.document] else { return nil }
    guard let pages = whole.pages else { return [] }
    switch work {
    case .render(let key, let bitmap):
      guard let (place, page) = pages.place(Int(key.page)) else { return [] }
      var inner = key
      (inner.document, inner.page) = (whole.numbers[place], Int32(page))
      return [part(.render(inner, into: bitmap), whole.members[place])]
    case .text(_, let page):
      guard let (place, page) = pages.place(page) else { return [] }
      return [part(.text(document: whole.numbers[place], page: page), whole.members[place])]
    case .links(_, let page):
      guard let (place, page) = pages.place(page) else { return [] }
      return [part(.links(document: whole.numbers[place], page: page), whole.members[place])]
    case .sizes(_, let first, let count):
      return gather(
        work,
        pages.pieces(first..<first + count).map { place, pages in
          part(
            .sizes(document: whole.numbers[place], first: pages.lowerBound, count: pages.count),
            whole.members[place], size: firstSize(whole))
        })
    case .words(_, let first, let count):
      return gather(
        work,
        pages.pieces(first..<first + count).map { place, pages in
          part(
            .words(document: whole.numbers[place], first: pages.lowerBound, count: pages.count),
            whole.members[place])
        })
    case .outline:
      return gather(
        work, whole.numbers.indices.map { part(.outline(document: whole.numbers[$0]), whole.members[$0]) })
    case .info:
      return gather(
        work, whole.numbers.indices.map { part(.info(document: whole.numbers[$0]), whole.members[$0]) })
    case .form(let document):
      // Fields of several documents may have one name: the forms of joined documents are shown as they are.
      return [(work, .form(document: document, DocumentForm()))]
    }
  }

  /// A member's work as the whole's, as far as it is about one page.
  func whole(_ work: Work) -> Work {
    guard let (document, place) = owners[work.document], let pages = wholes[document]?.pages else {
      return work
    }
    switch work {
    case .render(var key, let bitmap):
      (key.document, key.page) = (document, Int32(pages.page(Int(key.page), of: place)))
      return .render(key, into: bitmap)
    case .text(_, let page): return .text(document: document, page: pages.page(page, of: place))
    case .links(_, let page): return .links(document: document, page: pages.page(page, of: place))
    case .sizes, .words, .outline, .info, .form: return work
    }
  }

  /// As failures name what a page of a whole is of, and which of its pages it is; nil for a document that is none.
  func source(ofPage page: Int, in document: UInt32) -> (name: String, page: Int)? {
    guard let whole = wholes[document], let (place, page) = whole.pages?.place(page) else { return nil }
    return (whole.names[place], page)
  }

  /// A failed member's share is done at once.
  private func part(
    _ work: Work, _ member: Member, size: Size = .zero
  ) -> (work: Work, result: SessionEvent?) {
    guard case .failed(let failure) = member else { return (work, nil) }
    switch work {
    case .sizes(let document, let first, _): return (work, .sizes(document: document, first: first, [size]))
    case .render(let key, let bitmap): return (work, .renderFailed(key, bitmap, failure.code, .answer))
    case .text, .words, .links, .outline, .info, .form:
      return (work, .readFailed(work, failure.code, .answer))
    }
  }

  private mutating func gather(
    _ work: Work, _ parts: [(work: Work, result: SessionEvent?)]
  ) -> [(work: Work, result: SessionEvent?)] {
    gatherings.append(GatheredWork(work, parts: parts.map(\.work)))
    return parts
  }

  // MARK: What comes of it

  /// What a result says about the whole; nothing where more has to come first.
  mutating func told(_ event: SessionEvent) -> SessionEvent? {
    guard let (document, place) = event.document.flatMap({ owners[$0] }), let whole = wholes[document] else {
      return event
    }
    switch event {
    case .opened(_, let pages, let first, let encrypted, _, let kind, _):
      return settle(place, .open(pages: pages, first: first, encrypted: encrypted, kind: kind), of: document)
    case .progress(_, let share):
      wholes[document]?.progress[place] = Int(share)
      let shares = wholes[document]?.progress ?? []
      return .progress(document: document, UInt8(clamping: shares.reduce(0, +) / max(1, shares.count)))
    case .earlierCopy: return .earlierCopy(document: document)
    case .openFailed(_, let failure):
      return settle(place, .failed(failure), of: document)
    default: break
    }
    guard let pages = whole.pages else { return nil }
    func outer(_ key: RenderKey) -> RenderKey {
      var key = key
      (key.document, key.page) = (document, Int32(pages.page(Int(key.page), of: place)))
      return key
    }
    switch event {
    case .rendered(let key, let bitmap, var yield):
      yield.links = yield.links.map { pages.links($0, of: place) }
      return .rendered(outer(key), bitmap, yield)
    case .renderFailed(let key, let bitmap, let code, let blame):
      return .renderFailed(outer(key), bitmap, code, blame)
    case .text(_, let page, let text):
      return .text(document: document, page: pages.page(page, of: place), text)
    case .links(_, let page, let links):
      return .links(
        document: document, page: pages.page(page, of: place), pages.links(links, of: place))
    case .readFailed(.text(_, let page), let code, let blame):
      return .readFailed(.text(document: document, page: pages.page(page, of: place)), code, blame)
    case .readFailed(.links(_, let page), let code, let blame):
      return .readFailed(.links(document: document, page: pages.page(page, of: place)), code, blame)
    default:
      return complete(event, of: document, pages)
    }
  }

  /// A member has opened, or will not.
  private mutating func settle(_ place: Int, _ member: Member, of document: UInt32) -> SessionEvent? {
    wholes[document]?.members[place] = member
    wholes[document]?.progress[place] = 255
    guard let whole = wholes[document] else { return nil }
    var failure: Failure?
    var kind: DocumentKind?
    var encrypted = false
    for member in whole.members {
      switch member {
      case .opening: return nil
      case .failed(let reason): failure = failure ?? reason
      case .open(_, _, let isEncrypted, let its):
        kind = kind ?? its
        encrypted = encrypted || isEncrypted
      }
    }
    let pages = JoinedPages(whole.members.map(\.pages))
    wholes[document]?.pages = pages
    guard let kind else { return failure.map { .openFailed(document: document, $0) } }
    return .opened(
      document: document, pages: pages.count, first: firstSize(whole), encrypted: encrypted, kind: kind)
  }

  /// Of the first member that is open: what stands in place of others is as large.
  private func firstSize(_ whole: Whole) -> Size {
    for case .open(_, let first, _, _) in whole.members { return first }
    return .zero
  }

  private mutating func complete(
    _ event: SessionEvent, of document: UInt32, _ pages: JoinedPages
  ) -> SessionEvent? {
    for index in gatherings.indices where gatherings[index].takes(event) {
      guard gatherings[index].isComplete else { return nil }
      return gatherings.remove(at: index).whole(pages, titles: wholes[document]?.titles ?? [])
    }
    return nil
  }
}

extension SessionEvent {
  /// The document that a worker's result is about.
  var document: UInt32? {
    switch self {
    case .opened(let document, _, _, _, _, _, _), .openFailed(let document, _), .sizes(let document, _, _),
      .sizesFailed(let document, _), .text(let document, _, _), .words(let document, _, _),
      .links(let document, _, _), .outline(let document, _), .info(let document, _),
      .progress(let document, _), .earlierCopy(let document):
      document
    case .rendered(let key, _, _), .renderFailed(let key, _, _, _): key.document
    case .readFailed(let work, _, _): work.document
    default: nil
    }
  }
}
