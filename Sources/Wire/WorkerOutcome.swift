package import ViewerCore

/// A worker's answer once it is checked against what was asked, with its bulk taken apart.
package enum WorkerOutcome: Hashable, Sendable {
  case opened(DocumentFacts)
  case failed(ErrorCode, detail: String)
  case sizes(first: Int32, [Size])
  case rendered(RenderedPage)
  case text(PageText)
  case words([PageAnswer<FoldedText>])
  case found([PageAnswer<PageText>])
  case links([PageLink])
  case info(DocumentInfo)
  case outline([OutlineItem])
  case forms(FormKind, fields: Int32)
  case fields(DocumentForm)
  case filled
  case exported
  case appended
  case closed
  case trimmed
}

/// What comes with a page's pixels.
package struct RenderedPage: Hashable, Sendable {
  package var format: RenderYield.Format
  package var warnings: [String]
  /// Nil when no harvest was asked for, or the worker has none.
  package var text: PageText?
  package var links: [PageLink]?

  package init(
    format: RenderYield.Format = .colour, warnings: [String], text: PageText?, links: [PageLink]?
  ) {
    self.format = format
    self.warnings = warnings
    self.text = text
    self.links = links
  }
}

extension WorkerReply {
  /// How many bytes of bulk belong to this answer: 0 when none should be there.
  package var bulkByteCount: Int {
    switch body {
    case .text(let count), .words(let count), .found(let count), .links(let count), .info(let count),
      .outline(let count), .fields(let count):
      count
    case .rendered(let rendered): rendered.harvest.map { $0.textBytes + $0.linkBytes } ?? 0
    case .opened, .failed, .sizes, .forms, .filled, .exported, .appended, .closed, .trimmed, .missing: 0
    }
  }

  /// Checks the answer against its question and decodes the bulk.
  ///
  /// - Parameters:
  ///   - bulk: exactly `bulkByteCount` bytes.
  ///   - pages: of the document, so that no link leads beyond.
  /// - Throws: `badValue` for an answer to something else.
  package func outcome(
    of request: WorkerRequest, bulk: ArraySlice<UInt8>, pages: Int32
  ) throws(WireError) -> WorkerOutcome {
    guard number == request.number, bulk.count == bulkByteCount else { throw .badValue }
    switch (request.body, body) {
    case (_, .failed(let code, let detail)): return .failed(code, detail: detail)
    case (.open, .opened(let facts)), (.openStream, .opened(let facts)): return .opened(facts)
    case (.pageSizes(let first, let count), .sizes(let answered, let sizes)):
      guard first == answered, sizes.count <= Int(count) else { throw .badValue }
      return .sizes(first: first, sizes)
    case (.render(let order), .rendered(let rendered)):
      guard order.expects != nil || rendered.format == .colour else { throw .badValue }
      guard let harvest = rendered.harvest else {
        return .rendered(
          RenderedPage(format: rendered.format, warnings: rendered.warnings, text: nil, links: nil))
      }
      guard order.harvest.contains(.text) || harvest.textBytes == 0,
        order.harvest.contains(.links) || harvest.linkBytes == 0
      else { throw .badValue }
      var page = RenderedPage(format: rendered.format, warnings: rendered.warnings, text: nil, links: nil)
      if harvest.textBytes > 0 { page.text = try PageText(decodingBulk: bulk.prefix(harvest.textBytes)) }
      if harvest.linkBytes > 0 {
        page.links = try PageLinks(decodingBulk: bulk.dropFirst(harvest.textBytes)).bounded(pages: pages)
      }
      return .rendered(page)
    case (.text, .text): return .text(try PageText(decodingBulk: bulk))
    case (.words(_, let count), .words):
      return .words(try PageAnswers<FoldedText>(decodingBulk: bulk).checked(count: count))
    case (.find(_, let count, _), .found):
      return .found(try PageAnswers<PageText>(decodingBulk: bulk).checked(count: count))
    case (.links, .links): return .links(try PageLinks(decodingBulk: bulk).bounded(pages: pages))
    case (.info, .info):
      let info = try DocumentInfo(decodingBulk: bulk)
      guard info.labels.isEmpty || info.labels.count == Int(pages) else { throw .badValue }
      return .info(info)
    case (.outline, .outline):
      return .outline(try DocumentOutline(decodingBulk: bulk).bounded(pages: Int(pages)))
    case (.forms, .forms(let kind, let fields)): return .forms(kind, fields: fields)
    case (.fields, .fields):
      let form = try DocumentForm(decodingBulk: bulk)
      guard form.fields.allSatisfy({ $0.widgets.allSatisfy { $0.page < Int(pages) } }) else {
        throw .badValue
      }
      return .fields(form)
    case (.fill, .filled): return .filled
    case (.export, .exported), (.join, .exported): return .exported
    case (.append, .appended): return .appended
    case (.close, .closed): return .closed
    case (.trim, .trimmed): return .trimmed
    default: throw .badValue
    }
  }
}

extension DocumentOutline {
  /// A line to a page that the document does not have leads nowhere.
  fileprivate func bounded(pages: Int) -> [OutlineItem] {
    items.map { item in
      guard let page = item.page, page >= pages else { return item }
      return OutlineItem(title: item.title, depth: item.depth, page: nil)
    }
  }
}

extension PageLinks {
  /// Links to pages that the document does not have lead nowhere.
  fileprivate func bounded(pages: Int32) -> [PageLink] {
    links.map { link in
      guard case .page(let page, _, _) = link.target, page >= pages else { return link }
      var broken = link
      broken.target = .other("broken")
      return broken
    }
  }
}
