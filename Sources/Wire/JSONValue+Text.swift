extension JSONValue {
  /// The value as JSON again; members keep their order, whole numbers stay whole.
  package func write(_ key: String? = nil, into json: inout JSONText) {
    switch self {
    case .object(let members):
      json.object(key) { json in for member in members { member.value.write(member.name, into: &json) } }
    case .array(let elements):
      json.array(key) { json in for element in elements { element.write(into: &json) } }
    case .string(let text): if let key { json.string(key, text) } else { json.string(text) }
    case .bool(let value): if let key { json.bool(key, value) } else { json.bool(value) }
    case .null: json.null(key)
    case .number(let number):
      let text = integer.map { "\($0)" } ?? "\(number)"
      if let key { json.number(key, text) } else { json.number(text) }
    }
  }

  package var json: String {
    var json = JSONText()
    write(into: &json)
    return json.text
  }

  /// As a person reads it: texts without quotes, lists with commas.
  package var plain: String {
    switch self {
    case .string(let text): text
    case .array(let elements): elements.map(\.plain).joined(separator: ", ")
    case .object(let members): members.map { "\($0.name) \($0.value.plain)" }.joined(separator: ", ")
    case .bool, .null, .number: json
    }
  }
}
