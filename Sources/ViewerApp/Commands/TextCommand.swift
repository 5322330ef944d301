import ViewerCore
import Wire

/// `lectern text SOURCE... [--page N]`: the words of a document, pages separated by form feeds, or one JSON object a
/// page with its lines and their boxes.
package enum TextCommand {
  /// - Parameter page: counted from 1; nil for all. A page that cannot be read is named, the others follow.
  package static func run(
    _ input: DocumentInput, page: Int?, json: Bool = false, report: inout CommandReport
  ) {
    do throws(Failure) {
      let document = try input.converse(&report)
      var wanted = 0..<document.pageCount
      if let page {
        let index = try document.index(ofPage: page)
        wanted = index..<(index + 1)
      }
      for index in wanted {
        var text = PageText.empty
        do throws(Failure) {
          text = try document.text(page: index)
        } catch {
          report.complain(error)
        }
        report.say(json ? object(index, text) : lines(text, isLast: index + 1 == wanted.upperBound))
        // Nobody reads what follows.
        if report.isOutputGone { return }
      }
    } catch {
      report.complain(error)
    }
  }

  private static func lines(_ page: PageText, isLast: Bool) -> String {
    var text = page.text
    if !text.isEmpty, text.last != "\n" { text += "\n" }
    return isLast ? text : text + "\u{0C}"
  }

  private static func object(_ index: Int32, _ page: PageText) -> String {
    var json = JSONText()
    json.object { json in
      json.number("page", index + 1)
      json.array("lines") { json in
        for line in page.lines {
          json.object { json in
            json.string("text", line.text)
            json.array("box") { json in for number in line.box.numbers { json.number(number) } }
          }
        }
      }
    }
    return json.text + "\n"
  }
}
