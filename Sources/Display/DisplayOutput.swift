package import ViewerCore

/// A screen that the viewer draws on: a KMS connector, or memory.
///
/// The viewer composes into the shadow (cached memory in the panel's own orientation), presents what changed and
/// hears when it is on the screen. One commit is in flight at a time; what is presented meanwhile is kept and
/// follows by itself. Damage is in the shadow's pixels: `memoryDamage(_:)` turns upright rectangles.
package protocol DisplayOutput: AnyObject {
  /// `HDMI-A-1`, `headless`.
  var name: String { get }
  /// What a visitor looks at, upright: size after rotation, dots per inch.
  var panel: Panel { get }
  /// The shadow's size: the panel's memory, before rotation.
  var pixelSize: PixelSize { get }
  /// How the upright picture is turned to lie in the shadow.
  var rotation: Rotation { get }
  var refreshPeriod: Duration? { get }

  /// To poll for reading: call `service` then. Outputs of one card share it: service all of them.
  var eventDescriptor: Int32? { get }
  /// When `service` wants to be called at the latest: a flip of an output without descriptor, a retry, the
  /// watchdog of a flip. `nil` while nothing is due: an idle screen arms no timer.
  var deadline: Timestamp? { get }
  /// No commit in flight: what is presented now is shown at the next vblank.
  var isReady: Bool { get }
  /// Whether a commit is in flight that will not be shown any more, and should have been mended by now.
  func isOverdue(at now: Timestamp) -> Bool
  /// Bytes copied from the shadow to scan-out buffers so far.
  var bytesCopied: Int { get }

  /// Lends the shadow. It keeps its pixels from call to call.
  func withShadow<Result, Failed: Error>(
    _ body: (PixelView) throws(Failed) -> Result
  ) throws(Failed) -> Result

  /// Shows what was drawn into the shadow since the last call.
  /// - Parameter damage: in the shadow's pixels; empty asks again for what is still waiting.
  func present(_ damage: Damage, now: Timestamp) -> PresentOutcome

  /// Takes in what has happened: flips, refusals to try again, a flip that never came.
  func service(now: Timestamp, into events: inout [DisplayEvent])

  /// Panel off and on. On shows the whole shadow again.
  func setActive(_ active: Bool, now: Timestamp)

  /// Gives the screen up before another program takes it (a console switch): nothing is committed after this.
  func pause()
  /// Takes the screen back and shows the whole shadow.
  func resume(now: Timestamp)

  /// Puts back what was on the screen before. Nothing is shown after this.
  func close()
}

extension DisplayOutput {
  /// Memory takes every picture.
  package func isOverdue(at now: Timestamp) -> Bool { false }

  /// Damage of the upright picture, as it lies in the shadow.
  package func memoryDamage(_ upright: Damage) -> Damage {
    if rotation == .none { return upright }
    var result = Damage()
    for rect in upright.rects { result.add(rotation.turned(rect, in: panel.size)) }
    return result
  }
}

/// What became of a frame.
package enum PresentOutcome: Hashable, Sendable {
  /// Handed over: `DisplayEvent.flip` follows.
  case queued
  /// Nothing has changed since the last accepted commit.
  case unchanged
  /// Another commit is in flight, or the kernel refused for the moment: it follows by itself.
  case busy
  /// The screen is off or belongs to another program: the whole shadow is shown when it is back.
  case paused
  /// The screen is gone; look for another one.
  case lost(Failure)
}

/// What happened to a screen.
package enum DisplayEvent: Hashable, Sendable {
  /// A frame reached the screen at `time`. `sequence` counts vblanks; it stays 0 where there are none.
  case flip(time: Timestamp, sequence: UInt32)
  /// A flip had not come within a second: the mode was set again and the whole shadow is shown.
  case recovered
  /// Another program has the screen.
  case paused
  /// The screen is ours again, and shows the whole shadow.
  case resumed
  /// The screen is gone; look for another one.
  case lost(Failure)
}
