import CPosix

/// A thread besides the main one, with every signal blocked so that signals reach the event loop alone.
struct HelperThread: ~Copyable, Sendable {
  private let number: UInt64

  init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Body(run: body))
    var started: UInt64 = 0
    let result = cposix_start_thread(
      name,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, context.toOpaque(), &started)
    if result < 0 { context.release() }
    try checked("pthread_create", result)
    number = started
  }

  /// Waits until the thread has ended.
  consuming func join() {
    _ = cposix_join_thread(number)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
