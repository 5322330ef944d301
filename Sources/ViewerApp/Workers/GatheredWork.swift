import ViewerCore

/// Work for pages of several documents that are shown as one: each of them does a part, and what comes of it is told
/// once all parts are there.
struct GatheredWork {
  /// As the whole was asked for it.
  let work: Work
  private var parts: [(work: Work, result: SessionEvent?)]

  init(_ work: Work, parts: [Work]) {
    self.work = work
    self.parts = parts.map { ($0, nil) }
  }

  var isComplete: Bool { parts.allSatisfy { $0.result != nil } }

  /// - Returns: whether it is what came of a part.
  mutating func takes(_ event: SessionEvent) -> Bool {
    guard let part = parts.firstIndex(where: { $0.result == nil && event.answers($0.work) }) else {
      return false
    }
    parts[part].result = event
    return true
  }

  /// What came of all parts, as what came of the whole.
  /// - Parameters:
  ///   - pages: where those of each member stand.
  ///   - titles: what each member is called.
  func whole(_ pages: JoinedPages, titles: [String]) -> SessionEvent {
    let results = parts.compactMap(\.result)
    switch work {
    case .sizes(let document, let first, _):
      var sizes: [Size] = []
      for result in results {
        switch result {
        case .sizes(_, _, let more): sizes += more
        case .sizesFailed(_, let gaveWay): return .sizesFailed(document: document, gaveWay: gaveWay)
        default: break
        }
      }
      return .sizes(document: document, first: first, sizes)
    case .words(let document, let first, let count):
      var words: [FoldedText?] = []
      for result in results {
        switch result {
        case .words(_, _, let pages): words += pages
        case .readFailed(.words(_, _, let part), let code, let blame):
          // Of several its pages are asked for one by one, so that the one at fault is found.
          guard count > 1, code != .cancelled else { return .readFailed(work, code, blame) }
          words += Array(repeating: nil, count: part)
        default: break
        }
      }
      return .words(document: document, first: first, words)
    case .outline, .info:
      for case .readFailed(_, .cancelled, let blame) in results {
        return .readFailed(work, .cancelled, blame)
      }
      return summary(results, pages, titles)
    case .render, .text, .links, .form: return .readFailed(work, .cancelled, .foreign)
    }
  }

  /// A member that cannot tell is passed over.
  private func summary(
    _ results: [SessionEvent], _ pages: JoinedPages, _ titles: [String]
  ) -> SessionEvent {
    if case .outline = work {
      let outlines = results.map { if case .outline(_, let lines) = $0 { lines } else { [OutlineItem]() } }
      return .outline(document: work.document, pages.outline(outlines, titles: titles))
    }
    let infos = results.map { if case .info(_, let info) = $0 { info } else { DocumentInfo() } }
    return .info(document: work.document, pages.info(infos, names: titles))
  }
}

extension SessionEvent {
  fileprivate func answers(_ work: Work) -> Bool {
    switch self {
    case .sizes(let document, let first, _):
      if case .sizes(document, first, _) = work { true } else { false }
    case .words(let document, let first, _):
      if case .words(document, first, _) = work { true } else { false }
    case .sizesFailed(let document, _):
      if case .sizes(document, _, _) = work { true } else { false }
    case .outline(let document, _): work == .outline(document: document)
    case .info(let document, _): work == .info(document: document)
    case .readFailed(let failed, _, _): work == failed
    default: false
    }
  }
}
