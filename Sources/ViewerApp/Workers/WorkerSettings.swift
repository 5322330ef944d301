import Posix
package import ViewerCore

/// How workers are started, the same for all of them.
package struct WorkerSettings: Sendable {
  /// Path of `lectern-worker`. The programs for other documents than PDF stand beside it.
  package var executable: String
  /// Bytes of address space; 0 for no limit.
  package var addressSpace: Int
  package var limits: WorkLimits
  /// Whether grey pages are kept as such: off only to compare the two.
  package var keepsGrey = true

  package init(executable: String, addressSpace: Int = 1 << 30, limits: WorkLimits = WorkLimits()) {
    self.executable = executable
    self.addressSpace = addressSpace
    self.limits = limits
    if Surroundings.isSanitized { self.limits.isEnforced = false }
  }

  package static func findExecutable() throws(Failure) -> String {
    try Companion.path("lectern-worker")
  }

  /// Path of the program that reads documents of a format; nil for a document that does not say what it is: such a one
  /// may be a damaged PDF.
  func program(for format: FileFormat?) -> String {
    guard let format, format.kind != .pdf else { return executable }
    let name = executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex
    return executable[..<name] + "lectern-pictures"
  }

  /// Variables that a worker gets to see: where fonts are, nothing of the person who started us.
  static func environment() -> [String] {
    var result = ["LC_ALL=C.UTF-8"]
    for name in ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_CACHE_HOME", "TZ", "ASAN_OPTIONS"] {
      guard let value = Surroundings.variable(name) else { continue }
      result.append("\(name)=\(value)")
    }
    return result
  }
}
