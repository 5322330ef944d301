import ViewerCore
import Wire

/// What workers are asked, and what their answers are for the session.
extension WorkerPool {
  /// Asks a worker that has the document open.
  func send(_ job: PoolJob, on seat: PoolSeat) {
    switch job.kind {
    case .open: break
    case .work(.sizes(let document, let first, let count)):
      _ = seat.process?.send(
        .pageSizes(first: Int32(first), count: Int32(count)), document: document, now: Self.now)
    case .work(.render(let key, _)):
      let expected = settings.keepsGrey ? documents[key.document]?.formats.expected(for: key) : nil
      _ = seat.process?.send(
        .render(RenderOrder(key, harvest: job.harvest, expects: expected)), document: key.document,
        lending: job.lending.map { [$0] } ?? [], now: Self.now)
    case .work(.text(let document, let page)):
      _ = seat.process?.send(.text(page: Int32(page)), document: document, now: Self.now)
    case .work(.words(let document, let first, let count)):
      let body = WorkerRequest.Body.words(first: Int32(first), count: Int32(count))
      _ = seat.process?.send(body, document: document, now: Self.now)
    case .work(.links(let document, let page)):
      _ = seat.process?.send(.links(page: Int32(page)), document: document, now: Self.now)
    case .work(.info(let document)):
      _ = seat.process?.send(.info, document: document, now: Self.now)
    case .work(.outline(let document)):
      _ = seat.process?.send(.outline, document: document, now: Self.now)
    case .work(.form(let document)):
      _ = seat.process?.send(.fields, document: document, now: Self.now)
    }
  }

  /// A worker has answered what it was asked last.
  func take(_ outcome: WorkerOutcome, on seat: PoolSeat) {
    guard let job = seat.job else { return }
    switch (outcome, job.kind) {
    case (.opened(let facts), .open):
      seat.isOpen = true
      finish(
        seat,
        .opened(
          document: job.document, pages: Int(facts.pages), first: facts.firstPageSize,
          encrypted: facts.encrypted, linearised: facts.linearised, kind: facts.kind,
          isComing: documents[job.document]?.coming != nil))
    case (.opened, .work):
      seat.isOpen = true
      seat.filled = FormEdits()
      proceed(with: job, on: seat)
    case (.sizes(let first, let sizes), .work(.sizes)):
      finish(seat, .sizes(document: job.document, first: Int(first), sizes))
    case (.rendered(let page), .work(.render(let key, let bitmap))):
      documents.record(page.format, for: key)
      finish(
        seat,
        .rendered(key, bitmap, RenderYield(format: page.format, text: page.text, links: page.links)))
    case (.text(let text), .work(.text(let document, let page))):
      finish(seat, .text(document: document, page: page, text))
    case (.words(let pages), .work(.words(let document, let first, _))):
      finish(seat, .words(document: document, first: first, pages.map(\.item)))
    case (.links(let links), .work(.links(let document, let page))):
      finish(seat, .links(document: document, page: page, links))
    case (.info(let info), .work(.info(let document))):
      finish(seat, .info(document: document, info))
    case (.outline(let outline), .work(.outline(let document))):
      finish(seat, .outline(document: document, outline))
    case (.fields(let form), .work(.form(let document))): finish(seat, .form(document: document, form))
    case (.failed, _) where seat.abandonment != nil: abandoned(seat, job)
    case (.filled, .work) where seat.filling != nil, (.failed, .work) where seat.filling != nil:
      filled(seat, job)
    case (.failed(let code, _), _):
      // What a worker says while it opens the document is not the page's fault.
      let blame: DeathBlame = seat.isOpen ? .answer : .foreign
      finish(seat, job.failure(code, blame, name: documents[job.document]?.name ?? ""))
    default:
      seat.process?.kill(.misbehaved)
    }
  }
}
