import Display
import Posix
import ViewerCore
import Wire

/// Plays a clip to a viewer in virtual time: the same program as the kiosk, with another display, another source of
/// touches and another clock.
///
/// Time goes in steps of 1/60 s. Inside a step touches and timers keep their own microseconds and are handled in the
/// order of time; then motion advances, work that is due is waited for with the clock standing still, and a frame is
/// composed. Nothing depends on how fast the machine is.
final class ReplayRun {
  private let viewer: Viewer
  private let loop: EventLoop
  private let clip: Clip
  private let workers: Int
  /// How long each render takes in virtual time.
  private let renderTime: Duration
  private var nextEvent = 0
  private var step: Int64 = 0
  /// Renders whose virtual time is not over yet.
  private var delayed: [(due: Timestamp, event: SessionEvent)] = []
  private let meters: Meters
  /// The hours in which the panel is lit; nil for always.
  private var hours: VirtualHours?

  /// - Parameter hours: in which the panel is lit.
  init(
    viewer: Viewer, loop: EventLoop, clip: Clip, workers: Int, renderTime: Duration, meters: Meters,
    hours: WeeklyHours? = nil
  ) {
    self.hours = hours.map(VirtualHours.init)
    self.viewer = viewer
    self.loop = loop
    self.clip = clip
    self.workers = workers
    self.renderTime = renderTime
    self.meters = meters
  }

  /// Runs until the clip is over, nothing moves and nothing is due.
  func run() throws(Failure) {
    tellHours(at: .zero)
    while true {
      let now = time(of: step)
      try handleInput(upTo: now)
      viewer.handle(.frame, at: now)
      try work(at: now)
      if meters.frame(at: now, viewer, { viewer.compose(at: now) }) { viewer.handOutFrame() }
      serviceOutput(at: now)
      guard let next = nextStep(after: now) else { break }
      step = next
    }
    viewer.note(.quit, at: time(of: step))
  }

  private func time(of step: Int64) -> Timestamp {
    Timestamp(microseconds: step * 1_000_000 / 60)
  }

  /// The step at which something will happen next; nil when nothing will.
  private func nextStep(after now: Timestamp) -> Int64? {
    var moments: [Timestamp] = delayed.map(\.due)
    if nextEvent < clip.events.count { moments.append(clip.events[nextEvent].time) }
    if let deadline = viewer.session.readingDeadline { moments.append(deadline) }
    // What a kiosk does by itself goes on for ever: the clip says for how long it is watched.
    for moment in [viewer.session.deadline, hours?.next].compactMap({ $0 })
    where moment <= .zero + clip.duration {
      moments.append(moment)
    }
    if let frame = viewer.session.nextFrame(after: now) { moments.append(frame) }
    moments += displaced().map { $0.begun + policy.lookAheadGrace }.filter { $0 > now }
    if now < .zero + clip.duration || !touchesHaveEnded { moments.append(.zero + clip.duration) }
    guard let soonest = moments.min() else { return nil }
    let wanted = (soonest.microseconds * 60 + 999_999) / 1_000_000
    return max(step + 1, wanted)
  }

  private func tellHours(at now: Timestamp) {
    if let hours { viewer.handle(.hours(isOpen: hours.isOpen), at: now) }
  }

  // MARK: Input

  private var touchesHaveEnded = false

  /// Touches, keys and timers up to a moment; at equal times touches come before timers.
  private func handleInput(upTo now: Timestamp) throws(Failure) {
    while true {
      let event = nextEvent < clip.events.count ? clip.events[nextEvent] : nil
      let deadline = viewer.session.deadline
      if let change = hours?.next, change <= now, change <= event?.time ?? change,
        change <= deadline ?? change
      {
        hours?.pass()
        tellHours(at: change)
        continue
      }
      if let event, event.time <= now, event.time <= deadline ?? event.time {
        nextEvent += 1
        try viewer.perform(event.action, at: event.time)
      } else if let deadline, deadline <= now {
        viewer.handle(.time, at: deadline)
      } else {
        break
      }
    }
    if !touchesHaveEnded, nextEvent >= clip.events.count, now >= .zero + clip.duration {
      touchesHaveEnded = true
      viewer.handle(.touchesEnded, at: now)
    }
  }

  // MARK: Work

  /// Does what is due, with the clock standing still.
  private func work(at now: Timestamp) throws(Failure) {
    let due = delayed.filter { $0.due <= now }
    delayed.removeAll { $0.due <= now }
    for result in due { viewer.handle(result.event, at: now) }
    repeat { try start(at: now) } while makeWay(at: now)
  }

  private func start(at now: Timestamp) throws(Failure) {
    while delayed.count < workers {
      let started = viewer.pump(at: now, room: workers - delayed.count)
      try waitForWorkers()
      let results = viewer.pool.takeCompletions()
      guard started || !results.isEmpty else { return }
      for event in results {
        if renderTime > .zero, case .rendered = event {
          delayed.append((now + renderTime, event))
        } else {
          viewer.handle(event, at: now)
        }
      }
    }
  }

  // MARK: Urgency

  private let policy = WorkerPolicy()

  /// What is being drawn, in virtual time, and would give way to something urgent that finds no worker.
  private func displaced() -> [(index: Int, key: RenderKey, bitmap: BitmapID, begun: Timestamp)] {
    guard delayed.count >= workers, let urgency = viewer.session.urgency else { return [] }
    return delayed.indices.compactMap { index in
      guard case .rendered(let key, let bitmap, _) = delayed[index].event,
        urgency.displaces(.render(key, into: bitmap))
      else { return nil }
      return (index, key, bitmap, delayed[index].due - renderTime)
    }
  }

  /// Ends the youngest of them that has been drawn long enough, as the kiosk does by its own clock.
  /// - Returns: whether there was one.
  private func makeWay(at now: Timestamp) -> Bool {
    let ripe = displaced().filter { policy.mayDismiss(lookAheadRunningFor: now - $0.begun) }
    guard let youngest = ripe.max(by: { $0.begun < $1.begun }) else { return false }
    delayed.remove(at: youngest.index)
    viewer.handle(.renderFailed(youngest.key, youngest.bitmap, .cancelled, .foreign), at: now)
    return true
  }

  private func waitForWorkers() throws(Failure) {
    let pool = viewer.pool
    while pool.isWorking {
      let check = pool.nextCheck?.microseconds
      do {
        try loop.wait(until: check)
      } catch {
        throw Failure(.outOfMemory, "", "waiting for workers failed: \(error.reason)")
      }
      while let event = loop.next() {
        switch event.source {
        case .worker: pool.handle(seat: event.number)
        case .transfers: pool.handleTransfers()
        default: break
        }
      }
      pool.enforceDeadlines()
    }
  }

  private func serviceOutput(at now: Timestamp) {
    var events: [DisplayEvent] = []
    // The virtual screen shows each frame at the next step at the latest.
    viewer.output?.service(now: time(of: step + 1), into: &events)
  }
}
