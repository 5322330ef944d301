import Display
import Posix
import Touch
import ViewerCore
import Wire

/// The kiosk's one loop: waits for touches, flips, workers, devices, commands and deadlines, and never for anything else.
///
/// At equal times the order is: touch, flip, worker results in plan order, timers, commands. At rest nothing is armed and
/// nothing wakes it.
final class ShowLoop {
  private let viewer: Viewer
  private let loop: EventLoop
  private let screen: KioskScreen
  private let devices: LibinputTouch?
  private let player: ClipPlayer?
  private let host: ShowHost
  private let meters: Meters
  private let access: AccessPort?
  private let service: ServiceLine?
  private let remote: RemotePort?
  private let metrics: MetricsFile?
  private let hours: PanelHours?
  private let content: ContentWatch?
  private var pacer: FramePacer
  private var inputs: [InputEvent] = []
  private var flips: [DisplayEvent] = []
  private var displayWatch: Poller.Registration?
  private var memoryWatch: Poller.Registration?
  private var isWatching = false
  private var isDone = false
  private var failure: Failure?
  private var clipIsOver = false
  /// There is something to paint that will be shown soon.
  private var canPrepare = false
  /// Another console is in front, and whatever screen there is belongs to it.
  private var isAway = false

  /// - Parameters:
  ///   - devices: the machine's own; nil on the headless display, where the end of the clip is the end of the run.
  ///   - player: a clip to play beside them.
  ///   - hours: in which the panel is lit; nil for always.
  ///   - content: tells of documents that change; nil where nobody looks.
  init(
    viewer: Viewer, loop: EventLoop, screen: KioskScreen, devices: LibinputTouch?, player: ClipPlayer?,
    host: ShowHost, meters: Meters, access: AccessPort? = nil, service: ServiceLine? = nil,
    remote: RemotePort? = nil, metrics: MetricsFile? = nil, hours: PanelHours? = nil,
    content: ContentWatch? = nil
  ) {
    self.metrics = metrics
    self.content = content
    self.hours = hours
    self.access = access
    self.service = service
    self.remote = remote
    if let remote { viewer.onEvent = { [unowned remote] in remote.note($0, at: $1) } }
    viewer.listener = access?.channel
    viewer.fillsWhenIdle = true
    viewer.pool.tellsProgress = true
    self.viewer = viewer
    self.loop = loop
    self.screen = screen
    self.devices = devices
    self.player = player
    self.host = host
    self.meters = meters
    pacer = FramePacer(period: screen.output?.refreshPeriod)
  }

  /// Runs until a signal, the end of the clip, a failure nobody can mend, or a moment.
  func run(until end: Timestamp? = nil) throws(Failure) {
    do {
      try watch()
      while !isDone {
        let now = Self.now
        turn(at: now)
        if isDone || end.map({ now >= $0 }) ?? false { break }
        // Who follows the trace sees what has happened before the loop sleeps.
        viewer.flushTrace()
        let wake = [nextWake(after: Self.now), end].compactMap { $0 }.min()
        try loop.wait(until: wake?.microseconds)
      }
    } catch {
      throw Failure(.outOfMemory, "", "waiting for events failed: \(error.reason)")
    }
    if let failure { throw failure }
    if isDone { service?.end() }
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }

  private func watch() throws(SystemError) {
    guard !isWatching else { return }
    isWatching = true
    _ = try loop.watch(host.signals.descriptor.rawValue, .signals)
    if let descriptor = devices?.eventDescriptor { _ = try loop.watch(descriptor, .touch) }
    if let descriptor = host.newsDescriptor { _ = try loop.watch(descriptor, .devices) }
    for descriptor in content?.descriptors ?? [] { _ = try loop.watch(descriptor, .content) }
    if let hours {
      _ = try loop.watch(hours.descriptor, .hours)
      viewer.handle(.hours(isOpen: hours.isOpen()), at: Self.now)
    }
    watchMemory()
    try watchDisplay()
  }

