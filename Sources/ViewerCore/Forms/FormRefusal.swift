/// Why something cannot be put into a field.
package enum FormRefusal: Error, Hashable, Sendable {
  case unknownField
  /// So many fields have this name; none of them is meant more than the others.
  case ambiguousField(Int)
  case readOnly
  /// A signature, a push button, or what is not known.
  case notFillable(FormField.Kind)
  /// UTF-16 units.
  case tooLong(length: Int, limit: Int)
  case lineBreak
  case controlCharacter
  /// None of the lines, or no state, is called so.
  case noSuchOption(String, [String])
  case onlyOne
  /// Of these radio buttons one is always on.
  case alwaysOn
  case required

  /// Of a document that does not permit it, or a mistake in what was asked for.
  package var code: ErrorCode {
    switch self {
    case .readOnly, .notFillable: .noPermission
    default: .usage
    }
  }

  package var message: String {
    switch self {
    case .unknownField: "is no field of this form; `lectern forms get` lists them"
    case .ambiguousField(let count):
      "is the name of \(count) fields; write NAME#1 to NAME#\(count) to tell them apart"
    case .readOnly: "is read-only"
    case .notFillable(.signature): "is for a signature, which is not made here"
    case .notFillable(.button): "is a push button, which holds nothing"
    case .notFillable: "is of a kind that cannot be filled in here"
    case .tooLong(let length, let limit): "may have \(limit) characters, not \(length)"
    case .lineBreak: "has one line only"
    case .controlCharacter: "must not hold control characters"
    case .noSuchOption(let text, let options):
      "must be one of \(Self.listed(options)), not “\(text)”"
    case .onlyOne: "takes one of its lines only"
    case .alwaysOn: "has one of its buttons on at all times"
    case .required: "must not be left empty"
    }
  }

  private static func listed(_ options: [String]) -> String {
    let shown = options.prefix(12).map { "“\($0)”" }
    return shown.joined(separator: ", ") + (options.count > 12 ? " and \(options.count - 12) more" : "")
  }
}
