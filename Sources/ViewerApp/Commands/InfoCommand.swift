import ViewerCore
import Wire

/// `lectern info SOURCE`: what a document is, as a table or as one JSON object.
package enum InfoCommand {
  package static func run(_ input: DocumentInput, json: Bool, report: inout CommandReport) {
    do throws(Failure) {
      let facts = try collect(input, report: &report)
      report.say(json ? facts.json + "\n" : facts.table)
    } catch {
      report.complain(error)
    }
  }

  private static func collect(
    _ input: DocumentInput, report: inout CommandReport
  ) throws(Failure) -> InfoSheet {
    let document = try input.converse(&report)
    let facts = document.members.compactMap(\.facts)
    // Who is open speaks for all.
    guard var whole = facts.first else { throw Failure(.emptyDocument, input.name, "there is no document") }
    whole.pages = document.pageCount
    whole.encrypted = facts.contains { $0.encrypted }
    whole.permissions = facts.reduce(.all) { $0.intersection($1.permissions) }
    var sheet = InfoSheet(sources: document.sources, facts: whole)
    let sizes = try document.askAll(&report) { worker throws(WorkFailure) in try worker.pageSizes() }
    for (member, own) in zip(document.members, sizes) {
      let count = Int(member.facts?.pages ?? 1)
      sheet.sizes += own ?? Array(repeating: whole.firstPageSize, count: count)
    }
    let infos = try document.askAll(&report) { worker throws(WorkFailure) in try worker.info() }
    if document.isJoined {
      sheet.info = document.pages.info(
        infos.map { $0 ?? DocumentInfo() }, names: document.members.map(\.file.title))
    } else {
      sheet.info = infos.first.flatMap { $0 } ?? DocumentInfo()
    }
    // Annotations can hang or crash an engine that shows the rest well.
    let forms = try document.askAll(&report) {
      worker -> Result<(kind: FormKind, fields: Int32), WorkFailure> in
      do throws(WorkFailure) {
        return .success(try worker.forms())
      } catch {
        return .failure(error)
      }
    }
    sheet.forms = (.none, 0)
    for (member, answer) in zip(document.members, forms) {
      switch answer {
      case .success(let own):
        let kind = sheet.forms?.kind ?? .none
        sheet.forms = sheet.forms.map { (kind == .none ? own.kind : kind, $0.fields + own.fields) }
      case .failure(let failure):
        sheet.forms = nil
        let name = document.isJoined ? "\(member.file.title): " : ""
        sheet.info.warnings.append("\(name)form fields cannot be read [\(failure.code.rawValue)]")
      case nil: break
      }
    }
    return sheet
  }
}

/// Everything that `info` prints.
struct InfoSheet {
  var sources: DocumentSources
  var facts: DocumentFacts
  var sizes: [Size] = []
  var info = DocumentInfo()
  /// Nil when they could not be read.
  var forms: (kind: FormKind, fields: Int32)?

  init(sources: DocumentSources, facts: DocumentFacts) {
    self.sources = sources
    self.facts = facts
  }

  var json: String {
    var json = JSONText()
    json.object { json in
      sources.write(into: &json)
      json.string("kind", facts.kind.name)
      json.string("format", info.format)
      json.number("pages", facts.pages)
      json.array("sizes") { json in
        for size in sizes {
          json.array {
            $0.number(points(size.width))
            $0.number(points(size.height))
          }
        }
      }
      json.array("labels") { json in for label in info.labels { json.string(label) } }
      json.object("metadata") { json in
        for entry in metadata where !entry.value.isEmpty { json.string(entry.key, entry.value) }
      }
      json.bool("encrypted", facts.encrypted)
      json.array("permissions") { json in for name in facts.permissions.names { json.string(name) } }
      json.number("linearised", info.linearisation.rawValue)
      if let forms {
        json.object("forms") {
          $0.string("kind", forms.kind.name)
          $0.number("fields", forms.fields)
        }
      } else {
        json.null("forms")
      }
      json.number("attachments", info.attachments)
      json.array("warnings") { json in for warning in info.warnings { json.string(warning) } }
    }
    return json.text
  }

  var table: String {
    var rows: [(String, String)] = [("kind", info.format), ("pages", String(facts.pages))]
    for row in sources.rows {
      let last = row.first + row.pages
      let span = row.pages == 1 ? "page \(last)" : "pages \(row.first + 1)-\(last)"
      let words = row.failure.map { "no page of it [\($0.rawValue)]" }
      rows.append(("document", "\(row.source), \(span)\(words.map { ": " + $0 } ?? "")"))
    }
    for run in sizeRuns {
      rows.append(("size", "\(points(run.size.width)) x \(points(run.size.height)) pt, \(run.pages)"))
    }
    if !info.labels.isEmpty {
      let shown = info.labels.prefix(20).joined(separator: ", ")
      rows.append(("labels", info.labels.count > 20 ? shown + ", ..." : shown))
    }
    rows += metadata.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }
    rows.append(("encrypted", facts.encrypted ? "yes" : "no"))
    rows.append(
      (
        "permissions",
        facts.permissions == .all ? "all" : facts.permissions.names.joined(separator: ", ")
      ))
    rows.append(("linearised", info.linearisation.name))
    rows.append(
      (
        "forms",
        forms.map { $0.fields > 0 ? "\($0.kind.name), \($0.fields) fields" : $0.kind.name } ?? "unknown"
      ))
    if info.attachments > 0 { rows.append(("attachments", String(info.attachments))) }
    rows += info.warnings.map { ("warning", $0) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 + "\n" }.joined()
  }

  private var metadata: [(key: String, value: String)] {
    [
      ("title", info.title), ("author", info.author), ("subject", info.subject),
      ("keywords", info.keywords), ("creator", info.creator), ("producer", info.producer),
      ("created", info.created), ("modified", info.modified),
    ]
  }

  /// Neighbouring pages of one size, as `page 3` or `pages 1-2`; many sizes are cut short.
  private var sizeRuns: [(size: Size, pages: String)] {
    var runs: [(size: Size, first: Int, last: Int)] = []
    for (index, size) in sizes.enumerated() {
      if let last = runs.last, last.size == size {
        runs[runs.count - 1].last = index + 1
      } else {
        runs.append((size, index + 1, index + 1))
      }
    }
    var rows = runs.prefix(12).map {
      ($0.size, $0.first == $0.last ? "page \($0.first)" : "pages \($0.first)-\($0.last)")
    }
    if runs.count > 12 { rows[11].1 += ", and \(runs.count - 12) more runs" }
    return rows
  }

  private func points(_ value: Double) -> String {
    Decimal.text(value, places: 2)
  }
}
