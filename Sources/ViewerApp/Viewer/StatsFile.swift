import Posix
import ViewerCore

/// `--stats FILE`: written whole at the end of a run. What is there but is no regular file (`/dev/stdout`, a pipe) is
/// written to; replacing it would take a device's name away from everybody.
enum StatsFile {
  static func write(_ json: String, to path: String) throws(Failure) {
    do {
      let bytes = Array((json + "\n").utf8)
      if let kind = (try? FileStatus(path: path))?.kind, kind != .file {
        try FileDescriptor.open(path, .append).writeAll(bytes)
      } else {
        try AtomicFile.write(bytes, to: path)
      }
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }
}
