import Posix
import ViewerCore

/// `--metrics FILE`: figures for Prometheus, as node_exporter's textfile collector reads them.
///
/// Written whole or not at all, at most every 15 s, and only when something has happened since: a kiosk at rest wakes
/// for nothing and writes to no memory card. How old the figures are stands among them.
final class MetricsFile {
  static let pace = Duration.seconds(15)

  private let path: String
  private let chores: Chores<Failure?>
  private var writtenAt: Timestamp?
  /// The viewer's count of changes that was written last.
  private var writtenChange: UInt64?
  /// Whether it was said that the file cannot be written.
  private var isComplained = false
  private let complain: (Failure) -> Void

  /// - Parameter complain: is told once when the file cannot be written, and again after it could be.
  init(_ path: String, complain: @escaping (Failure) -> Void) throws(Failure) {
    self.path = path
    self.complain = complain
    do {
      chores = try Chores(capacity: 1, name: "lectern-metrics")
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }

  /// Readable when a writing is over.
  var rawValue: Int32 { chores.rawValue }

  /// When the figures are to be written although nothing else happens; nil while they are as they were.
  func deadline(_ viewer: Viewer) -> Timestamp? {
    guard viewer.changes != writtenChange else { return nil }
    return writtenAt.map { $0 + Self.pace } ?? .zero
  }

  /// Has them written, if it is time.
  func write(_ viewer: Viewer, _ meters: Meters, at now: Timestamp) {
    guard let due = deadline(viewer), now >= due else { return }
    collect()
    writtenAt = now
    let bytes = Array(meters.metrics(viewer, at: now, wall: WallClock.now()).utf8)
    // A disk that has not taken the last ones gets these later.
    guard chores.submit({ [path] in Self.store(bytes, at: path) }) else { return }
    writtenChange = viewer.changes
  }

  /// Nobody is waited for: a disk that does not answer holds nobody up.
  func close() {
    collect()
    chores.abandon()
  }

  private func collect() {
    while let result = chores.takeResult() {
      if let failure = result, !isComplained { complain(failure) }
      isComplained = result != nil
    }
  }

  private static func store(_ bytes: [UInt8], at path: String) -> Failure? {
    do throws(SystemError) {
      try AtomicFile.write(bytes, to: path)
      return nil
    } catch {
      return OutputFailure.cannotWrite(path, error)
    }
  }
}
