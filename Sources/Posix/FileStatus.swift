import Glibc

/// What a file is (stat(2)).
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory, symbolicLink, socket, pipe, characterDevice, blockDevice, unknown
  }

  package var kind: Kind
  /// Bytes.
  package var size: Int
  /// Bytes that it takes up on the disk: fewer than `size` where it has holes.
  package var storage: Int
  /// Device and inode name a file for as long as it exists.
  package var device: UInt64
  package var inode: UInt64
  /// Time of the last change of the contents, ns since 1970.
  package var modified: Int64
  /// Permission bits.
  package var permissions: UInt32
  /// Number of the owning group.
  package var group: UInt32

  /// Of what a path leads to.
  package init(path: String, followingLinks: Bool = true) throws(SystemError) {
    var status = stat()
    _ = try systemCall("stat") {
      followingLinks ? stat(path, &status) : lstat(path, &status)
    }
    self.init(status)
  }

  package init(_ file: borrowing FileDescriptor) throws(SystemError) {
    var status = stat()
    let raw = file.rawValue
    _ = try systemCall("fstat") { fstat(raw, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind = Kind(mode: status.st_mode)
    size = Int(status.st_size)
    storage = Int(status.st_blocks) * 512
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    permissions = status.st_mode & 0o7777
    group = status.st_gid
  }
}

extension FileStatus.Kind {
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .unknown
      }
  }
}
