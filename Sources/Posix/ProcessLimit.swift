import CPosix
import Glibc

/// What a process may use at most (setrlimit(2)); soft and hard limit alike, so there is no way back up, unless only
/// the soft one is meant.
package enum ProcessLimit: Hashable, Sendable, CaseIterable {
  /// Bytes of address space, mapped files and libraries included.
  case addressSpace
  /// Bytes of a core file; 0 for none.
  case coreFile
  /// One more than the highest descriptor number.
  case openFiles
  /// Bytes of any file that is written.
  case fileSize
  /// Processes and threads of the user.
  case processes
  /// Seconds of CPU time, after which SIGKILL comes.
  case cpuSeconds

  var resource: Int32 {
    let resource =
      switch self {
      case .addressSpace: CPOSIX_ADDRESS_SPACE
      case .coreFile: CPOSIX_CORE_FILE
      case .openFiles: CPOSIX_OPEN_FILES
      case .fileSize: CPOSIX_FILE_SIZE
      case .processes: CPOSIX_PROCESSES
      case .cpuSeconds: CPOSIX_CPU_SECONDS
      }
    return Int32(resource.rawValue)
  }

  /// Limits this process.
  package func set(_ value: UInt64) throws(SystemError) {
    try checked("setrlimit", cposix_set_limit(resource, value))
  }

  /// Limits this process until it raises the limit again.
  package func setSoft(_ value: UInt64) throws(SystemError) {
    try checked("setrlimit", cposix_set_soft_limit(resource, value))
  }

  /// Works with no other than the hard limit.
  package func lifted<Result, Problem: Error>(
    _ work: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let before = try? current()
    try? setSoft(.max)
    defer { if let before { try? setSoft(before) } }
    return try work()
  }

  /// This process's limit; `UInt64.max` when there is none.
  package func current() throws(SystemError) -> UInt64 {
    var value: UInt64 = 0
    try checked("getrlimit", cposix_limit(resource, &value))
    return value
  }

  /// Lets this process open as many files as its hard limit allows, at most 65,536: the usual soft limit of 1024 is
  /// for programs that use select(2), and each picture of a page keeps one open.
  package static func raiseOpenFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
