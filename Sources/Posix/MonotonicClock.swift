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

  /// When this process was started, on this clock: `/proc/self/stat` counts in ticks since boot, so it is exact to
  /// 10 ms. The present moment when that cannot be read.
  package static func processStart() -> Int64 {
    let present = now()
    guard let file = try? FileDescriptor.open("/proc/self/stat"),
      let bytes = try? file.read(upTo: 2048), let paren = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return present }
    // Field 22; the second is in parentheses and may hold spaces (proc(5)).
    let fields = bytes[(paren + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let ticks = Int64(String(decoding: fields[19], as: UTF8.self)) else {
      return present
    }
    let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
    guard perSecond > 0 else { return present }
    return min(present, ticks * 1_000_000 / perSecond - sleptTime())
  }

  /// How long the machine has been asleep: the boot clock counts that, the monotonic clock does not.
  private static func sleptTime() -> Int64 {
    var boot = timespec()
    clock_gettime(CLOCK_BOOTTIME, &boot)
    return Int64(boot.tv_sec) * 1_000_000 + Int64(boot.tv_nsec) / 1000 - now()
  }
}
