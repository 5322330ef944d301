/// A short note to the visitor, for a few seconds.
package struct NoteState: Hashable, Sendable {
  /// How long a note is there to be read.
  package static let duration: Duration = .seconds(4)

  private var words: Words?
  private var end: Timestamp = .zero

  package init() {}

  /// Shows a note; an earlier one goes.
  package mutating func show(_ words: Words, at now: Timestamp) {
    self.words = words
    end = now + Self.duration
  }

  package mutating func clear() {
    words = nil
  }

  /// What is to be read at a moment; nil when there is nothing.
  package func words(at now: Timestamp) -> Words? {
    now < end ? words : nil
  }

  /// When a picture will next look different although nothing happens.
  package func nextChange(after now: Timestamp) -> Timestamp? {
    words != nil && now < end ? end : nil
  }
}
