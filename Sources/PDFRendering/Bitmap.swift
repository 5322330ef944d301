import ViewerCore

/// Reads 32-bit pixels that lie in borrowed memory; the unused byte counts for nothing.
struct Bitmap {
  let memory: UnsafeMutableRawPointer
  let size: PixelSize
  let stride: Int

  /// Whether all pixels have one colour: a blank page. Stops at the first that differs.
  var isUniform: Bool {
    guard !size.isEmpty else { return true }
    let first = memory.load(as: UInt32.self) & 0xFFFFFF
    for row in 0..<size.height {
      let pixels = memory.advanced(by: row * stride).assumingMemoryBound(to: UInt32.self)
      for column in 0..<size.width where pixels[column] & 0xFFFFFF != first { return false }
    }
    return true
  }
}
