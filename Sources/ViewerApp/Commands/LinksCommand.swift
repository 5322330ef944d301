import ViewerCore
import Wire

/// `lectern links SOURCE`: where links lie and lead, a line each, or as one JSON object.
package enum LinksCommand {
  /// - Parameter page: counted from 1; nil for all. A page that cannot be read is named, the others follow.
  package static func run(_ input: DocumentInput, page: Int?, json: Bool, report: inout CommandReport) {
    do throws(Failure) {
      let document = try input.converse(&report)
      var wanted = 0..<document.pageCount
      if let page {
        let index = try document.index(ofPage: page)
        wanted = index..<(index + 1)
      }
      var all: [(page: Int32, link: PageLink)] = []
      for index in wanted {
        do throws(Failure) {
          let links = try document.links(page: index)
          if json {
            all += links.map { (index, $0) }
          } else {
            report.say(links.map { line($0, page: index) }.joined())
          }
        } catch {
          report.complain(error)
        }
      }
      if json { report.say(Self.json(all, document.sources) + "\n") }
    } catch {
      report.complain(error)
    }
  }

  /// Page, left, top, right and bottom in points from the page's top left, and where it leads, between tabs.
  static func line(_ link: PageLink, page: Int32) -> String {
    let edges = [link.left, link.top, link.right, link.bottom].map { Decimal.text($0, places: 2) }
    return "\(page + 1)\t\(edges.joined(separator: ","))\t\(words(link.target))\n"
  }

  private static func words(_ target: PageLink.Target) -> String {
    switch target {
    case .page(let page, _, let y):
      "page \(page + 1)" + (y.map { " at \(Decimal.text($0, places: 2))" } ?? "")
    case .uri(let address): printable(address)
    case .named(let name): "action \(printable(name))"
    case .other(let kind): "(\(printable(kind)))"
    }
  }

  /// A document's words must not reach a terminal's controls.
  private static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }

  static func json(_ links: [(page: Int32, link: PageLink)], _ sources: DocumentSources) -> String {
    var json = JSONText()
    json.object { json in
      sources.write(into: &json)
      json.array("links") { json in
        for (page, link) in links {
          json.object {
            $0.number("page", page + 1)
            $0.array("box") {
              for edge in [link.left, link.top, link.right, link.bottom] {
                $0.number(Decimal.text(edge, places: 2))
              }
            }
            TraceLine.link(link.target, into: &$0)
          }
        }
      }
    }
    return json.text
  }
}
