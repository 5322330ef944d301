/// The form of a document.
package struct DocumentForm: Hashable, Sendable {
  package var kind = FormKind.none
  /// In the order of pages and of what stands on them; those that are shown nowhere at the end.
  package var fields: [FormField] = []
  /// A script of the document would work some values out: they stay as they are, for scripts are not run.
  package var hasCalculations = false
  /// The document's author lets its form be filled in.
  package var isPermitted = true
  /// A signature allows no change at all.
  package var isCertified = false
  /// There are more fields than were read.
  package var isCut = false
  /// The file has mistakes that were mended while it was read.
  package var wasMended = false

  package init() {}

  package var isSigned: Bool { fields.contains { $0.signature != nil } }

  /// What people should know before they fill it in.
  package var warnings: [String] {
    var warnings: [String] = []
    if kind == .xfa {
      warnings.append("the form is made for Adobe's XML forms; only its plain fields are read and filled in")
    }
    if hasCalculations { warnings.append("scripts would work out some fields; they are not run") }
    if isSigned { warnings.append("the document is signed; signatures are not verified") }
    if isCut { warnings.append("there are more than \(fields.count) fields; the others are left out") }
    return warnings
  }

  /// The field of a name; of several with the same one, `NAME#2` is the second.
  package func index(of name: String) throws(FormRefusal) -> Int {
    let found = fields.indices.filter { fields[$0].name == name }
    if found.count == 1 { return found[0] }
    if found.count > 1 { throw .ambiguousField(found.count) }
    guard let mark = name.lastIndex(of: "#"), let place = Int(name[name.index(after: mark)...]) else {
      throw .unknownField
    }
    let same = fields.indices.filter { fields[$0].name == name[..<mark] }
    guard same.count > 1, (1...same.count).contains(place) else { throw .unknownField }
    return same[place - 1]
  }

  /// The fields that are required and hold nothing.
  package func missing(_ edits: FormEdits) -> [FormField] {
    fields.indices.filter { index in
      let field = fields[index]
      return field.flags.contains(.required) && field.isFillable
        && field.isEmpty(edits.value(of: index) ?? field.value)
    }.map { fields[$0] }
  }
}

extension Permissions {
  /// Whether fields may be filled in (PDF 1.7, table 22, bits 6 and 9).
  package var mayFillForms: Bool { contains(.fillForms) || contains(.annotate) }
}
