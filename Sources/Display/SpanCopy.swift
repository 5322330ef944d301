package import ViewerCore

import Glibc

/// Copies damage from the shadow to a display buffer of the same size.
///
/// Spans begin and end on 64 bytes (or at the picture's edge): buffers of most cards are write-combined, where a
/// line that is written in part costs a read or two bus transfers. What is copied besides the damage is equal
/// anyway. The buffer is written once, front to back, and never read.
package enum SpanCopy {
  /// Pixels of 32 bits in a line of 64 bytes.
  private static let line = 16

  /// - Parameter damage: in panel memory, not upright.
  /// - Returns: bytes written.
  @discardableResult
  package static func copy(_ damage: Damage, from shadow: PixelView, to buffer: PixelView) -> Int {
    var bytes = 0
    for rect in damage.rects {
      let span = aligned(rect).intersection(shadow.bounds).intersection(buffer.bounds)
      guard !span.isEmpty else { continue }
      bytes += span.area * 4
      if span.width == shadow.width && shadow.stride == buffer.stride && shadow.width == buffer.width {
        // Whole rows of one pitch lie in one piece; what pads the last row is left alone.
        memcpy(buffer.row(span.y), shadow.row(span.y), shadow.stride * (span.height - 1) + span.width * 4)
      } else {
        for y in span.y..<span.maxY {
          memcpy(buffer.row(y) + span.x * 4, shadow.row(y) + span.x * 4, span.width * 4)
        }
      }
    }
    return bytes
  }

  /// The rectangle grown to whole lines across.
  static func aligned(_ rect: PixelRect) -> PixelRect {
    let left = rect.x & ~(line - 1)
    let right = (rect.maxX + line - 1) & ~(line - 1)
    return PixelRect(x: left, y: rect.y, width: right - left, height: rect.height)
  }
}
