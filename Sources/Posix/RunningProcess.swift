import Glibc

/// A process of the machine, as `/proc` shows it to everybody.
package struct RunningProcess: Hashable, Sendable {
  package var id: Int32
  /// The program's name, cut by the kernel to 15 bytes.
  package var name: String
  /// Device number of its controlling terminal; 0 for none.
  package var terminal: UInt32

  package init(id: Int32, name: String, terminal: UInt32 = 0) {
    self.id = id
    self.name = name
    self.terminal = terminal
  }

  /// All that can be seen, by their ids.
  package static func all() -> [RunningProcess] {
    let names = (try? Directory.names("/proc")) ?? []
    return names.compactMap { Int32($0) }.sorted().compactMap { id in
      guard let file = try? FileDescriptor.open("/proc/\(id)/stat"),
        let bytes = try? file.readAll(limit: 4096)
      else { return nil }
      return RunningProcess(id: id, stat: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// - Parameter stat: `ID (NAME) STATE PARENT GROUP SESSION TERMINAL ...` (proc(5)); the name may hold anything.
  init?(id: Int32, stat: String) {
    guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close else {
      return nil
    }
    let fields = stat[stat.index(after: close)...].split(separator: " ")
    guard fields.count > 4, let terminal = Int32(fields[4]) else { return nil }
    self.init(
      id: id, name: String(stat[stat.index(after: open)..<close]), terminal: UInt32(bitPattern: terminal))
  }

  /// Whether it has a file open; false also where this user may not look.
  package func holds(_ path: String) -> Bool {
    let folder = "/proc/\(id)/fd"
    guard let names = try? Directory.names(folder) else { return false }
    return names.contains { (try? SymbolicLink.target("\(folder)/\($0)")) == path }
  }
}