  /// A source that cannot be waited for is asked before memory is made.
  private func watchMemory() {
    let memory = host.memory
    if let descriptor = memory.descriptor {
      memoryWatch = try? loop.watch(descriptor, .memory, for: .priority)
    }
    if memoryWatch == nil { viewer.isMemoryShort = { memory.isScarce() } }
  }

  private func takePressure(at now: Timestamp) {
    switch host.memory.news() {
    case .none: break
    case .high: viewer.handle(.pressure, at: now)
    case .gone:
      // It would wake the loop for ever.
      if let memoryWatch { loop.unwatch(memoryWatch) }
      memoryWatch = nil
      let memory = host.memory
      viewer.isMemoryShort = { memory.isScarce() }
    }
  }

  private func watchDisplay() throws(SystemError) {
    if let displayWatch { loop.unwatch(displayWatch) }
    displayWatch = nil
    if let descriptor = viewer.output?.eventDescriptor {
      displayWatch = try loop.watch(descriptor, .display)
    }
  }

  // MARK: One turn

  /// Takes in everything that has happened, then draws if the screen can take it.
  private func turn(at now: Timestamp) {
    let begin = MonotonicClock.threadCPUTime()
    defer { meters.turn(cpu: .microseconds(MonotonicClock.threadCPUTime() - begin)) }
    var workers: [UInt32] = []
    var contentHasNews = false
    while let event = loop.next() {
      switch event.source {
      case .worker: workers.append(event.number)
      case .signals: takeSignals(at: now)
      case .devices: takeNews(at: now)
      case .remote: remote?.handle(number: event.number)
      case .channel: access?.handle(number: event.number, for: viewer, at: now)
      case .memory: takePressure(at: now)
      case .hours: if let hours { viewer.handle(.hours(isOpen: hours.isOpen()), at: now) }
      case .transfers: viewer.pool.handleTransfers()
      case .content: contentHasNews = true
      case .touch, .display, .chores: break
      }
    }
    if let content, contentHasNews || content.deadline.map({ $0 <= now }) ?? false {
      viewer.take(content.handle(at: now), from: content, at: now)
    }
    takeTouches(at: now)
    serviceOutput(at: now)
    for number in workers { viewer.pool.handle(seat: number) }
    viewer.pool.enforceDeadlines()
    for result in viewer.pool.takeCompletions() { viewer.handle(result, at: now) }
    if let deadline = viewer.session.deadline, deadline <= now { viewer.handle(.time, at: now) }
    if let deadline = screenDeadline, deadline <= now { lookForScreen(at: now) }
    obeyRemote(at: now)
    viewer.pump(at: now)
    draw(at: now)
    access?.tell(viewer, at: now)
    service?.turned(viewer, isAway: isAway, at: now)
    metrics?.write(viewer, meters, at: now)
    let isIdle = !viewer.needsFrame(at: now) && !viewer.pool.isBusy
    canPrepare = isIdle && viewer.prepare()
    if devices == nil, player != nil, clipIsOver, isIdle, viewer.session.isAtRest(at: now) {
      isDone = true
    }
  }

