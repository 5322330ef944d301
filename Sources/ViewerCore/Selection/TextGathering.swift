/// Collects the words of a selection page by page, as their texts come.
package struct TextGathering: Hashable, Sendable {
  package let selection: TextSelection
  /// UTF-8 bytes, and pages, that are collected at most.
  package let limit: Int
  private let lastPage: Int
  /// The page whose words come next; nil when all are here.
  package private(set) var next: Int?
  package private(set) var text = ""
  private var isFull = false

  package init(_ selection: TextSelection, limit: Int, pages: Int = .max) {
    self.selection = selection
    self.limit = limit
    let room = selection.end.page - selection.start.page
    lastPage = selection.start.page + min(room, max(0, pages - 1))
    next = selection.start.page
  }

  package mutating func take(_ page: PageText) {
    guard let number = next else { return }
    let piece = page.string(in: selection.range(on: number, count: page.count))
    if !piece.isEmpty {
      if let last = text.last, last != "\n" { text += "\n" }
      append(piece)
    }
    next = number < lastPage && !isFull ? number + 1 : nil
  }

  private mutating func append(_ piece: String) {
    guard text.utf8.count + piece.utf8.count > limit else {
      text += piece
      return
    }
    for character in piece {
      guard text.utf8.count + character.utf8.count <= limit else { break }
      text.append(character)
    }
    isFull = true
  }
}
