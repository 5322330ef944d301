import Display
import Posix
import Touch
import ViewerCore
import Wire

/// The kiosk's one loop: waits for touches, flips, workers and deadlines, and never for anything else.
///
/// At equal times the order is: touch, flip, worker results in plan order, timers. At rest nothing is armed and
/// nothing wakes it.
final class ShowLoop {
  private let viewer: Viewer
  private let loop: EventLoop
  private let devices: LibinputTouch?
  private let player: ClipPlayer?
  private let signals: SignalSource
  private var pacer: FramePacer
  private let meters: Meters
  private var inputs: [InputEvent] = []
  private var flips: [DisplayEvent] = []
  private var registrations: [Poller.Registration] = []
  private var isDone = false
  private var lastError: Failure?
  private var clipIsOver = false

  /// - Parameters:
  ///   - devices: the machine's own; nil on the headless display, where the end of the clip is the end of the run.
  ///   - player: a clip to play beside them.
  init(
    viewer: Viewer, loop: EventLoop, devices: LibinputTouch?, player: ClipPlayer?,
    signals: consuming SignalSource, meters: Meters
  ) {
    self.viewer = viewer
    self.loop = loop
    self.devices = devices
    self.player = player
    self.signals = signals
    self.meters = meters
    pacer = FramePacer(period: viewer.output.refreshPeriod)
  }

  /// Runs until a signal, the end of the clip, a failure nobody can mend, or a moment.
  func run(until end: Timestamp? = nil) throws(Failure) {
    if registrations.isEmpty { try watchAll() }
    while !isDone {
      let now = Self.now
      turn(at: now)
      if isDone || end.map({ now >= $0 }) ?? false { break }
      let wake = [nextWake(after: Self.now), end].compactMap { $0 }.min()
      do {
        try loop.wait(until: wake?.microseconds)
      } catch {
        throw Failure(.outOfMemory, "", "waiting for events failed: \(error.reason)")
      }
    }
    if let lastError { throw lastError }
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }

  private func watchAll() throws(Failure) {
    do {
      registrations.append(try loop.watch(signals.descriptor.rawValue, .signals))
      if let descriptor = devices?.eventDescriptor {
        registrations.append(try loop.watch(descriptor, .touch))
      }
      if let descriptor = viewer.output.eventDescriptor {
        registrations.append(try loop.watch(descriptor, .display))
      }
    } catch {
      throw Failure(.outOfMemory, "", "the event loop cannot watch its sources: \(error.reason)")
    }
  }

  // MARK: One turn

  /// Takes in everything that has happened, then draws if the screen can take it.
  private func turn(at now: Timestamp) {
    var workers: [UInt32] = []
    while let event = loop.next() {
      switch event.source {
      case .worker: workers.append(event.number)
      case .signals: takeSignals()
      case .touch, .display, .chores: break
      }
    }
    takeTouches(at: now)
    serviceOutput(at: now)
    for number in workers { viewer.pool.handle(seat: number) }
    viewer.pool.enforceDeadlines()
    for result in viewer.pool.takeCompletions() { viewer.handle(result, at: now) }
    if let deadline = viewer.session.deadline, deadline <= now { viewer.handle(.time, at: now) }
    viewer.pump(at: now)
    draw(at: now)
    if devices == nil, player != nil, clipIsOver, viewer.session.isAtRest(at: now), !viewer.pool.isBusy {
      isDone = true
    }
  }

  private func takeSignals() {
    while signals.next() != nil { isDone = true }
  }

  private func takeTouches(at now: Timestamp) {
    devices?.dispatch(now: now, into: &inputs)
    player?.dispatch(now: now, into: &inputs)
    for input in inputs { take(input, at: now) }
    inputs.removeAll(keepingCapacity: true)
    if !clipIsOver, player?.isOver(at: now) ?? true {
      clipIsOver = true
      if devices == nil { viewer.handle(.touchesEnded, at: now) }
    }
  }

  private func take(_ input: InputEvent, at now: Timestamp) {
    switch input {
    case .touch(let frame):
      // Timers that fell due before this sample come first.
      if let deadline = viewer.session.deadline, deadline < frame.time {
        viewer.handle(.time, at: deadline)
      }
      viewer.handle(.touch(frame), at: frame.time)
    case .key(let key, at: let moment): viewer.handle(.key(key), at: moment)
    case .wheel(let notches, let place, at: let moment):
      viewer.handle(.wheel(notches: notches.y, at: place), at: moment)
    case .played(let action, at: let moment):
      do {
        try viewer.perform(action, at: moment)
      } catch {
        lastError = error
        isDone = true
      }
    }
  }

  private func serviceOutput(at now: Timestamp) {
    viewer.output.service(now: now, into: &flips)
    for event in flips {
      switch event {
      case .flip(let time, let sequence): pacer.flipped(at: time, sequence: sequence)
      case .recovered, .resumed: viewer.handle(.hidden(false), at: now)
      case .paused: viewer.handle(.hidden(true), at: now)
      case .lost(let failure):
        lastError = failure
        isDone = true
      }
    }
    flips.removeAll(keepingCapacity: true)
  }

  // MARK: Frames

  /// The picture will differ from the one on the screen.
  private var wantsFrame: Bool { viewer.needsFrame(at: Self.now) }

  private func draw(at now: Timestamp) {
    guard viewer.output.isReady, wantsFrame, now >= pacer.nextFrameTime(now: now) else { return }
    let begin = MonotonicClock.now()
    viewer.handle(.frame, at: now)
    let isNew = meters.frame(at: now, deadline: now + pacer.period, viewer) { viewer.compose(at: now) }
    pacer.record(cost: .microseconds(MonotonicClock.now() - begin))
    if isNew { viewer.handOutFrame() }
  }

  /// When the loop must turn again although nothing happens; nil for never.
  private func nextWake(after now: Timestamp) -> Timestamp? {
    var moments: [Timestamp] = []
    if let deadline = viewer.session.deadline { moments.append(deadline) }
    if let deadline = viewer.output.deadline { moments.append(deadline) }
    if let check = viewer.pool.nextCheck { moments.append(check) }
    if let player, !clipIsOver { moments.append(player.nextDue ?? player.end) }
    if viewer.output.isReady {
      if viewer.needsFrame(at: now) {
        moments.append(pacer.nextFrameTime(now: now))
      } else if let frame = viewer.session.nextFrame(after: now) {
        moments.append(frame)
      }
    }
    return moments.min()
  }
}
