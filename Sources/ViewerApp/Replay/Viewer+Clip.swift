import ViewerCore
import Wire

/// What clips can make happen beside touches, the same in a replay and in real time.
extension Viewer {
  func perform(_ action: ClipEvent.Action, at now: Timestamp) throws(Failure) {
    switch action {
    case .touch(let frame): handle(.touch(frame), at: now)
    case .key(let key): handle(.key(key), at: now)
    case .hide: handle(.hidden(true), at: now)
    case .show: handle(.hidden(false), at: now)
    case .detach: handle(.panel(nil, session.rotation), at: now)
    case .attach: handle(.panel(session.panel, session.rotation), at: now)
    case .pressure: handle(.pressure, at: now)
    case .control(let words): try perform(try RemoteCommand(words: words), named: words, at: now)
    }
  }

  private func perform(
    _ command: RemoteCommand, named words: String, at now: Timestamp
  ) throws(Failure) {
    switch command {
    case .session(let command): handle(.command(command), at: now)
    case .open(let location): open(try SourceList.find(location), at: now)
    case .password(let password): try unlock(with: password, at: now)
    case .status, .outline, .stats, .metrics, .screenshot, .subscribe, .quit:
      throw Failure(.usage, "ctl \(words)", "is nothing for a clip")
    }
  }
}
