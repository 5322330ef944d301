import Glibc
import Posix
import ViewerCore

/// A document that is being written: it takes its place when it is whole.
struct DocumentCopy: ~Copyable {
  private static let piece = 1 << 18
  private let draft: DraftFile
  private let path: String

  init(_ path: String) throws(Failure) {
    // A device or a pipe would be replaced by a file.
    if let status = try? FileStatus(path: path), status.kind != .file {
      throw Failure(.writeFailed, path, "is there and is no regular file")
    }
    do {
      draft = try DraftFile(for: path)
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
    self.path = path
  }

  /// What a worker writes to.
  var descriptor: Int32 { draft.file.rawValue }

  /// Takes all bytes of a document.
  func take(_ source: borrowing FileDescriptor) throws(Failure) {
    var offset = 0
    while true {
      let bytes = try Self.read(source, at: offset, path)
      guard !bytes.isEmpty else { return }
      offset += bytes.count
      do {
        try draft.file.writeAll(bytes)
      } catch {
        throw OutputFailure.cannotWrite(path, error)
      }
    }
  }

  /// Whether all of a document stands unchanged at the beginning of what was written: what is signed is so still.
  func begins(with source: borrowing FileDescriptor) throws(Failure) -> Bool {
    let written: FileDescriptor
    do {
      written = try FileDescriptor.open(draft.draftPath)
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
    var offset = 0
    while true {
      let before = try Self.read(source, at: offset, path)
      guard !before.isEmpty else { return true }
      let now = try Self.read(written, at: offset, path)
      guard now.starts(with: before) else { return false }
      offset += before.count
    }
  }

  consuming func publish() throws(Failure) {
    let path = path
    do {
      try draft.publish()
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }

  private static func read(
    _ file: borrowing FileDescriptor, at offset: Int, _ path: String
  ) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: piece)
    var count = 0
    while count < piece {
      let (start, raw) = (count, file.rawValue)
      let got = bytes.withUnsafeMutableBytes {
        pread(raw, $0.baseAddress.map { $0 + start }, piece - start, offset + start)
      }
      if got == 0 { break }
      if got > 0 {
        count += got
      } else if errno != EINTR {
        throw Failure(.sourceUnreachable, path, "the document cannot be read")
      }
    }
    bytes.removeLast(piece - count)
    return bytes
  }
}
