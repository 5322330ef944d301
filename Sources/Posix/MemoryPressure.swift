import Glibc

/// Where the machine tells that memory runs short, the best of what there is:
///
/// | source | tells | needs |
/// |---|---|---|
/// | `memory.pressure` of our cgroup | tasks of ours stalled for memory | cgroup v2, a folder that we may write to |
/// | `/proc/pressure/memory` | tasks of the machine stalled | since Linux 6.5 nothing, before `CAP_SYS_RESOURCE` |
/// | `memory.events` of our cgroup | our limits were reached | cgroup v2 with limits |
/// | `MemAvailable` | how much is left, when asked | - |
///
/// The first three have a descriptor to wait for with `Poller.Interest.priority`; then `news` says what has happened.
/// (Kernel documentation: accounting/psi.rst, admin-guide/cgroup-v2.rst; proc(5).)
package final class MemoryPressure {
  package enum Source: Hashable, Sendable {
    case cgroupPressure, systemPressure, cgroupEvents, availability
  }

  package enum News: Hashable, Sendable {
    case none
    case high
    /// The source is no more: nothing will come of waiting for it.
    case gone
  }

  /// Tasks waited for memory for 300 ms within 2 s: thrashing. Windows of whole 2 s are for everybody.
  static let trigger = "some 300000 2000000"

  /// An optional of what cannot be copied cannot be looked into.
  private final class File {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
      self.descriptor = descriptor
    }
  }

  package let source: Source
  private let file: File?
  private let machine: String
  private var limitsReached = 0

  /// - Parameters:
  ///   - processes: where proc is mounted.
  ///   - groups: where the cgroup file system is mounted.
  package init(processes: String = "/proc", groups: String = "/sys/fs/cgroup") {
    machine = processes
    let group = ControlGroup.own(processes: processes, groups: groups)
    if let file = Self.armed(group.map { $0 + "/memory.pressure" }) {
      self.file = file
      source = .cgroupPressure
    } else if let file = Self.armed(processes + "/pressure/memory") {
      self.file = file
      source = .systemPressure
    } else if let group, let file = Self.events(group + "/memory.events") {
      limitsReached = Self.limitsReached(file.descriptor) ?? 0
      self.file = file
      source = .cgroupEvents
    } else {
      file = nil
      source = .availability
    }
  }

  /// To wait for; nil when the source must be asked.
  package var descriptor: Int32? {
    file?.descriptor.rawValue
  }

  /// What has happened, after the descriptor has reported something out of band.
  package func news() -> News {
    switch source {
    case .cgroupPressure, .systemPressure:
      guard isAlive else { return .gone }
      return .high
    case .cgroupEvents:
      guard let file, let count = Self.limitsReached(file.descriptor) else { return .gone }
      defer { limitsReached = count }
      return count > limitsReached ? .high : .none
    case .availability: return .none
    }
  }

  /// Whether there is hardly any memory left for anybody: less than a sixteenth, within 32-128 MB. False where that
  /// cannot be told.
  package func isScarce() -> Bool {
    guard let text = Self.text(machine + "/meminfo"),
      let total = CountedLines.value("MemTotal:", in: text),
      let left = CountedLines.value("MemAvailable:", in: text)
    else { return false }
    return left < min(max(total / 16, 32 << 10), 128 << 10)
  }

  /// A pressure file whose group is gone has nothing to read any more (ENODEV).
  private var isAlive: Bool {
    (try? file?.descriptor.readAll(limit: 4096)) != nil
  }

  /// Opens a pressure file and says what is worth a wake-up. The trigger lives as long as the descriptor.
  private static func armed(_ path: String?) -> File? {
    guard let path else { return nil }
    do {
      let file = File(try FileDescriptor.open(path, .readWrite, blocking: false))
      // The zero at the end is part of it.
      try file.descriptor.writeAll(Array(trigger.utf8) + [0])
      return file
    } catch {
      return nil
    }
  }

  private static func events(_ path: String) -> File? {
    do {
      return File(try FileDescriptor.open(path, blocking: false))
    } catch {
      return nil
    }
  }

  /// How often the group came up against its limits, and how often somebody was killed for it.
  private static func limitsReached(_ file: borrowing FileDescriptor) -> Int? {
    guard let text = try? file.readAll(limit: 4096) else { return nil }
    return ["high", "max", "oom"].reduce(0) { $0 + (CountedLines.value($1, in: text) ?? 0) }
  }

  private static func text(_ path: String) -> [UInt8]? {
    try? FileDescriptor.open(path).readAll(limit: 65536)
  }
}

/// What the kernel has killed for want of memory, in our cgroup or on the machine.
package struct MemoryKills {
  private let files: [String]
  private var counts: [Int]

  package init(processes: String = "/proc", groups: String = "/sys/fs/cgroup") {
    files =
      (ControlGroup.own(processes: processes, groups: groups).map { [$0 + "/memory.events"] } ?? [])
      + [processes + "/vmstat"]
    counts = Self.read(files)
  }

  /// Whether there have been more since the last time it was asked.
  package mutating func haveRisen() -> Bool {
    let before = counts
    counts = Self.read(files)
    return zip(before, counts).contains { $0 < $1 }
  }

  private static func read(_ files: [String]) -> [Int] {
    files.map { path in
      guard let text = try? FileDescriptor.open(path).readAll(limit: 65536) else { return 0 }
      return CountedLines.value("oom_kill", in: text) ?? 0
    }
  }
}

/// The control group that this process is in (cgroup v2).
enum ControlGroup {
  /// Its folder; nil where there is none.
  static func own(processes: String, groups: String) -> String? {
    guard let text = try? FileDescriptor.open(processes + "/self/cgroup").readAll(limit: 65536) else {
      return nil
    }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where line.hasPrefix("0::/") {
      let path = line.dropFirst(3)
      return path == "/" ? groups : groups + path
    }
    return nil
  }
}

/// Files of the kernel with a name and a number on each line.
enum CountedLines {
  static func value(_ name: String, in text: [UInt8]) -> Int? {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      if words.count >= 2, words[0].elementsEqual(name.utf8) {
        return Int(String(decoding: words[1], as: UTF8.self))
      }
    }
    return nil
  }
}
