/// All that a session knows of its selection.
package struct SelectionState: Hashable, Sendable {
  /// A selection is told of when it has not changed for so long and no finger holds it.
  package static let settleTime = Duration.milliseconds(100)
  /// Nobody carries away more than this, bytes of UTF-8.
  package static let copyLimit = 1 << 20
  /// What the trace tells of a selection: its beginning.
  package static let reportLimit = 4_000
  package static let reportPages = 8

  package private(set) var selection: TextSelection?
  package var touch: SelectionTouch?
  package private(set) var marks = SelectionMarks()
  /// When it last changed; nil once that has been told.
  private var changed: Timestamp?
  /// What is collected for the trace, and for the visitor.
  private var report: TextGathering?
  private var copy: TextGathering?
  /// Where it stands on the pages that are collected for the trace.
  private var quads: [TraceEvent.Quad] = []

  package init() {}

  package mutating func set(_ selection: TextSelection?, at now: Timestamp) {
    guard selection != self.selection else { return }
    self.selection = selection
    changed = now
    report = nil
  }

  /// A finger holds the selection, or a button of its bar.
  package var isTouched: Bool { touch.map { $0.lift == nil } ?? false }

  /// There is nothing to do for it.
  package var isIdle: Bool {
    selection == nil && touch == nil && changed == nil && copy == nil && marks.isEmpty
  }

  // MARK: What it covers

  package mutating func trimMarks(visible: Range<Int>) {
    marks.trim(selection, visible: visible)
  }

  /// The words of a page in view are here; nothing is done again that still holds.
  package mutating func mark(_ page: Int, _ text: PageText) {
    guard let selection, marks.needs(page, selection) else { return }
    marks.mark(page, text, selection)
  }

  // MARK: Collecting

  package var deadline: Timestamp? {
    isTouched ? nil : changed.map { $0 + Self.settleTime }
  }

  /// Begins to collect what there is to tell of a selection that has just settled.
  /// - Returns: that there is none any more.
  package mutating func settle(at now: Timestamp) -> TraceEvent? {
    guard let deadline, now >= deadline else { return nil }
    changed = nil
    quads = []
    report = selection.map { TextGathering($0, limit: Self.reportLimit, pages: Self.reportPages) }
    return selection == nil ? .selection(text: "", quads: []) : nil
  }

  /// Begins to collect all of it.
  package mutating func beginCopy() {
    copy = selection.map { TextGathering($0, limit: Self.copyLimit) }
  }

  /// The page whose words are collected next.
  package var pageWanted: Int? { copy?.next ?? report?.next }

  /// The words of a page have come, for whoever collects.
  package mutating func collect(_ page: Int, _ text: PageText) {
    if copy?.next == page { copy?.take(text) }
    guard let report, report.next == page else { return }
    let range = report.selection.range(on: page, count: text.count)
    quads += text.boxes(covering: range).map { TraceEvent.Quad(page: page + 1, box: $0) }
    self.report?.take(text)
  }

  /// What has been collected for the trace, once it is whole.
  package mutating func takeReport() -> TraceEvent? {
    guard let report, report.next == nil else { return nil }
    self.report = nil
    return .selection(text: report.text, quads: quads)
  }

  /// What has been collected for the visitor, once it is whole.
  package mutating func takeCopy() -> String? {
    guard let copy, copy.next == nil else { return nil }
    self.copy = nil
    return copy.text
  }
}
