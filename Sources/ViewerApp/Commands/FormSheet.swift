import ViewerCore
import Wire

/// How `forms get` prints fields.
enum FormSheet {
  /// Name, kind, value, page and flags, between tabs.
  static func line(_ field: FormField) -> String {
    let value =
      field.isSecret
      ? String(repeating: "•", count: field.value.textLength) : field.words(for: field.value)
    let page = field.widgets.first.map { String($0.page + 1) } ?? ""
    var flags = field.flags.names
    if field.signature != nil { flags.append("signed") }
    let columns = [field.name, field.kind.name, value, page, flags.joined(separator: ",")]
    return columns.map(printable).joined(separator: "\t") + "\n"
  }

  static func json(_ form: DocumentForm, warnings: [String], _ sources: DocumentSources) -> String {
    var json = JSONText()
    json.object { json in
      sources.write(into: &json)
      json.string("kind", form.kind.name)
      json.array("fields") { json in
        for field in form.fields { json.object { self.field(field, into: &$0) } }
      }
      json.array("warnings") { json in for warning in warnings { json.string(warning) } }
    }
    return json.text
  }

  private static func field(_ field: FormField, into json: inout JSONText) {
    json.string("name", field.name)
    json.string("label", field.label)
    json.string("type", field.kind.name)
    value(field, into: &json)
    json.array("options") { json in
      for option in field.options {
        json.object {
          $0.string("value", option.value)
          $0.string("label", option.label)
        }
      }
    }
    json.array("flags") { json in for name in field.flags.names { json.string(name) } }
    if let length = field.maximumLength { json.number("maxLength", length) } else { json.null("maxLength") }
    // Where it is shown first; all places follow.
    if let first = field.widgets.first {
      json.number("page", first.page + 1)
      box(first.box, into: &json)
    } else {
      json.null("page")
      json.null("box")
    }
    json.array("widgets") { json in
      for widget in field.widgets {
        json.object {
          $0.number("page", widget.page + 1)
          box(widget.box, into: &$0)
          if !widget.state.isEmpty { $0.string("state", widget.state) }
          $0.bool("hidden", widget.isHidden)
        }
      }
    }
    guard field.kind == .signature else { return }
    json.bool("signed", field.signature != nil)
    guard let signature = field.signature else { return }
    json.string("signer", signature.signer)
    json.string("date", signature.date)
  }

  /// A text, a state or a line as it stands in the file; null where there is none. Of a list that takes several lines
  /// an array; of a password its length alone.
  private static func value(_ field: FormField, into json: inout JSONText) {
    if field.isSecret {
      json.null("value")
      json.number("length", field.value.textLength)
      return
    }
    switch field.value {
    case .none, .state(nil): json.null("value")
    case .text(let text): json.string("value", text)
    case .state(let state): json.string("value", state ?? "")
    case .lines(let lines):
      let values = lines.filter(field.options.indices.contains).map { field.options[$0].value }
      if field.flags.contains(.multiple) {
        json.array("value") { json in for value in values { json.string(value) } }
      } else if let value = values.first {
        json.string("value", value)
      } else {
        json.null("value")
      }
    }
  }

  private static func box(_ box: PageText.Box, into json: inout JSONText) {
    json.array("box") {
      for edge in [box.left, box.top, box.right, box.bottom] {
        $0.number(Decimal.text(Double(edge), places: 2))
      }
    }
  }

  /// A document's words must not reach a terminal's controls, nor end a line.
  private static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }
}
