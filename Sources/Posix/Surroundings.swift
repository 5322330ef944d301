import Glibc

/// What the process finds around itself.
package enum Surroundings {
  /// Value of an environment variable; nil when it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Path of the running program's file.
  package static func program() throws(SystemError) -> String {
    try SymbolicLink.target("/proc/self/exe")
  }

  /// Folder of the running program's file, where its companions stand.
  package static func programFolder() throws(SystemError) -> String {
    let path = try program()
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Processors that this process may run on, at least one.
  package static var processorCount: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Bytes of memory of the machine.
  package static var physicalMemory: Int {
    max(0, Int(sysconf(Int32(_SC_PHYS_PAGES)))) * max(0, Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  /// The folder for sockets and the like: the one that systemd has made for this service (`RUNTIME_DIRECTORY`), else
  /// `name` in the user's (`XDG_RUNTIME_DIR`), which is made when it is not there. Nil where there is neither.
  package static func runtimeFolder(named name: String) -> String? {
    if let folders = variable("RUNTIME_DIRECTORY"), let first = folders.split(separator: ":").first {
      return String(first)
    }
    guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    let path = "\(folder)/\(name)"
    return (try? Directory.create(path, permissions: 0o700)) == nil ? nil : path
  }

  package static var processID: Int32 { getpid() }
}
