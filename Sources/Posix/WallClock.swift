import Glibc

/// The time of day, which may jump: for what other machines and later runs understand, never for waiting.
package enum WallClock {
  /// ms since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
