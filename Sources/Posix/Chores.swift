import Synchronization

/// One helper thread for what may block: opening on a dead share, fsync, probes, encoding.
///
/// Jobs run one after another, in order; their results wait until the loop takes them. At most `capacity` jobs are
/// under way, results that nobody has taken included, so a slow disk can't pile up memory.
package final class Chores<Outcome: Sendable>: Sendable {
  private let room: Room
  private let thread: Mutex<HelperThread?>

  package init(capacity: Int = 16, name: String = "lectern-chores") throws(SystemError) {
    room = Room(capacity: capacity, work: try WorkCounter(), wake: try WakeSignal())
    let started = try HelperThread(name: name) { [room] in room.run() }
    thread = Mutex(started)
  }

  deinit {
    shutDown(finishing: false)
  }

  /// To poll: readable while results wait.
  package var rawValue: Int32 { room.wake.descriptor.rawValue }

  /// Jobs waiting or running and results not yet taken.
  package var pendingCount: Int { room.state.withLock { $0.pending } }

  /// Whether `shutDown` has begun.
  package var isShutDown: Bool { room.state.withLock { $0.isEnding } }

  /// Queues a job.
  /// - Returns: false when `capacity` are under way already, or after `shutDown`; the job is then not kept.
  package func submit(_ job: @escaping @Sendable () -> Outcome) -> Bool {
    let taken = room.state.withLock { state in
      guard !state.isEnding, state.pending < room.capacity else { return false }
      state.jobs.append(job)
      state.pending += 1
      return true
    }
    if taken { room.work.add() }
    return taken
  }

  /// The oldest result; nil when there is none (yet).
  package func takeResult() -> Outcome? {
    room.state.withLock { state in
      guard !state.results.isEmpty else {
        // Under the lock, so that a result that comes now signals after this.
        room.wake.take()
        return nil
      }
      state.pending -= 1
      return state.results.removeFirst()
    }
  }

  /// Ends the thread and waits for it: as long as the running job takes. Twice does nothing.
  /// - Parameter finishing: whether queued jobs still run; otherwise they are dropped.
  package func shutDown(finishing: Bool) {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    room.state.withLock { state in
      state.isEnding = true
      if !finishing {
        state.pending -= state.jobs.count
        state.jobs.removeAll()
      }
    }
    room.work.add()
    thread.join()
  }

  /// Ends without waiting for a job that may never come back, such as one on a share that is gone: its thread goes
  /// with the program.
  package func abandon() {
    guard thread.withLock({ $0.take() }) != nil else { return }
    room.state.withLock { state in
      state.isEnding = true
      state.pending -= state.jobs.count
      state.jobs.removeAll()
    }
    room.work.add()
  }

  /// What both threads see.
  private final class Room: Sendable {
    struct State {
      var jobs: [@Sendable () -> Outcome] = []
      var results: [Outcome] = []
      var pending = 0
      var isEnding = false
    }

    let capacity: Int
    let work: WorkCounter
    let wake: WakeSignal
    let state = Mutex(State())

    init(capacity: Int, work: consuming WorkCounter, wake: consuming WakeSignal) {
      self.capacity = capacity
      self.work = work
      self.wake = wake
    }

    func run() {
      while true {
        work.wait()
        let (job, isEnding) = state.withLock { state in
          (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isEnding)
        }
        guard let job else {
          if isEnding { return }
          continue
        }
        let outcome = job()
        state.withLock { $0.results.append(outcome) }
        wake.signal()
      }
    }
  }
}
