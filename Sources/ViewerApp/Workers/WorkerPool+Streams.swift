import Posix
import ViewerCore
import Wire

/// Documents that are read while they come: what workers wait for, and what is asked of whoever brings it.
extension WorkerPool {
  /// Something has come from `lectern-fetch`.
  func handleTransfers() {
    documents.handleTransfers { document, news in
      if documents.tellsEarlierCopy(document) { complete(takeOrder(), .earlierCopy(document: document)) }
      switch news {
      case .here: enqueue(.open, document, lending: nil)
      case .same(let order): complete(order, .sameFile(document: document))
      case .lost(let order, let failure): complete(order, .openFailed(document: document, failure))
      case .progress(let share): tellProgress(share, of: document)
      case .blocks:
        feed(document)
        if let stream = documents[document]?.coming { tellProgress(stream.share, of: document) }
      case .whole:
        feed(document)
        _ = wants.forget(document: document)
        complete(takeOrder(), .whole(document: document))
        for seat in seats where seat.document == document { dismissIfOutdated(seat) }
      case .cutOff(let failure): cutOff(document, failure)
      case .begunAnew:
        wants.askAnew(document: document)
        feed(document)
      case .changed: complete(takeOrder(), .changed(document: document))
      }
    }
    askForBlocks()
  }

  private func tellProgress(_ share: UInt8, of document: UInt32) {
    if tellsProgress { complete(takeOrder(), .progress(document: document, share)) }
  }

  func open(_ document: PoolDocuments.Document, on seat: PoolSeat, _ process: WorkerProcess, number: UInt32) {
    let file = document.file.descriptor.rawValue
    // A failed send means a dying worker: its death brings the job back.
    if let stream = document.coming {
      seat.isStreamed = true
      _ = process.send(
        .openStream(password: document.password, byteCount: stream.byteCount), document: number,
        lending: [file, stream.presenceDescriptor], now: Self.now)
    } else {
      seat.isStreamed = false
      _ = process.send(.open(password: document.password), document: number, lending: [file], now: Self.now)
    }
  }

  /// A worker says that it misses blocks. Of those that were not to come any more it is asked once more: who wants them
  /// now may find the server back.
  func waits(_ seat: PoolSeat) {
    guard let process = seat.process, let runs = process.missing, let number = seat.document,
      let stream = documents[number]?.stream
    else {
      seat.process?.kill(.misbehaved)
      return
    }
    if stream.missing(runs).isEmpty {
      process.end(waiting: true, now: Self.now)
    } else if let failure = stream.failure, !documents.resume(number) {
      abandon(seat, .lost(failure))
    }
  }

  /// Blocks have come: whoever waited for them goes on.
  private func feed(_ document: UInt32) {
    guard let stream = documents[document]?.stream else { return }
    for seat in seats where seat.document == document {
      guard let process = seat.process, let runs = process.missing, stream.missing(runs).isEmpty else {
        continue
      }
      process.end(waiting: true, now: Self.now)
    }
    for page in wants.feed(document: document, missing: stream.missing) {
      complete(takeOrder(), .fed(document: document, page: page))
    }
  }

  /// No more of a document will come: who waits for it waits in vain.
  private func cutOff(_ document: UInt32, _ failure: Failure) {
    for seat in seats where seat.document == document && seat.process?.missing != nil {
      abandon(seat, .lost(failure))
    }
    for page in wants.forget(document: document) {
      complete(takeOrder(), .fed(document: document, page: page))
    }
  }

  private func abandon(_ seat: PoolSeat, _ reason: PoolSeat.Abandonment) {
    guard let process = seat.process, let runs = process.missing, let job = seat.job else { return }
    seat.abandonment = reason
    if case .gaveWay = reason, let page = job.kind.page {
      wants.starve(document: job.document, page: page, runs: runs)
    }
    process.end(waiting: false, now: Self.now)
  }

  /// Takes a worker that waits for blocks from its page, for the sake of one on the screen that may have its own: pages
  /// out of sight go first, then what was begun last.
  /// - Returns: whether one is free soon.
  func abandonOne() -> Bool {
    if seats.contains(where: { $0.abandonment != nil }) { return true }
    let waiting = seats.filter { $0.process?.missing != nil && $0.job?.kind.page != nil }
    let victim = waiting.max { left, right in
      func rank(_ seat: PoolSeat) -> (Int, UInt64) {
        let isVisible = seat.job?.kind.page.map(visiblePages.contains) ?? true
        return (isVisible ? 0 : 1, seat.job?.order ?? 0)
      }
      return rank(left) < rank(right)
    }
    guard let victim else { return false }
    abandon(victim, .gaveWay)
    return true
  }

  /// A worker has given up what it waited for.
  func abandoned(_ seat: PoolSeat, _ job: PoolJob) {
    // It opens the document anew.
    seat.filled = FormEdits()
    seat.filling = nil
    switch (seat.abandonment, job.kind) {
    case (.lost(let failure), .open): finish(seat, .openFailed(document: job.document, failure))
    case (.lost(let failure), _):
      finish(seat, job.failure(failure.code, .answer, name: documents[job.document]?.name ?? ""))
    case (.gaveWay, _), (nil, _):
      if let page = job.kind.page {
        complete(job.order, .starved(document: job.document, page: page))
        // What it waited for may have come since.
        if let stream = documents[job.document]?.stream {
          for page in wants.feed(document: job.document, missing: stream.missing) {
            complete(takeOrder(), .fed(document: job.document, page: page))
          }
        }
      }
      finish(seat, job.failure(.cancelled, .foreign, name: ""))
    }
  }

  /// A worker that has opened a document while it came makes room for one that has it whole: what the first one could
  /// not see it may have taken for absent.
  func dismissIfOutdated(_ seat: PoolSeat) {
    guard seat.isStreamed, seat.job == nil, let number = seat.document, documents[number]?.coming == nil
    else { return }
    seat.process?.kill(.dismissed)
  }

  /// Says what is wanted of documents that are still coming, where that has changed.
  func askForBlocks() {
    for number in documents.coming {
      guard let stream = documents[number]?.coming, stream.failure == nil else { continue }
      var waiting: [BlockWants.Need] = []
      for seat in seats where seat.document == number && seat.abandonment == nil {
        guard let runs = seat.process?.missing, let job = seat.job else { continue }
        waiting.append(BlockWants.Need(page: job.kind.page, order: job.order, runs: runs))
      }
      let news = wants.news(
        document: number, waiting: waiting, visible: visiblePages, mayFill: mayFill && waiting.isEmpty,
        missing: stream.missing)
      if news.fill == false { documents.fill(false, of: number) }
      if let need = news.need { documents.need(need, of: number) }
      if news.fill == true { documents.fill(true, of: number) }
    }
  }
}
