import Posix

/// A line on a terminal's standard error that tells how far a transfer is; nothing where nobody looks.
final class ProgressBar {
  private static let width = 30
  private let isShown: Bool
  private var isDrawn = false

  /// - Parameter isShown: nil for whether standard error is a terminal.
  init(isShown: Bool? = nil) {
    self.isShown = isShown ?? StandardStream.error.isTerminal
  }

  func show(_ received: Int, of total: Int?) {
    guard isShown else { return }
    isDrawn = true
    try? StandardStream.error.write("\r\(Self.text(received, of: total))\u{1B}[K")
  }

  /// Takes the line away: what follows stands on a clean one.
  func end() {
    guard isDrawn else { return }
    isDrawn = false
    try? StandardStream.error.write("\r\u{1B}[K")
  }

  /// `[#####-----] 12.0 of 24.0 MB`, or what has come where the end is not known.
  static func text(_ received: Int, of total: Int?) -> String {
    guard let total, total > 0, received <= total else { return "\(megabytes(received)) MB" }
    let full = received * width / total
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
    return "[\(bar)] \(megabytes(received)) of \(megabytes(total)) MB"
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
