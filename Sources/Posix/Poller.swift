import CPosix

/// Waits for many descriptors at once (epoll, level-triggered), for the one loop.
///
/// Each registration carries a key of the caller's. Between the kernel's report and the loop's turn at it, an
/// earlier event may have closed that descriptor, and a new one may bear its number: so events name a slot and its
/// generation, checked when they are handed out, and one of a registration that is gone is dropped.
///
/// Remove a registration *before* its descriptor is closed: when a child holds a duplicate, the kernel would go on
/// reporting it with nothing left to remove it by.
package struct Poller: ~Copyable {
  package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let readable = Interest(rawValue: UInt32(CPOSIX_READABLE.rawValue))
    package static let writable = Interest(rawValue: UInt32(CPOSIX_WRITABLE.rawValue))
    /// Out-of-band news: pressure triggers, attributes of sysfs.
    package static let priority = Interest(rawValue: UInt32(CPOSIX_PRIORITY.rawValue))
  }

  /// Names what was registered; useless once removed.
  package struct Registration: Hashable, Sendable {
    fileprivate var slot: UInt32
    fileprivate var generation: UInt32

    fileprivate var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
  }

  package struct Event: Hashable, Sendable {
    package var key: UInt64
    package var isReadable: Bool
    package var isWritable: Bool
    /// The other end is gone; what it wrote before may still be readable.
    package var isHungUp: Bool
    package var hasFailed: Bool
    package var isPriority: Bool
  }

  private struct Slot {
    var descriptor: Int32
    var key: UInt64
    var generation: UInt32
    var isLive: Bool
  }

  /// How often `wait` has come back: a kiosk at rest should not wake.
  package private(set) var wakeUps = 0
  /// Events dropped because their registration was gone.
  package private(set) var staleEvents = 0
  /// Registrations that live.
  package var count: Int { slots.count - free.count }

  private let descriptor: FileDescriptor
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var ready = [cposix_ready](repeating: cposix_ready(), count: Int(CPOSIX_MAX_READY))
  private var next = 0
  private var end = 0

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("epoll_create1", cposix_poller()))
  }

  /// Watches a descriptor, which stays the caller's.
  package mutating func add(
    _ file: Int32, _ interest: Interest, key: UInt64
  ) throws(SystemError) -> Registration {
    let index = free.popLast() ?? UInt32(slots.count)
    if index == slots.count {
      slots.append(Slot(descriptor: -1, key: 0, generation: 0, isLive: false))
    }
    let registration = Registration(slot: index, generation: slots[Int(index)].generation)
    let result = cposix_poller_add(descriptor.rawValue, file, interest.rawValue, registration.token)
    if result < 0 {
      free.append(index)
      try checked("epoll_ctl", result)
    }
    slots[Int(index)].descriptor = file
    slots[Int(index)].key = key
    slots[Int(index)].isLive = true
    return registration
  }

  /// Changes what is waited for; hang-ups and failures are always told.
  package mutating func modify(_ registration: Registration, _ interest: Interest) throws(SystemError) {
    guard let slot = live(registration) else { return }
    try checked(
      "epoll_ctl",
      cposix_poller_modify(descriptor.rawValue, slot.descriptor, interest.rawValue, registration.token))
  }

  /// Stops watching; events that have not been handed out yet are dropped. Twice does nothing.
  package mutating func remove(_ registration: Registration) {
    guard let slot = live(registration) else { return }
    let index = Int(registration.slot)
    slots[index].isLive = false
    slots[index].generation &+= 1
    free.append(registration.slot)
    // EBADF or ENOENT when it was closed before: then the kernel has removed it.
    _ = cposix_poller_remove(descriptor.rawValue, slot.descriptor)
  }

  /// Waits for something to happen, or until `deadline` on the monotonic clock (µs; nil for ever).
  ///
  /// Then `nextEvent` hands out what happened. May come back early with nothing, when a signal arrives.
  package mutating func wait(until deadline: Int64?) throws(SystemError) {
    let timeout = deadline.map { max(0, $0 - MonotonicClock.now()) } ?? -1
    next = 0
    end = 0
    let poller = descriptor.rawValue
    let count = ready.withUnsafeMutableBufferPointer { cposix_poller_wait(poller, $0.baseAddress, timeout) }
    wakeUps += 1
    end = Int(try checked("epoll_pwait2", count))
  }

  /// The next event of the last wait whose registration still lives.
  package mutating func nextEvent() -> Event? {
    while next < end {
      let event = ready[next]
      next += 1
      let registration = Registration(
        slot: UInt32(truncatingIfNeeded: event.token), generation: UInt32(event.token >> 32))
      guard let slot = live(registration) else {
        staleEvents += 1
        continue
      }
      let bits = Int(event.events)
      return Event(
        key: slot.key,
        isReadable: bits & Int(CPOSIX_READABLE.rawValue) != 0,
        isWritable: bits & Int(CPOSIX_WRITABLE.rawValue) != 0,
        isHungUp: bits & Int(CPOSIX_HANG_UP.rawValue) != 0,
        hasFailed: bits & Int(CPOSIX_FAILED.rawValue) != 0,
        isPriority: bits & Int(CPOSIX_PRIORITY.rawValue) != 0)
    }
    return nil
  }

  private func live(_ registration: Registration) -> Slot? {
    guard registration.slot < slots.count else { return nil }
    let slot = slots[Int(registration.slot)]
    return slot.isLive && slot.generation == registration.generation ? slot : nil
  }
}
