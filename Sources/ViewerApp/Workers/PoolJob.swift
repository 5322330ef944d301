import ViewerCore

/// One thing that a worker of the pool is to do.
struct PoolJob {
  enum Kind {
    case open
    case work(Work)
  }

  /// Counts up with every job handed in: results are applied in this order.
  let order: UInt64
  let document: UInt32
  let kind: Kind
  /// A bitmap's descriptor, for a render.
  let lending: Int32?
  /// What a render brings along.
  let harvest: Harvest
  /// When a worker got it; workers live in real time.
  var begun = Timestamp.zero
  /// What it has cost so far.
  var patience = WorkPatience()

  /// What the session hears when the job has come to nothing.
  func failure(_ code: ErrorCode, _ blame: DeathBlame, name: String) -> SessionEvent {
    switch kind {
    case .open: .openFailed(document: document, DocumentFailure.opening(name, code))
    case .work(.sizes): .sizesFailed(document: document, gaveWay: code == .cancelled)
    case .work(.render(let key, let bitmap)): .renderFailed(key, bitmap, code, blame)
    case .work(let work): .readFailed(work, code, blame)
    }
  }
}

extension PoolJob.Kind {
  /// Whether the session decides what follows from a failure: how often it is tried is the page's business.
  var isForSessionToJudge: Bool {
    switch self {
    case .open, .work(.sizes): false
    case .work: true
    }
  }

  /// The page it is about, counted from 0; nil where it is about none.
  var page: Int? {
    guard case .work(let work) = self else { return nil }
    switch work {
    case .sizes(_, let page, _), .text(_, let page), .words(_, let page, _), .links(_, let page): return page
    case .render(let key, _): return Int(key.page)
    case .outline, .info, .form: return nil
    }
  }

  /// An engine that cannot even open a document says so by dying.
  func code(of death: WorkerDeath) -> ErrorCode {
    if case .open = self, death.code == .pageRenderFailed { return .damagedDocument }
    return death.code
  }
}
