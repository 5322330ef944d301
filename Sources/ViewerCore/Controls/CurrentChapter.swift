/// Which line of an outline the reader is in.
package enum CurrentChapter {
  /// The last line, in reading order, that begins on the page or before it; nil before the first.
  ///
  /// Lines out of order are met as they are: the one that begins nearest before the page counts, the later on a tie.
  package static func index(in outline: [OutlineItem], page: Int) -> Int? {
    var best: (index: Int, page: Int)?
    for (index, item) in outline.enumerated() {
      guard let start = item.page, start <= page, start >= best?.page ?? 0 else { continue }
      best = (index, start)
    }
    return best?.index
  }
}

/// Pages by what a document calls them.
package enum PageNames {
  /// The page that a reader means, counted from 0: one of that name first, then one of that number.
  package static func page(named name: String, labels: [String], count: Int) -> Int? {
    let name = trimmed(name)
    guard !name.isEmpty else { return nil }
    if let exact = labels.firstIndex(of: name), exact < count { return exact }
    let folded = name.lowercased()
    if let near = labels.firstIndex(where: { $0.lowercased() == folded }), near < count {
      return near
    }
    guard name.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(name),
      (1...max(1, count)).contains(number),
      number <= count
    else { return nil }
    return number - 1
  }

  /// Whether a name has something besides figures, so that a pad of figures is not enough.
  package static func haveLetters(_ labels: [String]) -> Bool {
    labels.contains { label in label.utf8.contains { !(48...57).contains($0) } }
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
