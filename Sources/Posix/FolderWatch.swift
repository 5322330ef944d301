import CPosix
import Glibc

/// Tells of names that come, go and change in folders (inotify(7)).
///
/// What happens on the other side of a network share is not told.
package struct FolderWatch: ~Copyable {
  package enum Event: Hashable, Sendable {
    /// Something has happened to a name in a folder.
    case name(String, folder: Int32)
    /// A folder is gone, or has another name now: it is watched no more.
    case folder(Int32)
    /// More has happened than was kept.
    case overflow
  }

  package enum Interest: Int32, Sendable {
    /// Which names there are.
    case names = 0
    /// Also what becomes of the files that they name.
    case contents = 1
  }

  /// Readable while `next` has something.
  package let descriptor: FileDescriptor
  private var waiting: [Event] = []

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("inotify_init1", cposix_folder_watch()))
  }

  /// Watches a folder; what it is watched for already, it is further on. May be called by any thread, and may block where
  /// the folder is on a share.
  /// - Parameter watch: the descriptor of a `FolderWatch`.
  /// - Returns: the folder's number in events; the same one for the same folder.
  package static func add(
    _ folder: String, _ interest: Interest, to watch: Int32
  ) throws(SystemError) -> Int32 {
    try checked("inotify_add_watch", cposix_folder_watch_add(watch, folder, interest.rawValue))
  }

  /// The next thing that has happened; nil when nothing has.
  package mutating func next() -> Event? {
    if waiting.isEmpty { fill() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// A descriptor that cannot be read has nothing to tell.
  private mutating func fill() {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
      guard let count = try? descriptor.read(into: buffer), count > 0 else { return }
      waiting = Self.events(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// `struct inotify_event`: folder (4 bytes), what (4), a cookie (4), length (4), and a name that ends with zeros.
  static func events(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let folder = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let what = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      guard offset + 16 + length <= bytes.count else { break }
      let name = bytes[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
      offset += 16 + length
      if what & UInt32(IN_Q_OVERFLOW) != 0 {
        events.append(.overflow)
      } else if name.isEmpty {
        // What happens to the folder's own rights is nobody's business; that it goes is told last by IN_IGNORED.
        if what & UInt32(IN_ATTRIB | IN_MODIFY) == 0 { events.append(.folder(folder)) }
      } else {
        events.append(.name(String(decoding: name, as: UTF8.self), folder: folder))
      }
    }
    return events
  }
}