  /// Does what has been asked for over the control socket.
  private func obeyRemote(at now: Timestamp) {
    guard let remote else { return }
    let hasOpened = remote.work(RemoteDesk(viewer: viewer, meters: meters), at: now)
    if hasOpened { content?.add(viewer.pool.files) }
    if remote.isToQuit { isDone = true }
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
        end(error)
      }
    }
  }

  private func end(_ error: Failure?) {
    failure = error
    isDone = true
  }

  // MARK: The console and its signals

  private func takeSignals(at now: Timestamp) {
    while let signal = host.signals.next() {
      switch host.meaning(of: signal) {
      case .end: isDone = true
      case .leaveConsole:
        isAway = true
        viewer.output?.pause()
        devices?.suspend(now: now, into: &inputs)
        viewer.handle(.hidden(true), at: now)
        host.allowSwitch()
      case .returnToConsole:
        isAway = false
        host.confirmReturn()
        _ = devices?.resume()
        viewer.output?.resume(now: now)
        viewer.handle(.hidden(false), at: now)
      }
    }
  }

  // MARK: The screen

  private func serviceOutput(at now: Timestamp) {
    viewer.output?.service(now: now, into: &flips)
    for event in flips {
      switch event {
      case .flip(let time, let sequence): pacer.flipped(at: time, sequence: sequence)
      case .recovered: break
      case .paused: viewer.handle(.hidden(true), at: now)
      case .resumed: viewer.handle(.hidden(false), at: now)
      case .lost: loseScreen(at: now)
      }
    }
    flips.removeAll(keepingCapacity: true)
  }

  private func takeNews(at now: Timestamp) {
    while let news = host.nextNews() {
      switch news {
      case .cards:
        // A card that is taken away tells nobody who is not just drawing on it.
        if screen.hasLostCard { loseScreen(at: now) }
      case .connector:
        switch screen.probe() {
        case .same: take(screen.showAgain(at: now), at: now)
        case .unplugged, .replaced: loseScreen(at: now)
        }
      }
      if screen.output == nil, !isAway { lookForScreen(at: now) }
    }
  }

  /// When to look for a screen; never while it would be another console's.
  private var screenDeadline: Timestamp? { isAway ? nil : screen.deadline }

  private func loseScreen(at now: Timestamp) {
    if let displayWatch { loop.unwatch(displayWatch) }
    displayWatch = nil
    viewer.detach(at: now)
    screen.lose(at: now)
  }

  private func lookForScreen(at now: Timestamp) {
    guard screen.look(at: now), let output = screen.output else { return }
    pacer = FramePacer(period: output.refreshPeriod)
    devices?.setScreens(
      [Screen(output: output.name, panel: output.panel, rotation: output.rotation)], into: &inputs)
    viewer.attach(output, at: now)
    do {
      try watchDisplay()
    } catch {
      end(Failure(.outOfMemory, "", "the display cannot be watched: \(error.reason)"))
    }
  }

  // MARK: Frames

  private func draw(at now: Timestamp) {
    guard let output = viewer.output, output.isReady, viewer.needsFrame(at: now),
      now >= pacer.nextFrameTime(now: now)
    else { return }
    let begin = MonotonicClock.now()
    viewer.handle(.frame, at: now)
    let isNew = meters.frame(at: now, deadline: now + pacer.period, viewer) { viewer.compose(at: now) }
    pacer.record(cost: .microseconds(MonotonicClock.now() - begin))
    if isNew { viewer.handOutFrame() }
    take(viewer.outcome, at: now)
  }

  /// What became of a picture. That a screen is paused or lost is told once: here, or by its `service`.
  private func take(_ outcome: PresentOutcome, at now: Timestamp) {
    switch outcome {
    case .lost: loseScreen(at: now)
    case .paused: viewer.handle(.hidden(true), at: now)
    case .queued, .unchanged, .busy: break
    }
  }

  /// When the loop must turn again although nothing happens; nil for never.
  private func nextWake(after now: Timestamp) -> Timestamp? {
    // What came to nothing while it was handed out is taken in by the next turn.
    if viewer.pool.hasResults || canPrepare { return now }
    var moments: [Timestamp] = []
    if let deadline = viewer.session.deadline { moments.append(deadline) }
    if let check = viewer.pool.nextCheck { moments.append(check) }
    if let deadline = access?.deadline(viewer) { moments.append(deadline) }
    if let deadline = service?.deadline { moments.append(deadline) }
    if let deadline = remote?.deadline { moments.append(deadline) }
    if let deadline = metrics?.deadline(viewer) { moments.append(deadline) }
    if let deadline = screenDeadline { moments.append(deadline) }
    if let deadline = content?.deadline { moments.append(deadline) }
    if let player, !clipIsOver { moments.append(player.nextDue ?? player.end) }
    if let output = viewer.output {
      if let deadline = output.deadline { moments.append(deadline) }
      if output.isReady {
        if viewer.needsFrame(at: now) {
          moments.append(pacer.nextFrameTime(now: now))
        } else if let frame = viewer.nextFrame(after: now), viewer.session.isVisible {
          moments.append(frame)
        }
      }
    }
    return moments.min()
  }
}
