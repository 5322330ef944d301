import CPosix

/// The processor core that a thread runs on.
package enum ProcessorCore {
  /// Keeps the calling thread on its present core from now on, so that measurements in one run share its caches.
  /// - Returns: the core's number.
  package static func pinThread() throws(SystemError) -> Int {
    let core = cposix_pin_thread()
    guard core >= 0 else { throw SystemError(call: "sched_setaffinity", code: -core) }
    return Int(core)
  }
}
