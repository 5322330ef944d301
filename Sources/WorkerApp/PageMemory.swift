import CPixels
import Glibc
package import ViewerCore
package import Wire

/// Where pages are drawn, and how grey ones come to a byte a pixel.
///
/// A page that is expected grey is drawn into memory of our own, so that the bitmap lent by the viewer is touched for
/// a quarter of its pages alone; one expected in colour is drawn where it belongs. Both are looked at afterwards, and
/// the guess was a matter of time: a colour page is copied, a grey one made smaller in place. Drawing in bands instead
/// would make the engine go through the page once for each of them.
package struct PageMemory: ~Copyable {
  /// Beyond it a page is drawn into the lent memory, whatever is expected.
  static let scratchLimit = 16 << 20

  private var scratch: UnsafeMutableRawPointer?
  private var scratchBytes = 0

  init() {}

  deinit {
    if let scratch { munmap(scratch, scratchBytes) }
  }

  /// Draws a page and puts it into the lent memory as what it is.
  /// - Parameter lent: `order.byteCount` bytes.
  /// - Parameter render: draws all pixels of the order into the memory it is given.
  package mutating func draw<Complaints, Problem: Error>(
    _ order: RenderOrder, into lent: UnsafeMutableRawPointer,
    render: (UnsafeMutableRawPointer) throws(Problem) -> Complaints
  ) throws(Problem) -> (format: RenderYield.Format, complaints: Complaints) {
    guard order.expects == .grey, let scratch = room(for: order.byteCount) else {
      let complaints = try render(lent)
      guard order.expects != nil, Self.isGrey(lent, order) else { return (.colour, complaints) }
      Self.takeGrey(from: lent, to: lent, order)
      return (.grey, complaints)
    }
    let complaints = try render(scratch)
    if Self.isGrey(scratch, order) {
      Self.takeGrey(from: scratch, to: lent, order)
      return (.grey, complaints)
    }
    memcpy(lent, scratch, order.byteCount)
    return (.colour, complaints)
  }

  /// Whether all pixels have three equal colours; the first row that has others ends the search.
  static func isGrey(_ memory: UnsafeMutableRawPointer, _ order: RenderOrder) -> Bool {
    let size = order.bitmapSize
    return (0..<size.height).allSatisfy { y in
      cpixels_is_grey(
        (memory + y * order.stride).assumingMemoryBound(to: UInt32.self), size.width) != 0
    }
  }

  /// Forwards: a row of grey never reaches beyond where its pixels lay.
  private static func takeGrey(
    from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, _ order: RenderOrder
  ) {
    let size = order.bitmapSize
    for y in 0..<size.height {
      cpixels_take_grey(
        (target + y * order.greyStride).assumingMemoryBound(to: UInt8.self),
        (source + y * order.stride).assumingMemoryBound(to: UInt32.self), size.width)
    }
  }

  /// Memory of our own, kept from page to page; nil when the page is too large for it or there is none to be had.
  private mutating func room(for byteCount: Int) -> UnsafeMutableRawPointer? {
    guard byteCount <= Self.scratchLimit else { return nil }
    if let scratch, scratchBytes >= byteCount { return scratch }
    release()
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    scratch = memory
    scratchBytes = byteCount
    return memory
  }

  /// Gives the memory back.
  mutating func release() {
    if let scratch { munmap(scratch, scratchBytes) }
    scratch = nil
    scratchBytes = 0
  }
}
