import Glibc
import Posix
package import ViewerCore

/// A screen behind the kernel's mode setting.
///
/// The mode is set with the first frame, so a splash screen stays until there is something to show. After that
/// one non-blocking commit is in flight at most.
///
/// | access | means | `present` | leaves by |
/// |---|---|---|---|
/// | granted | ours | commits, or `.busy` while one is in flight | EACCES → paused, ENODEV → lost |
/// | paused | another program's | `.paused`, no call to the kernel | `resume`; tried each second if it was taken from us |
/// | lost | gone | `.lost` | – |
///
/// | in flight | seen by | then |
/// |---|---|---|
/// | flip arrives | `service` | buffers change places; damage that came meanwhile is committed at once |
/// | nothing for 1 s, or refusals for 1 s | `service` | mode set again, whole shadow shown; the second time in a row: lost |
package final class KMSOutput: DisplayOutput {
  private enum Access: Hashable {
    case granted
    case paused(retry: Timestamp?)
    case lost(Failure)
  }

  private struct Flight {
    var cookie: UInt64
    var since: Timestamp
    /// Set where no event comes from the kernel: a mode setting, a driver that cannot flip.
    var completes: Timestamp?
  }

  /// A flip that takes longer will not come.
  package static let flipLimit = Duration.seconds(1)
  static let masterRetry = Duration.seconds(1)

  package let panel: Panel
  package let rotation: Rotation
  let choice: DisplayChoice
  private var pipeline: Pipeline
  private var chain: Swapchain
  private var access = Access.granted
  private var flight: Flight?
  /// The kernel refused for the moment: not before this.
  private var retry: Timestamp?
  /// Since when it has refused, without a flip between.
  private var refusedSince: Timestamp?
  /// The screen does not show our picture: the next frame sets the mode.
  private var needsMode = true
  private var nextCookie: UInt64 = 1
  /// Flips in a row that never came.
  private var lostFlips = 0
  /// The mode was set again for want of a flip, and is told when it is on.
  private var isRecovering = false
  private var isActive = true
  private var isClosed = false
  private var flips: [FlipEvent] = []
  /// What `resume` came upon; the next `service` tells it.
  private var untold: [DisplayEvent] = []

  /// Prepares a connector; nothing changes on the screen yet.
  /// - Parameter taken: CRTCs of this card that other outputs of ours use.
  package init(
    device: any KMSDevice, connector: ConnectorState, choice: DisplayChoice = DisplayChoice(),
    taken: Set<UInt32> = []
  ) throws(Failure) {
    var pipeline = try Pipeline(device: device, connector: connector, choice: choice, taken: taken)
    guard device.isMaster || (try? device.setMaster()) != nil else {
      throw DisplayFailure.busy(connector.name)
    }
    let size = pipeline.mode.size
    do throws(SystemError) {
      let first = ScanoutBuffer(try device.makeBuffer(size), of: device)
      let second = ScanoutBuffer(try device.makeBuffer(size), of: device)
      try pipeline.test(framebuffer: first.framebuffer)
      chain = Swapchain(size: size, first: first, second: second)
    } catch {
      throw DisplayFailure.refused(connector.name, error)
    }
    self.choice = choice
    rotation = choice.rotation ?? pipeline.panelRotation
    panel = Panel(
      size: rotation.turned(size),
      dotsPerInch: PanelDensity.dotsPerInch(
        pixels: size, millimetres: connector.millimetres, configured: choice.dotsPerInch))
    self.pipeline = pipeline
  }

  deinit {
    close()
  }

  package var name: String { pipeline.connector.name }
  package var mode: DisplayMode { pipeline.mode }
  var device: any KMSDevice { pipeline.device }
  var connector: ConnectorState { pipeline.connector }
  /// The card's largest framebuffer.
  var limit: PixelSize { pipeline.limit }
  package var crtc: UInt32 { pipeline.crtc }
  package var usesAtomic: Bool { pipeline.method == .atomic }
  package var pixelSize: PixelSize { pipeline.mode.size }
  package var refreshPeriod: Duration? { pipeline.mode.refreshPeriod }
  package var eventDescriptor: Int32? { pipeline.device.eventDescriptor }
  package var isReady: Bool { flight == nil }
  /// By `flipLimit` a flip is given up, by twice that `service` has been called.
  package func isOverdue(at now: Timestamp) -> Bool {
    guard case .granted = access, let flight, flight.completes == nil else { return false }
    return now - flight.since > Self.flipLimit * 2
  }
  /// Whether the card is still there. Asks the kernel alone, not the monitor.
  package var hasCard: Bool {
    do throws(SystemError) {
      _ = try device.resources()
      return true
    } catch {
      return error.code != ENODEV
    }
  }
  package var bytesCopied: Int { chain.bytesCopied }

  package var deadline: Timestamp? {
    switch access {
    case .lost: nil
    case .paused(let retry): retry
    case .granted:
      if let flight {
        flight.completes ?? flight.since + Self.flipLimit
      } else if chain.needsFlip && isActive {
        retry
      } else {
        nil
      }
    }
  }

  package func withShadow<Result, Failed: Error>(
    _ body: (PixelView) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    try body(chain.picture)
  }

  package func present(_ damage: Damage, now: Timestamp) -> PresentOutcome {
    chain.add(damage)
    return flip(now: now)
  }

  package func service(now: Timestamp, into events: inout [DisplayEvent]) {
    events += untold
    untold.removeAll()
    readFlips(now: now, into: &events)
    switch access {
    case .lost:
      return
    case .paused(let retry):
      if let retry, retry <= now { regain(now: now, into: &events) }
      return
    case .granted:
      break
    }
    if let flight, flight.completes == nil, now - flight.since >= Self.flipLimit {
      return recover(now: now, into: &events)
    }
    // What came while a commit was in flight, or was refused, follows here without being asked for.
    guard flight == nil, chain.needsFlip, pipeline.isModeset else { return }
    let outcome = flip(now: now)
    if outcome == .busy, let refusedSince, now - refusedSince >= Self.flipLimit {
      recover(now: now, into: &events)
    } else {
      report(outcome, into: &events)
    }
  }

  package func setActive(_ active: Bool, now: Timestamp) {
    guard active != isActive else { return }
    isActive = active
    guard case .granted = access, pipeline.isModeset else { return }
    if active {
      _ = showAll(now: now)
    } else {
      forgetFlight()
      do throws(SystemError) {
        try pipeline.setActive(false)
      } catch {
        if Pipeline.isFinal(error) { _ = refused(error, now: now) }
      }
    }
  }

  /// Sets the mode again with the whole shadow: for a monitor that was unplugged and is back.
  package func showAgain(now: Timestamp) -> PresentOutcome {
    guard case .granted = access, pipeline.isModeset, isActive else { return flip(now: now) }
    return showAll(now: now)
  }

  package func pause() {
    guard case .granted = access else { return }
    forgetFlight()
    access = .paused(retry: nil)
    try? pipeline.device.dropMaster()
  }

  package func resume(now: Timestamp) {
    guard case .paused = access else { return }
    var events: [DisplayEvent] = []
    regain(now: now, into: &events)
    // That it is ours again is what the caller asked for.
    untold += events.filter { $0 != .resumed }
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    if case .granted = access {
      pipeline.restore()
      // Whoever opens the card next becomes its master, this program included, even while somebody still holds us.
      try? pipeline.device.dropMaster()
    }
    access = .lost(DisplayFailure.gone(name))
  }

  // MARK: Frames

  private func flip(now: Timestamp) -> PresentOutcome {
    switch access {
    case .lost(let failure): return .lost(failure)
    case .paused: return .paused
    case .granted: break
    }
    guard isActive else { return .paused }
    guard chain.needsFlip else { return .unchanged }
    guard flight == nil else { return .busy }
    if let retry, now < retry { return .busy }
    retry = nil
    if needsMode { return showAll(now: now) }
    do throws(SystemError) {
      try commit(now: now)
      return .queued
    } catch {
      return refused(error, now: now)
    }
  }

  private func commit(now: Timestamp) throws(SystemError) {
    if pipeline.method == .dirty {
      try pipeline.upload(framebuffer: chain.frontFramebuffer, damage: chain.copyToFront())
      chain.uploadedFront()
      flight = Flight(cookie: takeCookie(), since: now, completes: now)
      return
    }
    let cookie = takeCookie()
    let written = chain.copyToBack()
    do throws(SystemError) {
      try pipeline.flip(framebuffer: chain.backFramebuffer, damage: written, cookie: cookie)
    } catch {
      guard pipeline.method == .pageFlip, error.code == EINVAL || error.code == ENOSYS else { throw error }
      // This driver has never heard of page flips.
      pipeline.giveUpFlipping()
      return try commit(now: now)
    }
    chain.committed()
    flight = Flight(cookie: cookie, since: now)
  }

  private func takeCookie() -> UInt64 {
    defer { nextCookie += 1 }
    return nextCookie
  }

  /// Sets the mode with the whole shadow.
  private func showAll(now: Timestamp) -> PresentOutcome {
    forgetFlight()
    needsMode = true
    _ = chain.copyToBack()
    do throws(SystemError) {
      try pipeline.setMode(framebuffer: chain.backFramebuffer)
    } catch {
      return refused(error, now: now)
    }
    // Setting a mode blocks until the picture is on; its flip is told like any other.
    chain.committed()
    needsMode = false
    flight = Flight(cookie: takeCookie(), since: now, completes: now)
    return .queued
  }

  private func forgetFlight() {
    flight = nil
    retry = nil
    chain.abandonFlight()
  }

  /// Sorts a refusal: wait, stand back, start over or give up.
  private func refused(_ error: SystemError, now: Timestamp) -> PresentOutcome {
    switch error.code {
    case EBUSY:
      // Somebody's commit is still on its way. The damage stays in the buffer's list.
      retry = now + (refreshPeriod ?? .milliseconds(17))
      refusedSince = refusedSince ?? now
      return .busy
    case EACCES, EPERM:
      forgetFlight()
      access = .paused(retry: now + Self.masterRetry)
      return .paused
    default:
      let failure = error.code == ENODEV ? DisplayFailure.gone(name) : DisplayFailure.refused(name, error)
      forgetFlight()
      access = .lost(failure)
      return .lost(failure)
    }
  }

  // MARK: What happens to the screen

  private func readFlips(now: Timestamp, into events: inout [DisplayEvent]) {
    flips.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      try pipeline.device.readFlips(of: pipeline.crtc, into: &flips)
    } catch {
      if error.code == ENODEV, case .granted = access { report(refused(error, now: now), into: &events) }
      return
    }
    for flip in flips where flip.cookie == flight?.cookie {
      lostFlips = 0
      landed(
        FlipEvent(cookie: flip.cookie, time: flip.time, sequence: flip.sequence, crtc: crtc), into: &events)
    }
    if let flight, let completes = flight.completes, completes <= now {
      landed(FlipEvent(cookie: flight.cookie, time: now, sequence: 0, crtc: crtc), into: &events)
    }
  }

  private func landed(_ flip: FlipEvent, into events: inout [DisplayEvent]) {
    if chain.isInFlight { chain.flipped() }
    flight = nil
    refusedSince = nil
    if isRecovering { events.append(.recovered) }
    isRecovering = false
    events.append(.flip(time: flip.time, sequence: flip.sequence))
  }

  private func recover(now: Timestamp, into events: inout [DisplayEvent]) {
    lostFlips += 1
    refusedSince = nil
    guard lostFlips < 2 else {
      forgetFlight()
      let failure = DisplayFailure.silent(name)
      access = .lost(failure)
      events.append(.lost(failure))
      return
    }
    isRecovering = true
    report(showAll(now: now), into: &events)
  }

  private func regain(now: Timestamp, into events: inout [DisplayEvent]) {
    let device = pipeline.device
    do throws(SystemError) {
      if !device.isMaster { try device.setMaster() }
    } catch {
      if error.code == ENODEV {
        report(refused(error, now: now), into: &events)
      } else {
        access = .paused(retry: now + Self.masterRetry)
      }
      return
    }
    access = .granted
    events.append(.resumed)
    guard pipeline.isModeset || chain.needsFlip else { return }
    if isActive {
      report(showAll(now: now), into: &events)
    } else {
      try? pipeline.setActive(false)
    }
  }

  private func report(_ outcome: PresentOutcome, into events: inout [DisplayEvent]) {
    switch outcome {
    case .paused where isActive: events.append(.paused)
    case .lost(let failure): events.append(.lost(failure))
    default: break
    }
  }
}
