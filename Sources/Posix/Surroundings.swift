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

  package static var processID: Int32 { getpid() }
}
