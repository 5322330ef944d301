import ViewerCore

/// One cached picture that is composed into, and two buffers that take turns on the screen.
///
/// Composing never touches a buffer: those may be write-combined, where reading costs a hundredfold, and one of
/// them is always being scanned out. Each buffer remembers what has changed since it was last written (its age),
/// so a copy brings over exactly what it lacks. A rectangle leaves a buffer's list only when a commit with that
/// copy was accepted: a refused commit loses nothing.
///
/// | buffer | may be written | until |
/// |---|---|---|
/// | `front` | never | the flip of the other one |
/// | back | while nothing is in flight | its commit is accepted |
struct Swapchain: ~Copyable {
  private let shadow: PixelMemory
  private let buffers: InlineArray<2, ScanoutBuffer>
  private var damage: InlineArray<2, Damage> = [Damage(), Damage()]

  /// The buffer on the screen.
  private(set) var front = 0
  /// The back buffer was handed over and has not reached the screen yet.
  private(set) var isInFlight = false
  /// Something has changed that no accepted commit shows.
  private(set) var needsFlip = false
  /// All bytes ever copied from the shadow, for the statistics.
  private(set) var bytesCopied = 0

  init(size: PixelSize, first: consuming ScanoutBuffer, second: consuming ScanoutBuffer) {
    shadow = PixelMemory(size: size)
    buffers = [first, second]
    invalidate()
  }

  private var back: Int { 1 - front }

  var picture: PixelView { shadow.pixels }
  var frontFramebuffer: UInt32 { buffers[front].framebuffer }
  var backFramebuffer: UInt32 { buffers[back].framebuffer }
  var frontPixels: PixelView { buffers[front].pixels }

  /// Notes what was drawn into the picture. Spans are widened to whole cache lines, 16 pixels.
  mutating func add(_ drawn: Damage) {
    let bounds = shadow.pixels.bounds
    for rect in drawn.rects {
      let inside = rect.intersection(bounds)
      if inside.isEmpty { continue }
      let left = inside.x & ~15
      let right = min((inside.maxX + 15) & ~15, bounds.width)
      let aligned = PixelRect(x: left, y: inside.y, width: right - left, height: inside.height)
      damage[0].add(aligned)
      damage[1].add(aligned)
      needsFlip = true
    }
  }

  /// Neither buffer holds anything worth keeping.
  mutating func invalidate() {
    let all = shadow.pixels.bounds
    damage[0] = Damage(all)
    damage[1] = Damage(all)
    needsFlip = true
  }

  /// Brings the back buffer up to date, and tells what was written: its age's damage, which is what both kinds of
  /// drivers need to hear (those that upload per buffer, and those that upload per plane).
  mutating func copyToBack() -> Damage {
    let lacking = damage[back]
    copy(lacking, to: buffers[back].pixels)
    return lacking
  }

  /// For cards that scan out one buffer only and are told what is dirty.
  mutating func copyToFront() -> Damage {
    let lacking = damage[front]
    copy(lacking, to: buffers[front].pixels)
    return lacking
  }

  /// The commit of the back buffer was accepted; its flip is to come.
  mutating func committed() {
    damage[back].removeAll()
    isInFlight = true
    needsFlip = false
  }

  /// What was copied to the front buffer has been uploaded.
  mutating func uploadedFront() {
    damage[front].removeAll()
    needsFlip = false
  }

  /// The back buffer is on the screen now.
  mutating func flipped() {
    // The buffers change places before anything can ask whether a commit is pending.
    front = back
    isInFlight = false
  }

  /// The flip will never be heard of: nobody knows which buffer is on the screen.
  mutating func abandonFlight() {
    isInFlight = false
    invalidate()
  }

  private mutating func copy(_ rects: Damage, to target: PixelView) {
    bytesCopied += SpanCopy.copy(rects, from: shadow.pixels, to: target)
  }
}
