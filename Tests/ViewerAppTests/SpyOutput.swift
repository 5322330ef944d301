import Display
import ViewerCore

/// A screen in memory that counts what is asked of it.
final class SpyOutput: DisplayOutput {
  private let inner: HeadlessOutput
  /// What was presented, in the order of the frames.
  private(set) var presented: [Damage] = []
  /// Calls of `service`: a replay makes one in each of its steps.
  private(set) var services = 0

  init(size: PixelSize = PixelSize(width: 120, height: 160), rotation: Rotation = .none) {
    inner = HeadlessOutput(size: size, dotsPerInch: 160, rotation: rotation, pacing: .virtual)
  }

  var name: String { inner.name }
  var panel: Panel { inner.panel }
  var pixelSize: PixelSize { inner.pixelSize }
  var rotation: Rotation { inner.rotation }
  var refreshPeriod: Duration? { inner.refreshPeriod }
  var eventDescriptor: Int32? { inner.eventDescriptor }
  var deadline: Timestamp? { inner.deadline }
  var isReady: Bool { inner.isReady }
  var bytesCopied: Int { inner.bytesCopied }

  func withShadow<Result, Failed: Error>(
    _ body: (PixelView) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    try inner.withShadow(body)
  }

  func present(_ damage: Damage, now: Timestamp) -> PresentOutcome {
    presented.append(damage)
    return inner.present(damage, now: now)
  }

  func service(now: Timestamp, into events: inout [DisplayEvent]) {
    services += 1
    inner.service(now: now, into: &events)
  }

  func setActive(_ active: Bool, now: Timestamp) { inner.setActive(active, now: now) }
  func pause() { inner.pause() }
  func resume(now: Timestamp) { inner.resume(now: now) }
  func close() { inner.close() }

  /// The shadow's pixels, 0xRRGGBB, row by row.
  var pixels: [[UInt32]] {
    inner.withShadow { view in
      (0..<view.height).map { y in (0..<view.width).map { view.pixel(x: $0, y: y) & 0xFFFFFF } }
    }
  }

  /// A colour that nothing is drawn in.
  static let poison: UInt32 = 0xFF00FF

  /// Fills the shadow, so that what is drawn afterwards shows.
  func poison() {
    inner.withShadow { view in
      for y in 0..<view.height {
        for x in 0..<view.width {
          view.row(y).storeBytes(of: Self.poison | 0xFF00_0000, toByteOffset: x * 4, as: UInt32.self)
        }
      }
    }
  }

  /// Whether a pixel has been drawn since `poison`, by its place in the shadow.
  var drawn: [[Bool]] { pixels.map { row in row.map { $0 != Self.poison } } }
}
