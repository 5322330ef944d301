import Glibc

/// The clocks that Lectern reads, in whole microseconds.
package enum MonotonicClock {
  /// `CLOCK_MONOTONIC`, the one that libinput and DRM events carry.
  package static func now() -> Int64 {
    read(CLOCK_MONOTONIC)
  }

  /// CPU time of all threads of this process.
  package static func processCPUTime() -> Int64 {
    read(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// CPU time of the calling thread.
  package static func threadCPUTime() -> Int64 {
    read(CLOCK_THREAD_CPUTIME_ID)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // Cannot fail: the clocks exist on every Linux and the pointer is ours.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
