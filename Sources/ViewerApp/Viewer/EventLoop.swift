package import Posix

/// The one place where the viewer waits: a poller that everything with a descriptor registers with.
///
/// A registration's key says who is meant: the source in the upper half, a number of the source's own in the lower.
package final class EventLoop {
  package enum Source: UInt32 {
    case worker = 1
    case display, touch, signals, devices, chores, channel, memory, transfers, remote, hours, content
  }

  private var poller: Poller

  package init() throws(SystemError) {
    poller = try Poller()
  }

  package var wakeUps: Int { poller.wakeUps }
  /// How many descriptors are watched.
  package var watched: Int { poller.count }

  package func watch(
    _ descriptor: Int32, _ source: Source, number: UInt32 = 0, for interest: Poller.Interest = .readable
  ) throws(SystemError) -> Poller.Registration {
    try poller.add(descriptor, interest, key: UInt64(source.rawValue) << 32 | UInt64(number))
  }

  /// Changes what is waited for.
  package func change(_ registration: Poller.Registration, _ interest: Poller.Interest) throws(SystemError) {
    try poller.modify(registration, interest)
  }

  package func unwatch(_ registration: Poller.Registration) {
    poller.remove(registration)
  }

  /// Waits until something happens or a moment of the monotonic clock (µs) has come, nil for ever.
  package func wait(until deadline: Int64?) throws(SystemError) {
    try poller.wait(until: deadline)
  }

  /// The next thing that has happened since the last wait.
  package func next() -> (source: Source, number: UInt32)? {
    while let event = poller.nextEvent() {
      if let source = Source(rawValue: UInt32(event.key >> 32)) {
        return (source, UInt32(truncatingIfNeeded: event.key))
      }
    }
    return nil
  }
}
