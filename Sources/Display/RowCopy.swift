import ViewerCore

/// Copies of pixels of 32 bits that keep their size.
enum RowCopy {
  /// Copies a bitmap to `origin` of the target inside `clip`; the unused byte comes out as 0xFF, whatever an
  /// engine left there.
  static func draw(_ source: PixelView, at frame: PixelRect, clip: PixelRect, into target: PixelView) {
    let place = PixelRect(x: frame.x, y: frame.y, width: source.width, height: source.height)
    let visible = clip.intersection(place).intersection(target.bounds)
    guard !visible.isEmpty else { return }
    for y in visible.y..<visible.maxY {
      copyOpaque(
        source.row(y - place.y) + (visible.x - place.x) * 4, count: visible.width,
        into: target.row(y) + visible.x * 4)
    }
  }

  private static func copyOpaque(
    _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer
  ) {
    typealias Block = SIMD16<UInt32>
    let opaque = Block(repeating: 0xFF00_0000)
    guard count >= Block.scalarCount else {
      for x in 0..<count {
        let pixel = source.load(fromByteOffset: x * 4, as: UInt32.self) | 0xFF00_0000
        target.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
      return
    }
    var x = 0
    while x < count {
      // The last block ends with the row and may do pixels of the one before again.
      let at = min(x, count - Block.scalarCount) * 4
      let block = source.loadUnaligned(fromByteOffset: at, as: Block.self) | opaque
      target.storeBytes(of: block, toByteOffset: at, as: Block.self)
      x += Block.scalarCount
    }
  }
}
