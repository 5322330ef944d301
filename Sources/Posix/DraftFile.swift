import Glibc

/// A file that is written beside its place and takes it when it is whole: readers see the old contents or the new, never
/// a part, even across a power cut. Removed with this value unless it was published.
package struct DraftFile: ~Copyable {
  /// Open for writing.
  package let file: FileDescriptor
  /// Where it lies meanwhile.
  package let draftPath: String
  private let path: String
  private let folder: String
  private var isPublished = false

  /// Makes the draft in the folder of its later place.
  package init(for path: String, permissions: UInt32 = 0o644) throws(SystemError) {
    let folder: String
    let name: Substring
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = path[path.index(after: slash)...]
    } else {
      folder = "."
      name = path[...]
    }
    // A name may be 255 bytes long; the marks around it must still fit.
    let stem = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    var attempt = 0
    while true {
      let draft = "\(folder)/.\(stem).\(getpid())-\(MonotonicClock.now())-\(attempt)"
      let made: FileDescriptor
      do throws(SystemError) {
        made = try FileDescriptor.open(draft, .createNew, permissions: permissions)
      } catch {
        attempt += 1
        if error.code != EEXIST || attempt == 100 { throw error }
        continue
      }
      file = made
      draftPath = draft
      self.path = path
      self.folder = folder
      return
    }
  }

  deinit {
    if !isPublished { unlink(draftPath) }
  }

  /// Puts it in its place. Blocks: a chore.
  package consuming func publish() throws(SystemError) {
    try file.sync()
    let (draft, path) = (draftPath, path)
    _ = try systemCall("rename") { rename(draft, path) }
    isPublished = true
    try FileDescriptor.open(folder, .directory).sync()
  }
}
