/// How many bytes of bitmaps a viewer may keep, and what counts.
///
/// One number bounds all pixel memory together: bases, tiles and thumbnails by their real bytes (a grey pixel is
/// one), buffers lent to workers by the colour bytes that they may come to, the pool of free buffers, and the scratch
/// of a worker that draws a page in colour to see whether it is grey. Only what is on the screen may exceed it.
package enum MemoryBudget {
  private static let megabyte = 1 << 20
  /// Pages of more bytes are drawn into the lent buffer at once, grey or not.
  package static let scratchLimit = 16 << 20

  /// - Parameters:
  ///   - requested: `--memory` in MB, nil for the default: a sixth of RAM within 24-256 MB.
  ///   - memory: RAM in bytes.
  ///   - panel: bases alone always get at least four of these, at 4 bytes a pixel.
  package static func bytes(requested: Int?, memory: Int, panel: PixelSize) -> Int {
    let wanted = requested.map { $0 * megabyte } ?? min(max(memory / 6, 24 * megabyte), 256 * megabyte)
    return max(wanted, 4 * panel.area * 4)
  }

  /// Whether it is that of a board with less than 512 MB, or as little by somebody's wish: told by the budget alone,
  /// so that the same run is the same on every machine.
  package static func isSmall(_ budget: Int) -> Bool {
    budget < 512 * megabyte / 6
  }

  /// What a worker needs beside the lent buffer while it draws a page that may be grey: as much again, or nothing for
  /// pages that are too large for it. It counts while the buffer is lent. Between pages an idle worker may keep it, as
  /// part of its own memory, which recycling and trims bound.
  package static func scratch(for byteCount: Int) -> Int {
    byteCount <= scratchLimit ? byteCount : 0
  }
}
