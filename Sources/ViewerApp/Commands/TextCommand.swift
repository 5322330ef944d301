import ViewerCore

/// `lectern text SOURCE [--page N]`: the words of a document, pages separated by form feeds.
package enum TextCommand {
  /// - Parameter page: counted from 1; nil for all. A page that cannot be read is named, the others follow.
  package static func run(_ input: DocumentInput, page: Int?, report: inout CommandReport) {
    do throws(Failure) {
      let worker = try input.converse()
      let pages = worker.facts?.pages ?? 0
      let wanted: Range<Int32>
      if let page {
        let index = try input.index(ofPage: page, pages: pages)
        wanted = index..<(index + 1)
      } else {
        wanted = 0..<pages
      }
      for index in wanted {
        var text = ""
        do throws(WorkFailure) {
          text = try worker.text(page: index).text
        } catch {
          report.complain(input.failure(error, page: index + 1))
        }
        if !text.isEmpty, text.last != "\n" { text += "\n" }
        report.say(index + 1 < wanted.upperBound ? text + "\u{0C}" : text)
      }
    } catch {
      report.complain(error)
    }
  }
}
