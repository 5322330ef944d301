/// What a process holds, in bytes, from `/proc/PID/status` (proc(5)).
package struct ProcessMemory: Hashable, Sendable {
  /// All pages in memory (VmRSS).
  package var resident: Int
  /// Heap, stacks and private copies (RssAnon): what only ending the process gives back.
  package var anonymous: Int
  /// memfds and other shared memory that is mapped and touched (RssShmem).
  package var shared: Int

  /// nil when the process is gone.
  package init?(pid: Int32) {
    self.init(path: "/proc/\(pid)/status")
  }

  /// This process's own.
  package static func own() -> ProcessMemory? {
    ProcessMemory(path: "/proc/self/status")
  }

  private init?(path: String) {
    guard let file = try? FileDescriptor.open(path), let text = try? file.readAll(limit: 65536) else {
      return nil
    }
    self.init(status: text)
  }

  /// Parses the file's text; nil where the numbers are missing, as for a zombie.
  init?(status: [UInt8]) {
    func bytes(_ key: String) -> Int? {
      for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: key.utf8) {
        let digits = line.drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
      }
      return nil
    }
    guard let resident = bytes("VmRSS:"), let anonymous = bytes("RssAnon:") else { return nil }
    self.resident = resident
    self.anonymous = anonymous
    self.shared = bytes("RssShmem:") ?? 0
  }
}
