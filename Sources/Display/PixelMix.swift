/// The arithmetic of blending between pixels of 32 bits, eight at a time.
///
/// Four colour bytes are kept as two 16-bit lanes, even bytes and odd bytes, so that a product with a weight of
/// 0-256 fits. `a · 256 + (b − a) · w` is taken modulo 65536: the true value lies in 0...65280, so wrapping on the
/// way does no harm. Equal pixels stay exactly what they are at every weight. The unused byte comes out as 0xFF.
///
/// Only operators of concrete SIMD types are used: they compile to SSE2 and NEON, and stay bearable in debug builds.
enum PixelMix {
  /// Eight pixels.
  typealias Lanes = SIMD16<UInt16>

  /// How many pixels `Lanes` holds.
  static let width = 8

  /// A weight of 0...256 for the second pixel in every lane.
  @inline(__always)
  static func weight(_ value: Int) -> Lanes {
    Lanes(repeating: UInt16(truncatingIfNeeded: value))
  }

  /// `a` where the weight is 0, `b` where it is 256, rounded to the nearest between.
  @inline(__always)
  static func mix(_ a: Lanes, _ b: Lanes, _ weight: Lanes) -> Lanes {
    let low = Lanes(repeating: 0x00FF)
    let high = Lanes(repeating: 0xFF00)
    let half = Lanes(repeating: 0x0080)
    let eight = Lanes(repeating: 8)
    let even = ((a &<< eight) &+ ((b & low) &- (a & low)) &* weight &+ half) &>> eight
    let odd = ((a & high) &+ ((b &>> eight) &- (a &>> eight)) &* weight &+ half) & high
    return even | odd | unsafeBitCast(SIMD8<UInt32>(repeating: 0xFF00_0000), to: Lanes.self)
  }

  /// The same for one pixel.
  @inline(__always)
  static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
    let even = (a & 0x00FF_00FF) &* (256 &- weight) &+ (b & 0x00FF_00FF) &* weight &+ 0x0080_0080
    let odd =
      ((a &>> 8) & 0x00FF_00FF) &* (256 &- weight) &+ ((b &>> 8) & 0x00FF_00FF) &* weight &+ 0x0080_0080
    return (even &>> 8) & 0x00FF_00FF | odd & 0xFF00_FF00 | 0xFF00_0000
  }

  /// Writes the mix of two rows; `target` must not overlap them.
  static func mixRows(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, weight: Int, count: Int,
    into target: UnsafeMutableRawPointer
  ) {
    guard count >= width else {
      for x in 0..<count {
        let pixel = mix(
          first.load(fromByteOffset: x * 4, as: UInt32.self),
          second.load(fromByteOffset: x * 4, as: UInt32.self), UInt32(truncatingIfNeeded: weight))
        target.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
      return
    }
    let weights = Self.weight(weight)
    var x = 0
    while x < count {
      // The last block ends with the row and may do pixels of the one before again.
      let at = min(x, count - width) * 4
      let mixed = mix(
        first.loadUnaligned(fromByteOffset: at, as: Lanes.self),
        second.loadUnaligned(fromByteOffset: at, as: Lanes.self), weights)
      target.storeBytes(of: mixed, toByteOffset: at, as: Lanes.self)
      x += width
    }
  }

  /// Writes `count` pixels, each the mix of the pixel that `offsets` names and its right neighbour.
  /// - Parameter offsets: of the left pixel of each pair, counted in pixels from `source`.
  /// - Parameter weights: of the right pixel, 0...256, in both halves of the 32 bits.
  static func mixNeighbours(
    _ source: UnsafeRawPointer, offsets: UnsafePointer<UInt32>, weights: UnsafePointer<UInt32>, count: Int,
    into target: UnsafeMutableRawPointer
  ) {
    guard count >= width else {
      for x in 0..<count {
        let at = Int(offsets[x]) * 4
        let pixel = mix(
          source.load(fromByteOffset: at, as: UInt32.self),
          source.load(fromByteOffset: at + 4, as: UInt32.self), weights[x] & 0xFFFF)
        target.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
      return
    }
    let lowHalf = SIMD4<UInt64>(repeating: 0x0000_0000_FFFF_FFFF)
    let highHalf = SIMD4<UInt64>(repeating: 0xFFFF_FFFF_0000_0000)
    let half = SIMD4<UInt64>(repeating: 32)
    var x = 0
    while x < count {
      let first = min(x, count - width)
      let at = offsets + first
      // Each load brings a pixel and its neighbour; pixels of even places in one vector and of odd ones in the
      // other let plain shifts put left ones and right ones in order.
      let even = SIMD4<UInt64>(
        pair(source, at[0]), pair(source, at[2]), pair(source, at[4]), pair(source, at[6]))
      let odd = SIMD4<UInt64>(
        pair(source, at[1]), pair(source, at[3]), pair(source, at[5]), pair(source, at[7]))
      let left = (even & lowHalf) | (odd &<< half)
      let right = (even &>> half) | (odd & highHalf)
      let mixed = mix(
        unsafeBitCast(left, to: Lanes.self), unsafeBitCast(right, to: Lanes.self),
        UnsafeRawPointer(weights + first).loadUnaligned(as: Lanes.self))
      target.storeBytes(of: mixed, toByteOffset: first * 4, as: Lanes.self)
      x += width
    }
  }

  @inline(__always)
  private static func pair(_ source: UnsafeRawPointer, _ offset: UInt32) -> UInt64 {
    source.loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: offset) &* 4, as: UInt64.self)
  }
}
