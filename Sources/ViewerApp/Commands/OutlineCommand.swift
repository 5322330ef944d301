import ViewerCore
import Wire

/// `lectern outline SOURCE`: the table of contents, a line each with its page, or as one JSON object.
package enum OutlineCommand {
  package static func run(_ input: DocumentInput, json: Bool, report: inout CommandReport) {
    do throws(Failure) {
      let document = try input.converse(&report)
      let outlines = try document.askAll(&report) { worker throws(WorkFailure) in try worker.outline() }
      var items = outlines.first.flatMap { $0 } ?? []
      if document.isJoined {
        items = document.pages.outline(
          outlines.map { $0 ?? [] }, titles: document.members.map(\.file.title))
      }
      report.say(json ? Self.json(items, document.sources) + "\n" : table(items))
    } catch {
      report.complain(error)
    }
  }

  /// Two spaces a level, then the title, then a tab and the page where there is one.
  static func table(_ items: [OutlineItem]) -> String {
    var text = ""
    for item in items {
      text += String(repeating: "  ", count: item.depth) + item.title
      if let page = item.page { text += "\t\(page + 1)" }
      text += "\n"
    }
    return text
  }

  static func json(_ items: [OutlineItem], _ sources: DocumentSources) -> String {
    var json = JSONText()
    json.object { json in
      sources.write(into: &json)
      json.outline(items)
    }
    return json.text
  }
}

extension JSONText {
  /// `outline`: the lines of a table of contents, in order.
  mutating func outline(_ items: [OutlineItem]) {
    array("outline") { json in
      for item in items {
        json.object {
          $0.string("title", item.title)
          $0.number("depth", item.depth)
          guard let page = item.page else { return $0.null("page") }
          $0.number("page", page + 1)
          $0.place(x: item.x, y: item.y)
        }
      }
    }
  }

  /// `point`: a place on a page in points from its top left; null for what is left open.
  mutating func place(x: Double?, y: Double?) {
    guard x != nil || y != nil else { return }
    array("point") {
      for value in [x, y] { $0.number(value.map { Decimal.text($0, places: 2) } ?? "null") }
    }
  }
}
