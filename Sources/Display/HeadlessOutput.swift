package import ViewerCore

/// A screen in memory: the same shadow, the same two buffers and the same copies as a real one.
package final class HeadlessOutput: DisplayOutput {
  /// When a presented frame counts as shown.
  package enum Pacing: Hashable, Sendable {
    /// At once: the caller's virtual clock makes the steps.
    case virtual
    /// At the next multiple of the period, as a 60 Hz screen would.
    case realTime
  }

  package static let period = Duration.microseconds(16_667)

  package let name = "headless"
  package let panel: Panel
  package let pixelSize: PixelSize
  package let rotation: Rotation
  package let refreshPeriod: Duration? = HeadlessOutput.period
  package let eventDescriptor: Int32? = nil
  private let pacing: Pacing
  private var chain: Swapchain
  private var lands: Timestamp?
  private var isActive = true
  private var isPaused = false
  private var isClosed = false

  /// - Parameter size: upright, as `--size` gives it.
  package init(size: PixelSize, dotsPerInch: Double, rotation: Rotation = .none, pacing: Pacing) {
    panel = Panel(size: size, dotsPerInch: dotsPerInch)
    pixelSize = rotation.turned(size)
    self.rotation = rotation
    self.pacing = pacing
    chain = Swapchain(
      size: pixelSize, first: ScanoutBuffer(memory: pixelSize), second: ScanoutBuffer(memory: pixelSize))
  }

  package var deadline: Timestamp? { lands }
  package var isReady: Bool { lands == nil }
  package var bytesCopied: Int { chain.bytesCopied }

  package func withShadow<Result, Failed: Error>(
    _ body: (PixelView) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    try body(chain.picture)
  }

  /// Lends what the screen shows: the last frame that was flipped to.
  package func withScreen<Result, Failed: Error>(
    _ body: (PixelView) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    try body(chain.frontPixels)
  }

  package func present(_ damage: Damage, now: Timestamp) -> PresentOutcome {
    chain.add(damage)
    return flip(now: now)
  }

  package func service(now: Timestamp, into events: inout [DisplayEvent]) {
    guard let time = lands, time <= now else { return }
    lands = nil
    chain.flipped()
    events.append(.flip(time: time, sequence: sequence(at: time)))
    if chain.needsFlip { _ = flip(now: now) }
  }

  package func setActive(_ active: Bool, now: Timestamp) {
    guard active != isActive else { return }
    isActive = active
    restart(now: now)
  }

  package func pause() {
    isPaused = true
    lands = nil
    if chain.isInFlight { chain.abandonFlight() }
  }

  package func resume(now: Timestamp) {
    guard isPaused else { return }
    isPaused = false
    restart(now: now)
  }

  package func close() {
    isClosed = true
    lands = nil
  }

  private func flip(now: Timestamp) -> PresentOutcome {
    guard !isClosed, isActive, !isPaused else { return .paused }
    guard chain.needsFlip else { return .unchanged }
    guard lands == nil else { return .busy }
    _ = chain.copyToBack()
    chain.committed()
    lands = pacing == .virtual ? now : vblank(after: now)
    return .queued
  }

  private func restart(now: Timestamp) {
    lands = nil
    chain.abandonFlight()
    _ = flip(now: now)
  }

  private func vblank(after now: Timestamp) -> Timestamp {
    let period = Self.period.microseconds
    return Timestamp(microseconds: (now.microseconds / period + 1) * period)
  }

  private func sequence(at time: Timestamp) -> UInt32 {
    UInt32(truncatingIfNeeded: time.microseconds / Self.period.microseconds)
  }
}
