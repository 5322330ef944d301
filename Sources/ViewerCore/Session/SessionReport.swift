/// How a session stands, for those who ask from outside.
package struct SessionReport: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case opening, open
    case failed(Failure)
  }

  package var phase: Phase
  package var kind: DocumentKind
  /// What the document calls itself; empty where it does not, or while that is not known.
  package var title: String
  /// Counted from 1; 0 while there is none.
  package var page: Int
  /// What the document calls that page.
  package var label: String
  package var pages: Int
  package var zoom: Double
  /// Pages on the screen, counted from 1.
  package var visible: [Int]
  /// A page is gone to as soon as it is known where it lies.
  package var isUnderWay: Bool
  /// Nothing visible lacks pixels.
  package var isSharp: Bool
  /// The kiosk wants the panel lit.
  package var isLit: Bool
  /// The picture cannot be seen.
  package var isHidden: Bool
  /// There is no screen.
  package var isDetached: Bool
}

/// Where a search stands.
package struct SearchReport: Hashable, Sendable {
  package var found: Int
  /// The match that the reader is at, counted from 1.
  package var current: Int?
  /// All pages have been looked at.
  package var isOver: Bool
}

extension Session {
  package var report: SessionReport {
    let phase: SessionReport.Phase =
      switch document.phase {
      case .opening: .opening
      case .open: .open
      case .failed(let failure): .failed(failure)
      }
    return SessionReport(
      phase: phase, kind: document.kind, title: document.title, page: pageNumber,
      label: currentPage >= 0 ? pageName(currentPage) : "", pages: pageCount, zoom: scroller.viewport.zoom,
      visible: pagesOnScreen.map { $0 + 1 }, isUnderWay: document.landing != nil, isSharp: isSharp,
      isLit: isLit,
      isHidden: isHidden, isDetached: isDetached)
  }

  /// Nil while there is no search.
  package var searchReport: SearchReport? {
    searchStatus.map { SearchReport(found: $0.found, current: $0.current, isOver: $0.isOver) }
  }

  /// The lines of the outline; nil while they have not been read.
  package var outlineSoFar: [OutlineItem]? { document.outline }

  /// Whether it is known what the document calls its pages.
  package var knowsLabels: Bool { document.info != nil }

  /// The page of a name, counted from 1; of those that are known.
  package func page(called name: String) -> Int? {
    PageNames.page(named: name, labels: pageLabels, count: pageCount).map { $0 + 1 }
  }
}
