import Posix
import ViewerCore
import Wire

/// Forms that visitors fill in: every worker is told what is in them before it draws, so that it does not matter which
/// one draws, nor which one dies.
extension WorkerPool {
  /// From now on the document holds these values in its form, and no others.
  func fill(document: UInt32, _ edits: FormEdits) {
    documents.fill(document, edits)
  }

  /// What a visitor has typed opens a source, or, without it, no longer does.
  func unlock(source: Int, _ password: [UInt8]?) {
    if let password {
      // One that is the same as before opens the document no worse.
      _ = try? documents.setPassword(password, ofSource: source)
    } else {
      documents.forgetPassword(ofSource: source)
    }
  }

  /// Hands over a job to a worker that has the document open, once it holds what was put into the form.
  func proceed(with job: PoolJob, on seat: PoolSeat) {
    let edits = documents[job.document]?.edits ?? FormEdits()
    guard edits != seat.filled, let process = seat.process, let memory = Self.memory(edits) else {
      return send(job, on: seat)
    }
    seat.filling = edits
    _ = process.send(
      .fill, document: job.document, lending: [memory.rawValue],
      now: Timestamp(microseconds: MonotonicClock.now()))
  }

  /// The worker holds what was put in, or cannot: then the page is drawn as far as it goes.
  func filled(_ seat: PoolSeat, _ job: PoolJob) {
    seat.filled = seat.filling ?? seat.filled
    seat.filling = nil
    send(job, on: seat)
  }

  private static func memory(_ edits: FormEdits) -> FileDescriptor? {
    guard let memory = try? FileDescriptor.growingMemory(name: "lectern-form") else { return nil }
    guard (try? memory.writeAll(edits.encodedBulk())) != nil else { return nil }
    return memory
  }
}
