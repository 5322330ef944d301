/// A field of a document's form (PDF 1.7, 12.7): what it is called, what may be put in, and where it is shown.
package struct FormField: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case text = 0
    case checkbox = 1
    /// One of several buttons at most is on.
    case radio = 2
    /// Does something when it is pressed, which is never done here.
    case button = 3
    /// A list that drops down; its text may be free.
    case dropdown = 4
    /// A list that is seen, of which several lines may be chosen.
    case list = 5
    case signature = 6
    case other = 7
  }

  /// The bits are ours.
  package struct Flags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package static let readOnly = Flags(rawValue: 1 << 0)
    package static let required = Flags(rawValue: 1 << 1)
    package static let multiline = Flags(rawValue: 1 << 2)
    /// What is typed is not shown.
    package static let password = Flags(rawValue: 1 << 3)
    /// One cell a character.
    package static let comb = Flags(rawValue: 1 << 4)
    /// A dropdown that takes any text.
    package static let editable = Flags(rawValue: 1 << 5)
    /// A list of which several lines may be chosen.
    package static let multiple = Flags(rawValue: 1 << 6)
    /// Of radio buttons one is always on.
    package static let alwaysOn = Flags(rawValue: 1 << 7)
    /// The text names a file.
    package static let file = Flags(rawValue: 1 << 8)
    package static let richText = Flags(rawValue: 1 << 9)

    /// The names that `forms get` prints, in the order of the bits.
    package static let names: [(flag: Flags, name: String)] = [
      (.readOnly, "read-only"), (.required, "required"), (.multiline, "multiline"), (.password, "password"),
      (.comb, "comb"), (.editable, "editable"), (.multiple, "multiple"), (.alwaysOn, "always-on"),
      (.file, "file"), (.richText, "rich-text"),
    ]

    package var names: [String] { Self.names.filter { contains($0.flag) }.map(\.name) }
  }

  /// A line of a list, or the state of a button.
  package struct Option: Hashable, Sendable {
    /// What stands in the file.
    package var value: String
    /// What people read.
    package var label: String

    package init(value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// A place where the field is shown.
  package struct Widget: Hashable, Sendable {
    /// Counted from 0.
    package var page: Int
    /// Points from the upright page's top left.
    package var box: PageText.Box
    /// Of a button, its state when it is on; else empty.
    package var state: String
    /// On the screen nothing is seen of it.
    package var isHidden: Bool

    package init(page: Int, box: PageText.Box, state: String = "", isHidden: Bool = false) {
      self.page = page
      self.box = box
      self.state = state
      self.isHidden = isHidden
    }
  }

  /// Who signed, and when as the file says it; both may be empty, and nothing of it is verified here.
  package struct Signature: Hashable, Sendable {
    package var signer: String
    package var date: String

    package init(signer: String, date: String) {
      self.signer = signer
      self.date = date
    }
  }

  /// With those of its forebears, between dots; unique in a well-made document.
  package var name: String
  /// What people call it; empty where its maker gave none.
  package var label: String
  package var kind: Kind
  package var flags: Flags
  /// UTF-16 units of the longest text; nil where there is no limit.
  package var maximumLength: Int?
  package var value: FormValue
  /// Lines of a list; of buttons their states and what they mean.
  package var options: [Option]
  package var widgets: [Widget]
  /// Of a signature field that bears one.
  package var signature: Signature?

  package init(
    name: String, label: String = "", kind: Kind, flags: Flags = [], maximumLength: Int? = nil,
    value: FormValue = .none, options: [Option] = [], widgets: [Widget] = [], signature: Signature? = nil
  ) {
    self.name = name
    self.label = label
    self.kind = kind
    self.flags = flags
    self.maximumLength = maximumLength
    self.value = value
    self.options = options
    self.widgets = widgets
    self.signature = signature
  }

  /// What a person reads or hears as its name.
  package var title: String { label.isEmpty ? name : label }

  /// Whether a person can put anything in.
  package var isFillable: Bool {
    guard !flags.contains(.readOnly) else { return false }
    switch kind {
    case .text, .checkbox, .radio, .dropdown, .list: return true
    case .button, .signature, .other: return false
    }
  }

  /// What it holds is never shown, spoken or told.
  package var isSecret: Bool { kind == .text && flags.contains(.password) }
}

extension FormField.Kind {
  /// As `forms get` prints it.
  package var name: String {
    switch self {
    case .text: "text"
    case .checkbox: "checkbox"
    case .radio: "radio"
    case .button: "button"
    case .dropdown: "dropdown"
    case .list: "list"
    case .signature: "signature"
    case .other: "other"
    }
  }
}
