package import ViewerCore
package import Wire

/// Plays a clip in real time, beside the machine's own devices.
package final class ClipPlayer: TouchSource {
  /// libinput's slots and a pointer's are below.
  static let firstSlot: Int32 = 64
  /// libinput's devices are numbered from 0.
  static let firstDevice: Int32 = 10_000

  private let events: [ClipEvent]
  private let start: Timestamp
  /// When the clip is over, silence included.
  package let end: Timestamp
  private var next = 0

  /// - Parameter start: when the clip's time is 0.
  package init(_ clip: Clip, start: Timestamp) {
    events = clip.events
    self.start = start
    end = start + clip.duration
  }

  package var eventDescriptor: Int32? { nil }

  package var nextDue: Timestamp? {
    next < events.count ? moment(events[next]) : nil
  }

  /// Whether the clip has been played to its end, silence included.
  package func isOver(at now: Timestamp) -> Bool {
    next == events.count && now >= end
  }

  package func dispatch(now: Timestamp, into result: inout [InputEvent]) {
    while next < events.count, moment(events[next]) <= now {
      result.append(played(events[next]))
      next += 1
    }
  }

  private func moment(_ event: ClipEvent) -> Timestamp {
    start + (event.time - .zero)
  }

  private func played(_ event: ClipEvent) -> InputEvent {
    let moment = moment(event)
    switch event.action {
    case .touch(var frame):
      frame.time = moment
      frame.device += Self.firstDevice
      for index in frame.changes.indices { frame.changes[index].slot += Self.firstSlot }
      return .touch(frame)
    case .key(let key): return .key(key, at: moment)
    case let action: return .played(action, at: moment)
    }
  }
}
