/// What a busy worker must give way to, so that a finger is not kept waiting.
package struct Urgency: Hashable, Sendable {
  /// Words under a finger: the page they are on, counted from 0.
  package var text: Int?
  /// Pixels of visible pages are wanted that no worker has begun.
  package var pixels: Bool
  package var visible: Range<Int>

  /// - Returns: nil where nothing is urgent.
  package init?(text: Int?, pixels: Bool, visible: Range<Int>) {
    guard text != nil || pixels else { return nil }
    self.text = text
    self.pixels = pixels
    self.visible = visible
  }

  /// Whether work may be ended for it, to be begun anew later: pages out of sight give way to words alone, what is
  /// read in the background to pixels as well.
  package func displaces(_ work: Work) -> Bool {
    switch work {
    case .render(let key, _):
      key.kind == .thumbnail || text != nil && key.kind == .base && !visible.contains(Int(key.page))
    case .text(_, let page): page != text && !visible.contains(page)
    case .words, .links, .outline, .info, .form: true
    case .sizes: false
    }
  }
}
