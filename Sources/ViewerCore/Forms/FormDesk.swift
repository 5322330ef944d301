/// The form of the document that is shown, and what visitors have put into it: it is kept here, so that no worker's
/// death loses any of it.
package struct FormDesk: Hashable, Sendable {
  /// One place of a field on a page.
  package struct Place: Hashable, Sendable {
    package var field: Int
    package var widget: Int
  }

  /// On the panel, and when.
  package struct EarlyTap: Hashable, Sendable {
    package var place: Point
    package var moment: Timestamp
  }

  /// For so long a tap waits for the form: who has waited longer does not expect a keyboard any more.
  private static let patience = Duration.seconds(5)

  /// Nil while it has not been read; without fields where there is none, or nothing may be filled in.
  package private(set) var form: DocumentForm?
  package private(set) var edits = FormEdits()
  /// A tap where there may be a field, while the form has not been read.
  package private(set) var earlyTap: EarlyTap?
  /// Whether somebody has tapped where there may be a field, at any time while the form had not been read.
  package private(set) var isWanted = false
  private var places: [Int: [Place]] = [:]
  /// How often what a page shows has changed.
  private var editions: [Int: UInt32] = [:]

  package init() {}

  /// - Parameter form: as a worker has read it.
  package mutating func took(_ form: DocumentForm) {
    var form = form
    if !form.isPermitted || form.isCertified { form.fields = [] }
    self.form = form
    isWanted = false
    places = [:]
    for (index, field) in form.fields.enumerated() where field.isFillable {
      for (number, widget) in field.widgets.enumerated() where !widget.isHidden {
        places[widget.page, default: []].append(Place(field: index, widget: number))
      }
    }
  }

  /// A tap has hit nothing that is known so far.
  package mutating func tapped(at place: Point, _ now: Timestamp) {
    guard form == nil else { return }
    earlyTap = EarlyTap(place: place, moment: now)
    isWanted = true
  }

  /// The visitor does something else.
  package mutating func forgetTap() { earlyTap = nil }

  /// Where a field is to be taken now that the form is here, if its tap was not long ago.
  package mutating func takeEarlyTap(at now: Timestamp) -> Point? {
    defer { earlyTap = nil }
    return earlyTap.flatMap { now - $0.moment <= Self.patience ? $0.place : nil }
  }

  /// Where something can be put in on a page, counted from 0, in the order of the page.
  package func places(on page: Int) -> [Place] { places[page] ?? [] }

  package func field(_ place: Place) -> FormField? { field(place.field) }

  package func field(_ index: Int) -> FormField? {
    guard let form, form.fields.indices.contains(index) else { return nil }
    return form.fields[index]
  }

  package func widget(_ place: Place) -> FormField.Widget? {
    guard let field = field(place), field.widgets.indices.contains(place.widget) else { return nil }
    return field.widgets[place.widget]
  }

  /// What a field holds now.
  package func value(of index: Int) -> FormValue {
    edits.value(of: index) ?? field(index)?.value ?? .none
  }

  /// Puts a value in, unless the field does not take it or holds it already.
  /// - Returns: whether anything is different now.
  package mutating func put(_ value: FormValue, into index: Int) -> Bool {
    guard let field = field(index), value != self.value(of: index), (try? field.checked(value)) != nil else {
      return false
    }
    edits.set(index, to: value, original: field.value)
    touch(field)
    return true
  }

  /// Everything is as the document has it.
  /// - Returns: whether anything is different now.
  package mutating func clear() -> Bool {
    guard !edits.isEmpty else { return false }
    for edit in edits.edits {
      if let field = field(edit.field) { touch(field) }
    }
    edits.removeAll()
    return true
  }

  /// Which of a page's pictures is the one that shows what was put in.
  package func edition(of page: Int) -> UInt32 { editions[page] ?? 0 }

  /// The same for all pages that have another one than their first.
  package var changedPages: [Int: UInt32] { editions }

  private mutating func touch(_ field: FormField) {
    for page in Set(field.widgets.map(\.page)) { editions[page, default: 0] += 1 }
  }
}
