import Posix
import ViewerCore
import Wire

/// A place for a worker in the pool.
final class PoolSeat {
  /// Why what a worker waits for will not be waited for.
  enum Abandonment {
    /// A page on the screen needs the worker.
    case gaveWay
    /// It will not come any more.
    case lost(Failure)
  }

  let number: Int
  var process: WorkerProcess?
  var watched: [Poller.Registration] = []
  /// The document that its worker was started for: it sees no other one.
  var document: UInt32?
  /// Whether the worker has the document open.
  var isOpen = false
  /// Whether the document was still coming when the worker opened it.
  var isStreamed = false
  var job: PoolJob?
  /// What its worker holds in the document's form, and what it is about to.
  var filled = FormEdits()
  var filling: FormEdits?
  /// Nil unless the worker's answer will be that it was cancelled.
  var abandonment: Abandonment?
  /// It has given back what it could since its last work.
  var isTrimmed = false

  init(number: Int) {
    self.number = number
  }

  var isFree: Bool { job == nil && process?.isIdle ?? true }
  /// Its worker is about to be gone, without work.
  var isLeaving: Bool { job == nil && !(process?.isIdle ?? true) }
}
