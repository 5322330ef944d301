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
    let worker = try input.converse()
    do throws(WorkFailure) {
      let facts = try worker.open()
      var sheet = InfoSheet(source: input.source, facts: facts)
      sheet.sizes = try worker.pageSizes()
      sheet.info = try worker.info()
      // Annotations can hang or crash an engine that shows the rest well.
      do throws(WorkFailure) {
        sheet.forms = try worker.forms()
      } catch {
        sheet.info.warnings.append("form fields cannot be read [\(error.code.rawValue)]")
      }
      return sheet
    } catch {
      throw input.failure(error)
    }
  }
}

/// Everything that `info` prints.
struct InfoSheet {
  var source: String
  var facts: DocumentFacts
  var sizes: [Size] = []
  var info = DocumentInfo()
  /// Nil when they could not be read.
  var forms: (kind: FormKind, fields: Int32)?

  init(source: String, facts: DocumentFacts) {
    self.source = source
    self.facts = facts
  }

  var json: String {
    var json = JSONText()
    json.object { json in
      json.string("source", source)
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
