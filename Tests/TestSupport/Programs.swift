package import Foundation
package import Posix

/// Programs of this package, as this very build has made them.
package enum Programs {
  package static let folder: String = {
    // The test bundle stands beside the programs; how the runner names it differs between its two kinds.
    let arguments = CommandLine.arguments
    if let index = arguments.firstIndex(of: "--test-bundle-path"), index + 1 < arguments.count {
      return URL(fileURLWithPath: arguments[index + 1]).deletingLastPathComponent().path
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }()
  package static var worker: String { folder + "/lectern-worker" }
  package static var pictures: String { folder + "/lectern-pictures" }
  package static var lectern: String { folder + "/lectern" }
}

/// A document in memory, as a descriptor that a worker can read.
package func memoryFile(_ bytes: [UInt8]) throws -> FileDescriptor {
  let file = try FileDescriptor.growingMemory(name: "fixture")
  try file.writeAll(bytes)
  return file
}

/// A folder for one test, gone afterwards.
package func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lectern-test-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}
