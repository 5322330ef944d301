package import ViewerCore

/// Puts trace events into words: one JSON object a line, keys in a fixed order, numbers with fixed decimals.
package enum TraceLine {
  /// - Parameter time: virtual time from the start.
  package static func text(_ event: TraceEvent, at time: Timestamp) -> String {
    var json = JSONText()
    json.object {
      $0.number("t", Decimal.text(Double(time.microseconds) / 1000, places: 3))
      $0.string("event", event.kind.rawValue)
      members(of: event, into: &$0)
    }
    return json.text
  }

  /// A render key as `plan`, `render` and `cancelled` name it: `3@1080x1527`, with the crop for a tile and
  /// `thumbnail` for one.
  package static func text(_ key: RenderKey) -> String {
    let whole = "\(key.page + 1)@\(key.resolution.width)x\(key.resolution.height)"
    if key.kind == .thumbnail { return "\(whole) thumbnail" }
    guard key.kind == .tile else { return whole }
    return "\(whole)+\(key.clip.x),\(key.clip.y),\(key.clip.width),\(key.clip.height)"
  }

  private static func members(of event: TraceEvent, into json: inout JSONText) {
    switch event {
    case .load(let pages, let size, let encrypted, let linearised, let kind):
      json.string("kind", kind.name)
      json.number("pages", pages)
      json.point("size", Point(x: size.width, y: size.height))
      json.bool("encrypted", encrypted)
      json.bool("linearised", linearised)
    case .progress(let progress):
      json.number("done", Decimal.text(Double(progress) / 256, places: 3))
    case .contentRefused(let failure): json.string("code", failure.code.rawValue)
    case .frame(let frame): self.frame(frame, into: &json)
    case .page(let page): json.number("page", page)
    case .viewport(let page, let point, let zoom, let visible, let atEnd):
      json.number("page", page)
      json.point("point", point)
      json.zoom(zoom)
      json.array("visible") { for page in visible { $0.number(page) } }
      json.bool("atEnd", atEnd)
    case .gesture(let summary): gesture(summary, into: &json)
    case .tap(let place, let page, let inside):
      json.point("at", place)
      if let page {
        json.number("page", page)
        json.point("point", inside)
      }
    case .selection(let text, let quads):
      json.string("text", text)
      json.array("quads") { for quad in quads { $0.quad(quad) } }
    case .search(let found, let current, let isOver):
      json.number("found", found)
      if let current { json.number("current", current) }
      json.bool("over", isOver)
    case .link(let page, let target, let isTaken):
      json.number("page", page)
      link(target, into: &json)
      json.bool("taken", isTaken)
    case .form(let field, let value, let characters):
      json.string("field", field)
      if let value { json.string("value", value) } else { json.number("characters", characters) }
    case .formCleared: json.bool("cleared", true)
    case .text(let page, let characters):
      json.number("page", page)
      json.number("characters", characters)
    case .error(let code, let page):
      json.string("code", code.rawValue)
      if let page { json.number("page", page) }
    case .plan(let keys): json.array("keys") { for key in keys { $0.string(text(key)) } }
    case .render(let key, let result):
      json.string("key", text(key))
      json.string("result", self.text(result))
    case .cancelled(let key): json.string("key", text(key))
    case .trim(let reason, let before, let after):
      json.string("reason", reason.rawValue)
      json.number("before", before)
      json.number("after", after)
    case .screen(let name): json.string("name", name)
    case .language(let language): json.string("language", language.rawValue)
    case .visit(let outcome): json.string("is", text(outcome))
    case .panel(let isLit, let reason):
      json.bool("lit", isLit)
      json.string("reason", reason.rawValue)
    case .attract(let isOn): json.bool("on", isOn)
    case .quit, .earlierCopy: break
    }
  }

  private static func text(_ outcome: Visit.Outcome) -> String {
    switch outcome {
    case .began: "begun"
    case .asks: "asked"
    case .goesOn: "going on"
    case .isOver: "over"
    }
  }

  private static func frame(_ frame: FrameRecord, into json: inout JSONText) {
    json.number("n", frame.number)
    json.number("page", frame.page)
    json.zoom(frame.zoom)
    json.array("offset") {
      // In steps of 1/256 px: four decimals tell neighbours apart.
      $0.number(Decimal.text(frame.offset.x, places: 4))
      $0.number(Decimal.text(frame.offset.y, places: 4))
    }
    json.array("visible") {
      for page in frame.visible {
        $0.array {
          $0.number(page.page)
          $0.rect(nil, page.frame)
          $0.string(page.quality.rawValue)
        }
      }
    }
    json.rect("damage", frame.damage)
    let crc = String(frame.crc, radix: 16)
    json.string("crc", String(repeating: "0", count: 8 - crc.count) + crc)
  }

  /// What a link leads to: `kind`, then `target` with a page's number or the words of the document.
  package static func link(_ target: PageLink.Target, into json: inout JSONText) {
    switch target {
    case .page(let number, let x, let y):
      json.string("kind", "page")
      json.number("target", number + 1)
      guard x != nil || y != nil else { return }
      json.array("point") {
        for value in [x, y] { $0.number(value.map { Decimal.text($0, places: 2) } ?? "null") }
      }
    case .uri(let address):
      json.string("kind", "uri")
      json.string("target", address)
    case .named(let name):
      json.string("kind", "named")
      json.string("target", name)
    case .other(let kind):
      json.string("kind", "other")
      json.string("target", kind)
    }
  }

  private static func gesture(_ summary: GestureSummary, into json: inout JSONText) {
    json.string("kind", summary.kind.rawValue)
    json.point("at", summary.at)
    json.point("delta", summary.delta)
    if let scale = summary.scale { json.number("scale", Decimal.text(scale, places: 4)) }
    json.point("velocity", summary.velocity)
  }

  private static func text(_ result: TraceEvent.RenderResult) -> String {
    switch result {
    case .ok: "ok"
    case .stale: "stale"
    case .failed(let code): code.rawValue
    }
  }
}

extension JSONText {
  fileprivate mutating func point(_ key: String, _ point: Point) {
    array(key) {
      $0.number(Decimal.text(point.x, places: 2))
      $0.number(Decimal.text(point.y, places: 2))
    }
  }

  /// `[page, [left, top, right, bottom]]`.
  fileprivate mutating func quad(_ quad: TraceEvent.Quad) {
    array {
      $0.number(quad.page)
      $0.array {
        for side in [quad.box.left, quad.box.top, quad.box.right, quad.box.bottom] {
          $0.number(Decimal.text(Double(side), places: 2))
        }
      }
    }
  }

  /// In steps of 1/65536: six decimals tell neighbours apart.
  fileprivate mutating func zoom(_ zoom: Double) {
    number("zoom", Decimal.text(zoom, places: 6))
  }

  fileprivate mutating func rect(_ key: String?, _ rect: PixelRect) {
    array(key) { for value in [rect.x, rect.y, rect.width, rect.height] { $0.number(value) } }
  }
}
