import CPosix

/// Signals as something to poll (signalfd) instead of code that interrupts.
///
/// Blocks its signals in the calling thread, and so in threads started later: make it first thing on the main
/// thread, before `Chores`. Children start with nothing blocked all the same. The old mask returns with `deinit`.
package struct SignalSource: ~Copyable {
  package struct Signal: Hashable, Sendable {
    package var number: Int32
    /// Process that sent it; 0 for the kernel.
    package var sender: Int32
  }

  /// Readable while a signal waits.
  package let descriptor: FileDescriptor
  private let previousMask: UInt64

  package init(_ signals: [Int32]) throws(SystemError) {
    var previous: UInt64 = 0
    let file = FileDescriptor(
      owning: try checked("signalfd", cposix_signal_source(signals, signals.count, &previous)))
    descriptor = file
    previousMask = previous
  }

  deinit {
    cposix_set_signal_mask(previousMask)
  }

  /// The next signal; nil when none waits. Equal signals that wait together are one.
  package borrowing func next() -> Signal? {
    var sender: Int32 = 0
    let number = cposix_next_signal(descriptor.rawValue, &sender)
    return number > 0 ? Signal(number: number, sender: sender) : nil
  }

  /// Makes writing to a closed pipe an error (`EPIPE`) instead of a death.
  package static func ignoreBrokenPipes() throws(SystemError) {
    try checked("signal", cposix_ignore_broken_pipes())
  }
}
