import CPosix

/// What a worker gives up before it reads a single hostile byte, and how it keeps its heap small.
package enum Hardening {
  /// No program run from here can gain rights (PR_SET_NO_NEW_PRIVS); for ever.
  package static func refuseNewPrivileges() throws(SystemError) {
    try checked("prctl", cposix_no_new_privileges())
  }

  /// Whether a core may be written and others of the same user may attach (PR_SET_DUMPABLE).
  package static func setDumpable(_ on: Bool) throws(SystemError) {
    try checked("prctl", cposix_set_dumpable(on ? 1 : 0))
  }

  /// Makes the kernel end this process before others when memory is short (proc(5), `oom_score_adj`): 0 is what
  /// everybody has, 1000 goes first. To raise one's own needs no rights.
  package static func offerToMemoryKiller(score: Int) throws(SystemError) {
    try FileDescriptor.open("/proc/self/oom_score_adj", .readWrite).writeAll(Array("\(score)\n".utf8))
  }

  package static var isDumpable: Bool { cposix_dumpable() == 1 }

  /// Closes every descriptor from `lowest` up but those named.
  package static func closeDescriptors(from lowest: Int32 = 3, except kept: [Int32]) throws(SystemError) {
    let sorted = kept.sorted()
    try checked("close_range", cposix_close_descriptors(lowest, sorted, sorted.count))
  }

  /// Makes the C heap give freed blocks of `threshold` bytes and more back to the kernel at once.
  ///
  /// glibc raises its thresholds up to 32 MiB as large blocks are freed, and a freed picture then stays with the
  /// process (mallopt(3), M_MMAP_THRESHOLD).
  package static func returnFreedMemory(threshold: Int32 = 128 << 10) throws(SystemError) {
    try checked("mallopt", cposix_tune_heap(threshold))
  }

  /// Gives what is free in the heap back to the kernel; takes milliseconds on a large heap.
  package static func trimHeap() {
    cposix_trim_heap()
  }

  /// How many descriptors this process has open.
  package static func openDescriptorCount() throws(SystemError) -> Int {
    // Less the one that lists them.
    try Directory.names("/proc/self/fd").count - 1
  }
}
