import Foundation
import Testing

@testable import lectern_sample

final class OutputFileTests {
  private let folder = NSTemporaryDirectory() + "sample-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test("The file is replaced whole and nothing is left beside it")
  func replaces() throws {
    try OutputFile.write([1, 2, 3], to: folder + "/a.pdf")
    try OutputFile.write([4], to: folder + "/a.pdf")
    #expect(FileManager.default.contents(atPath: folder + "/a.pdf") == Data([4]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.pdf"])
  }

  @Test("A full device is storage-full with status 74, a missing folder write-failed")
  func failures() {
    #expect(throws: SampleError.storageFull(path: "/dev/full")) {
      try OutputFile.write([1], to: "/dev/full")
    }
    let path = folder + "/none/a.pdf"
    #expect(throws: SampleError.writeFailed(path: path, errno: ENOENT)) {
      try OutputFile.write([1], to: path)
    }
    #expect(SampleError.storageFull(path: "").exitStatus == 74)
  }
}
