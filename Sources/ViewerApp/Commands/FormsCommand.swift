import Posix
package import ViewerCore
import Wire

/// `lectern forms get SOURCE`: the fields of a document's form, a line each or as one JSON object; and
/// `lectern forms set SOURCE NAME=VALUE... -o FILE`: the document with those values in it.
package enum FormsCommand {
  package static func run(_ input: DocumentInput, _ options: FormsOptions, report: inout CommandReport) {
    do throws(Failure) {
      let document = try input.converse(&report)
      let forms = try document.askAll(&report) { worker throws(WorkFailure) in try worker.form() }
      for (member, form) in zip(document.members, forms) {
        for warning in form?.warnings ?? [] { report.warn(member.name, warning) }
      }
      switch options.action {
      case .get: report.say(sheet(forms, document, json: options.json))
      case .set(let assignments):
        guard let form = forms.first.flatMap({ $0 }), let worker = document.members[0].worker else { return }
        let edits = try edits(assignments, form, input)
        try write(edits, form, by: worker, input, options)
        for field in form.missing(edits) {
          report.warn(input.name, "“\(field.name)” is required and empty")
        }
      }
    } catch {
      report.complain(error)
    }
  }

  /// The fields of all documents, one after the other.
  private static func sheet(
    _ forms: [DocumentForm?], _ document: DocumentConversation, json: Bool
  ) -> String {
    var whole = DocumentForm()
    for (member, form) in forms.enumerated() {
      guard let form else { continue }
      if whole.kind == .none { whole.kind = form.kind }
      whole.fields += form.fields.map { field in
        var field = field
        for widget in field.widgets.indices {
          field.widgets[widget].page = document.pages.page(field.widgets[widget].page, of: member)
        }
        return field
      }
    }
    guard json else { return whole.fields.map(FormSheet.line).joined() }
    let warnings = forms.enumerated().flatMap { member, form in
      (form?.warnings ?? []).map { document.isJoined ? "\(document.members[member].file.title): \($0)" : $0 }
    }
    return FormSheet.json(whole, warnings: warnings, document.sources) + "\n"
  }

  /// - Parameter assignments: each `NAME=VALUE`.
  static func edits(
    _ assignments: [String], _ form: DocumentForm, _ input: DocumentInput
  ) throws(Failure) -> FormEdits {
    guard form.kind != .none else {
      throw Failure(.usage, input.name, "the document has no form")
    }
    var edits = FormEdits()
    for text in assignments {
      let (name, value) = split(text, form)
      do throws(FormRefusal) {
        let index = try form.index(of: name)
        let field = form.fields[index]
        edits.set(index, to: try field.value(of: value), original: field.value)
      } catch {
        throw Failure(error.code, "\(input.name): field “\(name)”", error.message)
      }
    }
    return edits
  }

  /// Names may have equals signs in them: the first that ends the name of a field counts, or else the first of all.
  private static func split(_ text: String, _ form: DocumentForm) -> (name: String, value: String) {
    let splits = text.indices.filter { text[$0] == "=" }.map { place in
      (name: String(text[..<place]), value: String(text[text.index(after: place)...]))
    }
    let known = splits.first { split in (try? form.index(of: split.name)) != nil }
    return known ?? splits.first ?? (text, "")
  }

  private static func write(
    _ edits: FormEdits, _ form: DocumentForm, by worker: WorkerConversation, _ input: DocumentInput,
    _ options: FormsOptions
  ) throws(Failure) {
    guard form.isPermitted else {
      throw Failure(.noPermission, input.name, "the document does not permit its form to be filled in")
    }
    if form.isCertified, !edits.isEmpty, !options.breaksSignatures {
      throw Failure(
        .noPermission, input.name,
        "the document is certified against all changes; --break-signatures fills it in all the same")
    }
    let copy = try DocumentCopy(options.output)
    let source: FileDescriptor
    do {
      source = try worker.duplicateFile()
    } catch {
      throw Failure(.outOfMemory, input.name, "the document cannot be opened once more: \(error.reason)")
    }
    if edits.isEmpty {
      try copy.take(source)
      return try copy.publish()
    }
    do throws(WorkFailure) {
      try worker.fill(edits)
      try worker.export(to: copy.descriptor)
    } catch {
      throw Failure(error, of: input.name)
    }
    var keepsBytes = true
    if form.isSigned, !options.breaksSignatures { keepsBytes = try copy.begins(with: source) }
    guard keepsBytes else {
      throw Failure(
        .noPermission, input.name,
        "the signatures would become invalid; --break-signatures fills the document in all the same")
    }
    try copy.publish()
  }
}
