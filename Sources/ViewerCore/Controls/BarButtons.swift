/// Which buttons a bar has and how wide each is.
struct BarButtons {
  /// From left to right.
  let actions: [ControlAction]
  /// A word stands under each icon.
  let showsLabels: Bool
  /// px of every button.
  let height: Int
  private let needs: [Int]
  private let gap: Int
  private let widest: Int

  /// - Parameter room: px between the bar's paddings.
  init(_ facts: BarFacts, _ metrics: ControlMetrics, room: Int) {
    var chosen: [ControlAction]?
    if metrics.isEasy {
      let labelled = Self.fitting(facts, metrics, labels: true, into: room)
      let missing = BarLayout.essential.filter { BarLayout.offered($0, facts) && !labelled.contains($0) }
      if missing.isEmpty { chosen = labelled }
    }
    let hasLabels = chosen != nil
    let actions = chosen ?? Self.fitting(facts, metrics, labels: false, into: room)
    self.actions = actions
    showsLabels = hasLabels
    height = hasLabels ? metrics.labelledHeight : metrics.barTarget
    needs = actions.map { Self.need($0, facts, metrics, labels: hasLabels) }
    gap = metrics.gap
    let words = zip(actions, needs).filter { $0.0 != .goToPage }.map(\.1)
    widest = max(metrics.pixels(BarLayout.widest), words.max() ?? 0)
  }

  /// Buttons are alike where there is room for that, else each has what it needs and its share of the rest; the page's
  /// label takes as much as two.
  func widths(in room: Int) -> [Int] {
    let free = room - gap * (actions.count - 1)
    let page = actions.firstIndex(of: .goToPage)
    let shares = actions.count + (page == nil ? 0 : 1)
    let label = page.map { max(needs[$0], min(2 * (free / shares), 2 * widest)) } ?? 0
    let buttons = actions.count - (page == nil ? 0 : 1)
    let alike = buttons > 0 ? min((free - label) / buttons, widest) : 0
    let most = actions.indices.filter { $0 != page }.map { needs[$0] }.max() ?? 0
    if alike >= most { return actions.indices.map { $0 == page ? label : alike } }
    let rest = max(0, free - needs.reduce(0, +)) / max(1, actions.count)
    return needs.map { $0 + rest }
  }

  private static func need(
    _ action: ControlAction, _ facts: BarFacts, _ metrics: ControlMetrics, labels: Bool
  ) -> Int {
    let type = TypeScale(facts.panel, isEasy: metrics.isEasy)
    guard action == .goToPage else {
      guard labels else { return metrics.barTarget }
      return max(
        metrics.barTarget,
        LabelWidths.pixels(BarLayout.label(of: action), capital: type.secondary, facts.look, facts.panel))
    }
    // As wide for the first page as for the last one, so that nothing moves while pages turn.
    let digits = min(max(facts.page.count, String(facts.count).count), 8)
    let page = String(repeating: "8", count: digits)
    return max(
      metrics.target,
      LabelWidths.pixels(
        .pageOf(page: page, count: facts.count), capital: type.body, facts.look, facts.panel))
  }

  /// The most important actions that fit, in their order on the bar.
  private static func fitting(
    _ facts: BarFacts, _ metrics: ControlMetrics, labels: Bool, into room: Int
  ) -> [ControlAction] {
    var left = room + metrics.gap
    var chosen: [ControlAction] = []
    // With words what must be there comes first, or there would be no words.
    let others = BarLayout.importance.filter { !BarLayout.essential.contains($0) }
    let ranked = labels ? BarLayout.essential + others : BarLayout.importance
    for action in ranked where BarLayout.offered(action, facts) {
      let width = need(action, facts, metrics, labels: labels) + metrics.gap
      if action == .previousPage, !chosen.contains(.nextPage) { continue }
      // Ways on and back stand together or not at all.
      let other =
        action == .nextPage ? need(.previousPage, facts, metrics, labels: labels) + metrics.gap : 0
      guard width + other <= left else { continue }
      left -= width
      chosen.append(action)
    }
    return BarLayout.order.filter(chosen.contains)
  }
}
