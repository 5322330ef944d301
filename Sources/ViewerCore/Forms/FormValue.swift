/// What a field holds.
package enum FormValue: Hashable, Sendable {
  /// Nothing can be put in, or nothing is.
  case none
  case text(String)
  /// The state of a checkbox or of radio buttons: that of the button which is on; nil while all are off.
  case state(String?)
  /// Lines of a list, counted from 0, in order.
  case lines([Int])

  /// Characters of a text.
  package var textLength: Int {
    if case .text(let text) = self { text.count } else { 0 }
  }
}

extension FormField {
  /// What the field holds in words: for a list what its lines are called, for buttons their state.
  package func words(for value: FormValue) -> String {
    switch value {
    case .none: return ""
    case .text(let text): return text
    case .state(let state):
      guard let state else { return "" }
      return options.first { $0.value == state }?.label ?? state
    case .lines(let lines):
      return lines.compactMap { options.indices.contains($0) ? options[$0].label : nil }
        .joined(separator: ", ")
    }
  }

  /// Whether nothing has been put in.
  package func isEmpty(_ value: FormValue) -> Bool {
    switch value {
    case .none, .state(nil): true
    case .text(let text): text.isEmpty
    case .lines(let lines): lines.isEmpty
    case .state: false
    }
  }

  /// What a button's widget says when it is tapped: on, or off where it was on and may go off.
  package func toggled(_ widget: Widget, from value: FormValue) -> FormValue {
    guard case .state(let current) = value, current == widget.state else { return .state(widget.state) }
    return kind == .radio && flags.contains(.alwaysOn) ? value : .state(nil)
  }
}
