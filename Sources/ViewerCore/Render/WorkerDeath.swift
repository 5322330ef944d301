/// Why a worker is gone, as the viewer can tell from outside.
package enum WorkerDeath: Error, Hashable, Sendable {
  /// A fault signal of its own (`SIGSEGV`, `SIGABRT`...).
  case crashed(signal: Int32)
  /// We ended it, for the work took longer than it may.
  case deadline
  /// It came up against its memory limit.
  case outOfMemory
  /// Somebody else killed it.
  case foreignKill
  /// The kernel killed it, for the machine or the cgroup was out of memory.
  case killedForMemory
  /// It ended by itself, with this status.
  case exited(Int32)
  /// We ended it, for it said what no worker says.
  case misbehaved
  /// We ended it, for something more urgent or because nobody needs it.
  case dismissed

  /// What scripts and staff see when work came to nothing by this death.
  package var code: ErrorCode {
    switch self {
    case .deadline: .timeout
    case .outOfMemory, .killedForMemory: .outOfMemory
    case .dismissed: .cancelled
    case .crashed, .foreignKill, .exited, .misbehaved: .pageRenderFailed
    }
  }

  /// Whose fault it is. Where memory of the machine is short the page is not to blame: any worker might have been
  /// chosen.
  package var blame: DeathBlame {
    switch self {
    case .deadline: .deadline
    case .foreignKill, .killedForMemory, .dismissed: .foreign
    case .crashed, .outOfMemory, .exited, .misbehaved: .death
    }
  }

  /// One plain sentence's end: "the worker ...".
  package var explanation: String {
    switch self {
    case .crashed(let signal): "the engine crashed (signal \(signal))"
    case .deadline: "the engine took too long"
    case .outOfMemory: "the engine needs more memory than it may have"
    case .foreignKill: "the engine was killed from outside"
    case .killedForMemory: "the kernel ended the engine, for memory was short"
    case .exited(let status): "the engine ended with status \(status)"
    case .misbehaved: "the engine gave a senseless answer"
    case .dismissed: "the work was cancelled"
    }
  }
}
