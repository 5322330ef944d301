import Foundation
import Testing

@testable import Pictures

/// Each test has a folder of its own, gone with it.
final class PictureFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test("The bytes stand under the path and nothing else is left beside them", arguments: [0, 1, 3_000_000])
  func writes(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try PictureFile.write(bytes, to: folder + "/a.png")
    #expect(contents("a.png") == bytes)
    #expect(names == ["a.png"])
  }

  @Test("Someone who is reading the old file goes on reading the old file")
  func replaces() throws {
    try PictureFile.write([1, 2, 3], to: folder + "/a.png")
    let reader = try #require(FileHandle(forReadingAtPath: folder + "/a.png"))
    try PictureFile.write([9], to: folder + "/a.png")
    #expect(try reader.readToEnd() == Data([1, 2, 3]))
    #expect(contents("a.png") == [9])
  }

  @Test("A symbolic link keeps standing, its target is replaced")
  func link() throws {
    try PictureFile.write([1], to: folder + "/real.png")
    let link = folder + "/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.png")
    try PictureFile.write([2], to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.png")
    #expect(contents("real.png") == [2])
  }

  @Test("A folder that is not there is said to be the reason")
  func missingFolder() {
    let path = folder + "/none/a.png"
    #expect(throws: PictureError.writeFailed(path: path, errno: ENOENT)) {
      try PictureFile.write([1], to: path)
    }
  }

  @Test("When the last step fails the temporary file is gone")
  func leavesNothing() {
    // Too long for a name: the temporary one, cut shorter, can be made, the renaming fails.
    let path = folder + "/" + String(repeating: "n", count: 300)
    #expect(throws: PictureError.writeFailed(path: path, errno: ENAMETOOLONG)) {
      try PictureFile.write([1], to: path)
    }
    #expect(names.isEmpty)
  }

  @Test("A leftover of a killed process does not stand in the way")
  func leftover() throws {
    let name = ".a.png.\(getpid()).0.part"
    #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: Data([7])))
    try PictureFile.write([1], to: folder + "/a.png")
    #expect(contents("a.png") == [1])
    #expect(contents(name) == [7])
  }

  @Test("A full device is told from other failures")
  func full() {
    #expect(throws: PictureError.storageFull(path: "/dev/full")) {
      try PictureFile.write([1, 2], to: "/dev/full")
    }
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }

  @Test(
    "Lack of space or quota is storage-full, the rest is write-failed",
    arguments: [(ENOSPC, true), (EDQUOT, true), (EIO, false), (EROFS, false), (EFBIG, false)])
  func tellsApart(code: Int32, full: Bool) {
    let expected = full ? PictureError.storageFull(path: "p") : .writeFailed(path: "p", errno: code)
    #expect(PictureError(code, "p") == expected)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func contents(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder + "/" + name).map { [UInt8]($0) }
  }
}
