import CPosix
import Glibc

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32, coreDumped: Bool)
}

/// A program that we started: watched by its pidfd, killable, and never left behind as a zombie.
///
/// A child still running when this value goes is killed and waited for. To spare the event loop that wait, kill it,
/// poll `descriptor` (readable = ended) and `reap` it first.
package struct ChildProcess: ~Copyable, Sendable {
  /// What the child is and what it is given; everything else of ours is closed to it.
  package struct Launch: Sendable {
    /// Path of the program; no search through PATH.
    package var executable: String
    /// After the program's name.
    package var arguments: [String]
    /// `NAME=value`.
    package var environment: [String]
    /// Ours → the child's number. 0, 1 and 2 lead to /dev/null unless they are named here.
    package var descriptors: [(source: Int32, target: Int32)] = []
    /// So that signals from our terminal do not reach it.
    package var ownProcessGroup = true
    /// Sent by the kernel when the *thread* that launched it ends: launch from the main thread. nil for none.
    package var parentDeathSignal: Int32? = SIGKILL
    /// Set before the program starts, so that not even its start can exceed them.
    package var limits: [ProcessLimit: UInt64] = [:]
    /// Whether set-user-id programs are kept from giving the child more rights.
    package var refusesNewPrivileges = true

    package init(executable: String, arguments: [String] = [], environment: [String] = []) {
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
    }
  }

  package let pid: Int32
  /// pidfd: readable once the child has ended.
  package let descriptor: FileDescriptor
  private var status: ExitStatus?

  /// Starts a program; returns once it runs (or could not).
  package init(_ launch: Launch) throws(SystemError) {
    let arguments = CStrings([launch.executable] + launch.arguments)
    let environment = CStrings(launch.environment)
    let sources = launch.descriptors.map(\.source)
    let targets = launch.descriptors.map(\.target)
    let limits = launch.limits.map { (kind: $0.key.resource, value: $0.value) }
    let kinds = limits.map(\.kind)
    let values = limits.map(\.value)
    let result = launch.executable.withCString { path in
      sources.withUnsafeBufferPointer { sources in
        targets.withUnsafeBufferPointer { targets in
          kinds.withUnsafeBufferPointer { kinds in
            values.withUnsafeBufferPointer { values in
              var request = cposix_launch(
                path: path, arguments: arguments.pointers, environment: environment.pointers,
                sources: sources.baseAddress, targets: targets.baseAddress, mapping_count: sources.count,
                parent_death_signal: launch.parentDeathSignal ?? 0,
                own_group: launch.ownProcessGroup ? 1 : 0,
                no_new_privileges: launch.refusesNewPrivileges ? 1 : 0,
                limit_kinds: kinds.baseAddress, limit_values: values.baseAddress, limit_count: kinds.count)
              return cposix_launch(&request)
            }
          }
        }
      }
    }
    let pid = try checked("execve", result)
    let watch = cposix_pidfd(pid)
    if watch < 0 {
      // Nothing can poll it: take the child back.
      Glibc.kill(pid, SIGKILL)
      _ = Self.wait(for: pid, blocking: true)
      try checked("pidfd_open", watch)
    }
    self.pid = pid
    self.descriptor = FileDescriptor(owning: watch)
  }

  deinit {
    guard status == nil else { return }
    _ = cposix_pidfd_kill(descriptor.rawValue, SIGKILL)
    _ = Self.wait(for: pid, blocking: true)
  }

  /// Sends a signal; nothing happens when the child has already been reaped.
  package borrowing func kill(_ signal: Int32 = SIGKILL) {
    guard status == nil else { return }
    _ = cposix_pidfd_kill(descriptor.rawValue, signal)
  }

  /// How the child ended; nil while it runs. Asks the kernel only until it has ended, and never waits.
  package mutating func reap() -> ExitStatus? {
    if status == nil { status = Self.wait(for: pid, blocking: false) }
    return status
  }

  /// Waits until the child has ended.
  package mutating func wait() -> ExitStatus {
    let result = status ?? Self.wait(for: pid, blocking: true)
    status = result
    return result ?? .exited(-1)
  }

  /// CPU time of all the child's threads, µs; nil once it is reaped.
  package borrowing func cpuTime() -> Int64? {
    guard status == nil else { return nil }
    let time = cposix_process_cpu_time(pid)
    return time < 0 ? nil : time
  }

  /// What the child's memory comes to; nil once it has ended.
  package borrowing func memory() -> ProcessMemory? {
    status == nil ? ProcessMemory(pid: pid) : nil
  }

  private static func wait(for pid: Int32, blocking: Bool) -> ExitStatus? {
    var exited: Int32 = 0
    var value: Int32 = 0
    var coreDumped: Int32 = 0
    let result = cposix_reap(pid, blocking ? 1 : 0, &exited, &value, &coreDumped)
    // ECHILD: somebody has reaped it (SIGCHLD ignored); how it ended is lost, but it did.
    if result < 0 { return .exited(-1) }
    guard result == 1 else { return nil }
    return exited != 0 ? .exited(value) : .signalled(value, coreDumped: coreDumped != 0)
  }
}

/// A null-terminated array of C strings, freed with it.
private struct CStrings: ~Copyable {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      (pointers + index).initialize(to: strdup(string))
    }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
