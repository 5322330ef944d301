package import ViewerCore

/// Where touches come from: the machine's devices, or a clip.
package protocol TouchSource: AnyObject {
  /// Readable when `dispatch` has something to do; nil for a source that goes by the clock alone.
  var eventDescriptor: Int32? { get }
  /// When `dispatch` is due without its descriptor; nil for never.
  var nextDue: Timestamp? { get }

  /// Appends all that has happened until `now`. Never blocks.
  func dispatch(now: Timestamp, into events: inout [InputEvent])
}
