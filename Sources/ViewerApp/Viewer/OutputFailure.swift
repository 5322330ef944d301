import Glibc
import Pictures
import Posix
import ViewerCore

/// Files that cannot be written, in plain words.
enum OutputFailure {
  static func cannotWrite(_ path: String, _ error: PictureError) -> Failure {
    switch error {
    case .storageFull: cannotWrite(path, SystemError(call: "write", code: ENOSPC))
    case .writeFailed(_, let code): cannotWrite(path, SystemError(call: "write", code: code))
    case .unusableSize, .encodingFailed: Failure(.writeFailed, path, "cannot be made into a picture")
    }
  }

  static func cannotWrite(_ path: String, _ error: SystemError) -> Failure {
    if error.isStorageFull {
      return Failure(.storageFull, path, "the storage is full; make room and try again")
    }
    return Failure(.writeFailed, path, "cannot be written: \(error.reason)")
  }
}
