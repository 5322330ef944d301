import Glibc
import Testing

@testable import Posix

/// A folder of its own for one test, removed with it.
final class Folder {
  let path: String

  init() throws {
    path = "/tmp/lectern-test-\(getpid())-\(MonotonicClock.now())-\(UInt32.random(in: 0...UInt32.max))"
    try Directory.create(path)
  }

  deinit {
    for name in (try? Directory.names(path)) ?? [] {
      unlink("\(path)/\(name)")
      rmdir("\(path)/\(name)")
    }
    rmdir(path)
  }
}

@Suite("Files and surroundings")
struct FilesTests {
  func read(_ path: String) throws -> String {
    let file = try FileDescriptor.open(path)
    return String(decoding: try file.readAll(limit: 1000), as: UTF8.self)
  }

  @Test("A file is replaced as a whole and nothing else is left in the folder")
  func atomic() throws {
    let folder = try Folder()
    let path = "\(folder.path)/state"
    try AtomicFile.write(Array("one".utf8), to: path, permissions: 0o600)
    #expect(try read(path) == "one")
    try AtomicFile.write(Array("two, longer".utf8), to: path)
    #expect(try read(path) == "two, longer")
    #expect(try Directory.names(folder.path) == ["state"])
    #expect(try FileStatus(path: path).permissions & 0o600 == 0o600)
  }

  @Test("A write that fails leaves the old file and no remains")
  func failure() throws {
    let folder = try Folder()
    let path = "\(folder.path)/taken"
    // A folder that is not empty can't be renamed over.
    try Directory.create("\(path)/inside")
    #expect(throws: SystemError.self) { try AtomicFile.write([1], to: path) }
    #expect(try Directory.names(folder.path) == ["taken"])
    rmdir("\(path)/inside")
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try AtomicFile.write([1], to: "\(folder.path)/missing/file")
    }
  }

  @Test("Kinds and sizes are told, links followed or not")
  func status() throws {
    let folder = try Folder()
    let path = "\(folder.path)/file"
    try AtomicFile.write([UInt8](repeating: 0, count: 123), to: path)
    #expect(symlink("file", "\(folder.path)/link") == 0)
    #expect(try FileStatus(path: path).kind == .file)
    #expect(try FileStatus(path: path).size == 123)
    #expect(try FileStatus(path: "\(folder.path)/link").size == 123)
    #expect(try FileStatus(path: "\(folder.path)/link", followingLinks: false).kind == .symbolicLink)
    #expect(try FileStatus(path: folder.path).kind == .directory)
    #expect(try FileStatus(path: "/dev/null").kind == .characterDevice)
    #expect(try FileStatus(path: path).inode == FileStatus(path: "\(folder.path)/link").inode)
    #expect(Set(try Directory.names(folder.path)) == ["file", "link"])
    #expect(throws: SystemError(call: "stat", code: ENOENT)) { try FileStatus(path: "/nonexistent") }
    #expect(throws: SystemError(call: "open", code: ENOTDIR)) { try Directory.names(path) }
  }

  @Test("The program's own folder and the environment are found")
  func surroundings() throws {
    let program = try Surroundings.program()
    #expect(program.hasPrefix(try Surroundings.programFolder() + "/"))
    #expect(try FileStatus(path: program).kind == .file)
    #expect(Surroundings.variable("PATH")?.isEmpty == false)
    #expect(Surroundings.variable("LECTERN_NO_SUCH_VARIABLE") == nil)
    #expect(Surroundings.physicalMemory > 1 << 20)
  }
}
