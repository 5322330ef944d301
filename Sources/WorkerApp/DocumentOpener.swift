/// What one kind of worker opens documents with.
///
/// Two stand behind it, in a program each: poppler in `lectern-worker`, and what reads pictures in `lectern-pictures`.
/// A program that starts for one document loads no library of the other's.
package protocol DocumentOpener {
  /// - Parameter descriptor: stays the caller's, and open.
  func open(_ descriptor: Int32, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine
  /// Opens a document that is still coming.
  func open(_ stream: StreamedFile, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine
  /// What the engine has said so far belongs to a work that has come to nothing.
  func forget()
}
