import Posix
package import ViewerCore
import Wire

/// `lectern search QUERY SOURCE`: where words stand, a line a match: the page, its boxes in points from the page's
/// top left, and the words about it, separated by tabs.
package enum SearchCommand {
  /// What was found, for a shell: as grep has it.
  private static let nothingFound: Int32 = 1

  /// - Returns: 0 when something was found, 1 when nothing was; the status of the first failure if there was one.
  package static func run(_ input: DocumentInput, _ options: SearchOptions, report: inout CommandReport)
    -> Int32
  {
    do throws(Failure) {
      guard let query = FoldedQuery(options.query) else {
        throw Failure(.usage, "QUERY", "has nothing to look for")
      }
      guard options.query.utf8.count <= WorkerLimits.queryBytes else {
        throw Failure(.usage, "QUERY", "is too long to look for")
      }
      let found = try search(input, query, options, report: &report)
      return report.status == 0 && !found ? nothingFound : report.status
    } catch {
      report.complain(error)
      return report.status
    }
  }

  private static func search(
    _ input: DocumentInput, _ query: FoldedQuery, _ options: SearchOptions, report: inout CommandReport
  ) throws(Failure) -> Bool {
    let document = try input.converse(&report)
    var wanted = 0..<document.pageCount
    if let range = options.pages {
      let start = try document.index(ofPage: range.lowerBound)
      wanted = start..<(try document.index(ofPage: range.upperBound) + 1)
    }
    var pages = try PageQueue(
      wanted, of: document, workers: options.workers ?? Surroundings.processorCount, query: options.query)
    var found = false
    while !report.isOutputGone, let (page, answer) = pages.next() {
      switch answer {
      case .success(let text):
        let scalars = Array(text.text.unicodeScalars)
        let lines = FoldedText(text).matches(query).map { match in
          options.json ? json(page, match, text, scalars) : line(page, match, text, scalars)
        }
        guard !lines.isEmpty else { continue }
        found = true
        report.say(lines.joined())
      case .failure(let failure):
        report.complain(failure)
      }
    }
    return found
  }

  private static func line(
    _ page: Int32, _ match: Range<Int>, _ text: PageText, _ scalars: [Unicode.Scalar]
  ) -> String {
    let boxes = text.boxes(covering: match, in: scalars).map { $0.numbers.joined(separator: ",") }
    return "\(page + 1)\t\(boxes.joined(separator: ";"))\t\(Snippet(scalars, match).text)\n"
  }

  private static func json(
    _ page: Int32, _ match: Range<Int>, _ text: PageText, _ scalars: [Unicode.Scalar]
  ) -> String {
    let snippet = Snippet(scalars, match)
    var json = JSONText()
    json.object { json in
      json.number("page", page + 1)
      json.string("before", snippet.before)
      json.string("match", snippet.match)
      json.string("after", snippet.after)
      json.array("boxes") { json in
        for box in text.boxes(covering: match, in: scalars) {
          json.array { json in for number in box.numbers { json.number(number) } }
        }
      }
    }
    return json.text + "\n"
  }
}

extension PageText.Box {
  /// Left, top, width and height in points, as commands print them.
  var numbers: [String] {
    [left, top, right - left, bottom - top].map { Decimal.text(Double($0), places: 2) }
  }
}
