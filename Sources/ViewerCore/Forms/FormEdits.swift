/// What was put into the fields of a form, in the order in which it was: of each field only the last counts.
///
/// A field that holds again what it does in the document is not changed, so that a form where nothing is changed is
/// told from one where something is.
package struct FormEdits: Hashable, Sendable {
  package struct Edit: Hashable, Sendable {
    /// Which field of the form, counted from 0.
    package var field: Int
    package var value: FormValue

    package init(field: Int, value: FormValue) {
      self.field = field
      self.value = value
    }
  }

  package private(set) var edits: [Edit] = []

  package init() {}

  /// - Parameter edits: as they came out of another one; no field twice.
  package init?(_ edits: [Edit]) {
    guard Set(edits.map(\.field)).count == edits.count else { return nil }
    self.edits = edits
  }

  package var isEmpty: Bool { edits.isEmpty }

  package func value(of field: Int) -> FormValue? {
    edits.first { $0.field == field }?.value
  }

  /// - Parameter original: what the document holds there.
  package mutating func set(_ field: Int, to value: FormValue, original: FormValue) {
    edits.removeAll { $0.field == field }
    if value != original { edits.append(Edit(field: field, value: value)) }
  }

  package mutating func removeAll() { edits = [] }
}
