import Posix
import ViewerCore

/// `--stats FILE`: written whole at the end of a run.
enum StatsFile {
  static func write(_ json: String, to path: String) throws(Failure) {
    do {
      try AtomicFile.write(Array((json + "\n").utf8), to: path)
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }
}
