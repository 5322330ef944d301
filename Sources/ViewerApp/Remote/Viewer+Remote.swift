import ViewerCore

/// What clips and the control socket do in the same way.
extension Viewer {
  /// Shows a document; the one that is shown already stays as it is.
  func open(_ found: FoundDocument, at now: Timestamp) {
    let source = pool.source(of: found, current: session.documentSource)
    handle(.command(.open(source: source)), at: now)
  }

  /// Opens the document that is shown, or was to be, with a password.
  func unlock(with password: String, at now: Timestamp) throws(Failure) {
    // The same one again changes nothing, unless it is time for another try.
    let isNew = try pool.setPassword(Array(password.utf8), ofSource: session.documentSource)
    if isNew || session.documentFailure != nil { handle(.command(.reload), at: now) }
  }
}
