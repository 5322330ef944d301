import Posix
import ViewerCore
import Wire

/// Reads a clip's file, and says in plain words what is wrong with it.
enum ClipFile {
  /// A recording of many minutes is some ten megabytes.
  private static let limit = 256 << 20

  static func read(_ path: String, panel: Panel, rotation: Rotation) throws(Failure) -> Clip {
    let bytes: [UInt8]
    do {
      bytes = try FileDescriptor.open(path, blocking: false).readAll(limit: limit)
    } catch {
      if error.isNotFound { throw Failure(.notFound, path, "there is no such file") }
      if error.isPermission { throw Failure(.noPermission, path, "may not be read by this user") }
      throw Failure(.sourceUnreachable, path, "cannot be read: \(error.reason)")
    }
    do {
      return try Clip(bytes, panel: panel, rotation: rotation)
    } catch {
      throw Failure(.invalidSource, path, error.text)
    }
  }
}
