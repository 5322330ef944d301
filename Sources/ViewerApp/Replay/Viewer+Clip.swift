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
    case .control(let words):
      if let location = ControlWords.source(words) {
        handle(.command(.open(source: try pool.source(at: location))), at: now)
      } else if let password = ControlWords.password(words) {
        // The same one again changes nothing, unless it is time for another try.
        let isNew = try pool.setPassword(Array(password.utf8), ofSource: session.documentSource)
        if isNew || session.documentFailure != nil { handle(.command(.reload), at: now) }
      } else {
        handle(.command(try ControlWords.command(words)), at: now)
      }
    }
  }
}
