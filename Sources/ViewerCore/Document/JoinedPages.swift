/// The pages of several documents that are shown as one, each after the other.
package struct JoinedPages: Hashable, Sendable {
  /// The first page of each, counted from 0, and behind the last one's end.
  private let starts: [Int]

  /// - Parameter counts: the pages of each.
  package init(_ counts: [Int]) {
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + max(0, $1)) }
  }

  package var count: Int { starts[starts.count - 1] }

  /// Which document a page is of, and which of its pages it is; nil beyond the last one.
  package func place(_ page: Int) -> (member: Int, page: Int)? {
    guard page >= 0, page < count else { return nil }
    // The last one that begins no later: of those that begin at the same page all but it are empty.
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= page { low = middle } else { high = middle }
    }
    return (low, page - starts[low])
  }

  /// Where a document's page stands among all.
  package func page(_ page: Int, of member: Int) -> Int { starts[member] + page }

  /// Neighbouring pages by the documents that they are of.
  package func pieces(_ pages: Range<Int>) -> [(member: Int, pages: Range<Int>)] {
    var pieces: [(member: Int, pages: Range<Int>)] = []
    for member in 0..<starts.count - 1 {
      let piece = pages.clamped(to: starts[member]..<starts[member + 1])
      guard !piece.isEmpty else { continue }
      pieces.append((member, piece.lowerBound - starts[member]..<piece.upperBound - starts[member]))
    }
    return pieces
  }

  /// A document's links with the pages that they lead to among all. What was the document's first or last page by name
  /// is so still.
  package func links(_ links: [PageLink], of member: Int) -> [PageLink] {
    links.map { link in
      var link = link
      switch link.target {
      case .page(let page, let x, let y):
        link.target = .page(Int32(clamping: starts[member] + Int(page)), x: x, y: y)
      case .named("FirstPage"): link.target = .page(Int32(clamping: starts[member]), x: nil, y: nil)
      case .named("LastPage"): link.target = .page(Int32(clamping: starts[member + 1] - 1), x: nil, y: nil)
      case .named, .uri, .other: break
      }
      return link
    }
  }

  /// One outline of all: each document is a line, with its own lines below it.
  /// - Parameters:
  ///   - outlines: of each.
  ///   - titles: what each is called.
  package func outline(_ outlines: [[OutlineItem]], titles: [String]) -> [OutlineItem] {
    var lines: [OutlineItem] = []
    for (member, outline) in outlines.enumerated() {
      lines.append(OutlineItem(title: titles[member], depth: 0, page: starts[member]))
      lines += outline.map { line in
        var line = line
        line.depth += 1
        line.page = line.page.map { starts[member] + $0 }
        return line
      }
    }
    return lines
  }

  /// What all say about themselves: the first one that can speaks for all, but for labels, attachments and warnings. None
  /// is laid out for streaming.
  /// - Parameters:
  ///   - infos: of each.
  ///   - names: of each, before its warnings.
  package func info(_ infos: [DocumentInfo], names: [String]) -> DocumentInfo {
    // What cannot tell does not even say what it is.
    var whole = infos.first { !$0.format.isEmpty } ?? infos.first ?? DocumentInfo()
    whole.linearisation = .none
    whole.attachments = infos.reduce(0) { $0 &+ $1.attachments }
    whole.warnings = zip(infos, names).flatMap { info, name in info.warnings.map { "\(name): \($0)" } }
    whole.labels = []
    guard infos.contains(where: { !$0.labels.isEmpty }) else { return whole }
    for (member, info) in infos.enumerated() {
      // Where one has no labels its own numbers are what its readers know.
      let plain = (1...max(1, starts[member + 1] - starts[member])).map(String.init)
      whole.labels += info.labels.isEmpty ? plain : info.labels
    }
    return whole
  }
}
