/// How many bytes of bitmaps a viewer may keep.
package enum MemoryBudget {
  private static let megabyte = 1 << 20

  /// - Parameters:
  ///   - requested: `--memory` in MB, nil for the default: a sixth of RAM within 24-256 MB.
  ///   - memory: RAM in bytes.
  ///   - panel: bases alone always get at least four of these, at 4 bytes a pixel.
  package static func bytes(requested: Int?, memory: Int, panel: PixelSize) -> Int {
    let wanted = requested.map { $0 * megabyte } ?? min(max(memory / 6, 24 * megabyte), 256 * megabyte)
    return max(wanted, 4 * panel.area * 4)
  }
}
