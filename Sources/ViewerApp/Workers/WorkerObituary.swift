import Glibc
import Posix
import ViewerCore

/// Tells from a worker's end what it died of.
enum WorkerObituary {
  private static let tailBytes = 2048

  /// The signals by which a program dies of its own fault.
  private static let faults: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

  /// What engines say before they end for want of memory: poppler, the C++ library, GLib, Swift.
  private static let memoryWords = [
    "Out of memory", "bad_alloc", "failed to allocate", "memory exhausted", "Cannot allocate memory",
  ]

  static func cause(of status: ExitStatus, lastWords: String) -> WorkerDeath {
    let saysMemory = memoryWords.contains { lastWords.contains($0) }
    switch status {
    case .exited(let code): return saysMemory ? .outOfMemory : .exited(code)
    case .signalled(let signal, _):
      guard faults.contains(signal) else { return .foreignKill }
      return saysMemory ? .outOfMemory : .crashed(signal: signal)
    }
  }

  /// The last lines of a file as printable text.
  static func tail(of file: borrowing FileDescriptor) -> String {
    let size = (try? file.size()) ?? 0
    var buffer = [UInt8](repeating: 0, count: tailBytes)
    let offset = max(0, size - tailBytes)
    let count = buffer.withUnsafeMutableBytes { (try? file.read(into: $0, at: offset)) ?? 0 }
    var result = ""
    for scalar in String(decoding: buffer.prefix(count), as: UTF8.self).unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }
}
