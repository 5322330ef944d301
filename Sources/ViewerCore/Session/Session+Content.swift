/// Documents that change while they are shown.
///
/// A file that is another one now is opened beside the one that is shown, which stays until the new one is open: one that
/// does not open costs nothing but a message to staff. Page, place and zoom stay, or the nearest page where that one is
/// gone. What a visitor has put into a form is not taken away: the change waits until the form is as it was.
extension Session {
  /// The n-th source is not what it was.
  mutating func contentChanged(source: Int, at now: Timestamp) {
    // Others are read anew whenever they are opened.
    guard source == document.source else { return }
    switch document.phase {
    // What could not be read may be whole now.
    case .failed: open(source: source, at: now)
    // What is being opened may be either.
    case .opening, .open: document.isOutdated = true
    }
  }

  /// Opens what has changed as soon as nothing of a visitor's would be lost by it.
  mutating func followContent(at now: Timestamp) {
    guard document.isOutdated, document.isOpen, heir == nil, mayReplace else { return }
    document.isOutdated = false
    let number = takeNumber()
    heir = number
    emit(.openBeside(document: number, shown: document.number, source: document.source))
  }

  private var mayReplace: Bool { forms.edits.isEmpty && controls.openEntry == nil && !hasTypedPassword }

  /// The new one is open, and takes the place of the old one.
  mutating func inherit(at now: Timestamp) {
    guard let number = heir else { return }
    heir = nil
    guard mayReplace else {
      // A visitor has begun to fill in the old one meanwhile.
      emit(.close(document: number))
      document.isOutdated = true
      return
    }
    let place = here
    let isOutdated = document.isOutdated
    closeControls(at: now)
    begin(number, source: document.source, at: now)
    document.returning = place
    document.isOutdated = isOutdated
  }

  /// The new one does not open: what is shown stays.
  mutating func heirFailed(_ failure: Failure) {
    dropHeir()
    emit(.trace(.contentRefused(failure)))
  }

  mutating func dropHeir() {
    guard let number = heir else { return }
    heir = nil
    emit(.close(document: number))
  }

  // MARK: Time

  /// Of tries to reach a server: the first and the longest pause between them.
  private static let retryPause = (first: Duration.seconds(10), most: Duration.seconds(300))

  var contentDeadline: Timestamp? {
    guard isVisible else { return nil }
    if documentFailure != nil { return kiosk.retry }
    return options.kiosk.revalidateEvery.map { kiosk.validated + $0 }
  }

  mutating func advanceContent(to now: Timestamp) {
    guard let due = contentDeadline, now >= due else { return }
    kiosk.validated = now
    if documentFailure != nil {
      kiosk.retry = nil
      open(source: document.source, at: now)
    } else if document.isOpen {
      document.isOutdated = true
    }
  }

  /// What cannot be reached may be reached later.
  mutating func retryLater(_ failure: Failure, at now: Timestamp) {
    guard failure.code.mayPass else {
      kiosk.retry = nil
      return
    }
    let pause = Self.retryPause.first * (1 << min(kiosk.failures, 5))
    kiosk.retry = now + min(pause, Self.retryPause.most)
    kiosk.failures += 1
  }

  /// There is no such file any more: the next one is shown. A single one stays as it is on the screen.
  mutating func contentGone(source: Int, name: String, at now: Timestamp) {
    guard source == document.source, documentFailure == nil else { return }
    tellGone(name)
    if sourceCount > 1 { openNext(at: now) }
  }

  /// Other documents are there to go through.
  /// - Parameters:
  ///   - current: which of them is shown; nil where that one is gone.
  ///   - shown: how failures name that one.
  mutating func setSources(_ names: [String], current: Int?, shown: String, at now: Timestamp) {
    sourceCount = names.count
    sourceNames = names
    if let current {
      document.source = current
    } else if sourceCount > 0 {
      tellGone(shown)
      // What stood behind it stands in its place now.
      open(source: min(document.source, sourceCount - 1), at: now)
    }
  }

  private mutating func tellGone(_ name: String) {
    emit(.trace(.contentRefused(Failure(.notFound, name, "the document that was shown is gone"))))
  }
}

extension ErrorCode {
  /// Whether it is about what lies between, and not about the document.
  fileprivate var mayPass: Bool {
    switch self {
    case .sourceUnreachable, .networkError, .httpError, .tlsError: true
    default: false
    }
  }
}
