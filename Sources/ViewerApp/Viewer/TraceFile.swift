import Posix
import ViewerCore
import Wire

/// `--trace FILE`: a line of JSON for each event, written in blocks.
///
/// A trace that cannot be written is said once and dropped; it never stops the reader.
final class TraceFile {
  private static let block = 1 << 16
  private let file: FileDescriptor
  private var pending: [UInt8] = []
  /// Why the trace ends early; nil while it is whole.
  private(set) var failure: SystemError?
  private let start: Timestamp
  private let onFailure: (SystemError) -> Void

  /// - Parameters:
  ///   - start: the moment that the trace calls 0.
  ///   - waits: whether a pipe may hold up the run until somebody reads it; a live run stops for nobody, so that a
  ///     reader who is not there (`ENXIO`) or too slow (`EAGAIN`) costs the trace.
  init(
    path: String, start: Timestamp, waits: Bool = true, onFailure: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    file = try FileDescriptor.open(path, .create, blocking: waits)
    self.start = start
    self.onFailure = onFailure
    pending.reserveCapacity(Self.block + 4096)
  }

  func write(_ event: TraceEvent, at time: Timestamp) {
    guard failure == nil else { return }
    let relative = Timestamp(microseconds: time.microseconds - start.microseconds)
    pending.append(contentsOf: TraceLine.text(event, at: relative).utf8)
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= Self.block { flush() }
  }

  func flush() {
    guard failure == nil, !pending.isEmpty else { return }
    do {
      try file.writeAll(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      failure = error
      onFailure(error)
    }
  }
}
