import CForms
import ViewerCore

/// What was put into a form, as C takes it: texts and lines lie one after the other, edits point to them.
struct PlainEdits {
  private struct Edit {
    var field: Int
    var kind: Int
    var text = 0..<0
    var lines = 0..<0
  }

  private var edits: [Edit] = []
  private var texts: [UInt8] = []
  private var lines: [Int32] = []

  init(_ edits: FormEdits) {
    for edit in edits.edits {
      switch edit.value {
      case .none: break
      case .text(let text): add(edit.field, cforms_put_text, text)
      case .state(let state): add(edit.field, cforms_put_state, state ?? "")
      case .lines(let chosen):
        let start = lines.count
        lines += chosen.map { Int32(clamping: $0) }
        self.edits.append(Edit(field: edit.field, kind: cforms_put_lines, lines: start..<lines.count))
      }
    }
  }

  /// - Parameter body: may use what it gets until it returns.
  func withEdits<Result>(_ body: (UnsafeBufferPointer<cforms_edit>) -> Result) -> Result {
    texts.withUnsafeBufferPointer { texts in
      lines.withUnsafeBufferPointer { lines in
        edits.map { edit in
          var plain = cforms_edit()
          plain.field = Int64(edit.field)
          plain.kind = Int32(edit.kind)
          let start = texts.baseAddress.map { UnsafeRawPointer($0 + edit.text.lowerBound) }
          plain.text = cforms_bytes(
            bytes: start?.assumingMemoryBound(to: CChar.self), count: Int64(edit.text.count))
          plain.lines = lines.baseAddress.map { $0 + edit.lines.lowerBound }
          plain.line_count = Int64(edit.lines.count)
          return plain
        }.withUnsafeBufferPointer(body)
      }
    }
  }

  private mutating func add(_ field: Int, _ kind: Int, _ text: String) {
    let start = texts.count
    texts += Array(text.utf8)
    edits.append(Edit(field: field, kind: kind, text: start..<texts.count))
  }
}
