import ViewerCore

/// A document that was asked for while the viewer runs: found, and taken in where no file holds it.
struct FoundDocument: Sendable {
  let source: SourceName
  let taken: TakenDocument?

  /// Refuses what is no document while the last one is shown still. May wait for a disk or a share. What a server holds
  /// is not known yet.
  func check() throws(Failure) {
    if let taken {
      _ = try SourceFile.open(taken, source)
    } else if case .path(let path) = source {
      _ = try SourceFile.open(path)
    }
  }
}
