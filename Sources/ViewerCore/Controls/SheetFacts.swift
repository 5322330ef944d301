/// What a sheet's picture depends on. Lists are told by what changes them: comparing them costs nothing.
package struct SheetFacts: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Lines of the outline; nil while they are not known.
    case contents([OutlineItem]?)
    /// So many pages, and the sizes of those that are seen, from the first of them on.
    case pages(Int, sizes: [Size], first: Int)
    case languages([Look.Language])
    /// Of a form's list; those that are chosen are marked.
    case lines([String], chosen: [Int], title: String)
  }

  package var panel: Panel
  package var look: Look
  package var content: Content
  /// What pages are called; empty where they are plain numbers.
  package var labels: [String] = []
  /// How far the list is scrolled, px.
  package var offset = 0
  package var current: Int?
  package var pressed: ControlAction?

  package init(panel: Panel, look: Look = Look(), content: Content) {
    self.panel = panel
    self.look = look
    self.content = content
  }

  /// What a page is called, counted from 0.
  package func label(of page: Int) -> String {
    labels.indices.contains(page) && !labels[page].isEmpty ? labels[page] : "\(page + 1)"
  }

  /// Whether a row is marked as "here".
  package func isCurrent(_ row: Int) -> Bool {
    if case .lines(_, let chosen, _) = content { chosen.contains(row) } else { row == current }
  }

  /// How many entries the list has.
  package var count: Int {
    switch content {
    case .contents(let items): items?.count ?? 0
    case .pages(let count, _, _): count
    case .languages(let languages): languages.count
    case .lines(let lines, _, _): lines.count
    }
  }
}
