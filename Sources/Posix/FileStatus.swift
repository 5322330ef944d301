import CPosix
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

extension FileStatus {
  /// Whether a folder is on another machine, whose changes the kernel does not tell of (statfs(2), linux/magic.h).
  package static func isOnShare(_ folder: String) -> Bool {
    shares.contains(cposix_file_system(folder))
  }

  /// NFS, SMB, CIFS, SMB 2 and 3, 9P, AFS, Ceph, FUSE.
  private static let shares: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x00C3_6400, 0x6573_5546,
  ]
}

/// What a file held when it was looked at, as far as that can be told without reading it.
package struct FileEdition: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int
  private let modified: Int64

  package init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
    size = status.size
    modified = status.modified
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
