import Glibc

/// Writing a file so that readers see the old contents or the new, never a part, even across a power cut.
package enum AtomicFile {
  /// Writes beside the target, syncs, renames over it, and syncs the folder. Blocks: a chore.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o644
  ) throws(SystemError) {
    let folder: String
    let name: Substring
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = path[path.index(after: slash)...]
    } else {
      folder = "."
      name = path[...]
    }
    let (temporary, file) = try temporaryFile(in: folder, for: name, permissions)
    do throws(SystemError) {
      let raw = file
      let owned = FileDescriptor(owning: raw)
      try owned.writeAll(bytes)
      _ = try systemCall("fsync") { fsync(raw) }
      _ = try systemCall("rename") { rename(temporary, path) }
    } catch {
      unlink(temporary)
      throw error
    }
    let directory = try FileDescriptor.open(folder, .directory).release()
    defer { close(directory) }
    _ = try systemCall("fsync") { fsync(directory) }
  }

  /// A new file with a name nobody else uses. A raw number, since tuples can't hold what can't be copied.
  private static func temporaryFile(
    in folder: String, for name: Substring, _ permissions: UInt32
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    for attempt in 0..<100 {
      let path = "\(folder)/.\(name).\(getpid())-\(MonotonicClock.now())-\(attempt)"
      do throws(SystemError) {
        return (path, try FileDescriptor.open(path, .createNew, permissions: permissions).release())
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(call: "open", code: EEXIST)
  }
}
