package import ViewerCore

/// One thing that a clip makes happen.
package struct ClipEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Its `time` equals the event's.
    case touch(TouchFrame)
    case key(Key)
    /// The panel goes dark; `show` lights it.
    case hide
    case show
    /// No output any more; `attach` brings it back.
    case detach
    case attach
    /// The system runs short of memory.
    case pressure
    /// A command as `lectern ctl` takes it.
    case control(String)
  }

  /// From the clip's start.
  package var time: Timestamp
  package var action: Action

  package init(time: Timestamp, action: Action) {
    self.time = time
    self.action = action
  }
}
