import Display
import Posix
import ViewerCore
import Wire

/// What `status` answers: how the viewer stands, keys in the order of the documentation.
struct ViewerStatus {
  private let viewer: Viewer
  private let uptime: Duration

  init(_ viewer: Viewer, uptime: Duration) {
    self.viewer = viewer
    self.uptime = uptime
  }

  func write(into json: inout JSONText) {
    let report = viewer.session.report
    json.string("version", ViewerProgram.version)
    json.number("uptime", Decimal.text(uptime.seconds, places: 3))
    json.string("source", viewer.pool.name(ofSource: viewer.session.documentSource))
    switch report.phase {
    case .opening: json.string("state", "opening")
    case .open: json.string("state", "open")
    case .failed(let failure):
      json.string("state", "failed")
      json.failure("failure", failure)
    }
    if report.phase == .open {
      json.string("kind", report.kind.name)
      json.string("title", report.title)
      json.number("page", report.page)
      json.string("label", report.label)
      json.number("pages", report.pages)
      json.number("zoom", Decimal.text(report.zoom, places: 6))
      json.array("visible") { for page in report.visible { $0.number(page) } }
      json.bool("sharp", report.isSharp)
    }
    if let search = viewer.session.searchReport { json.object("search") { search.write(into: &$0) } }
    json.bool("lit", report.isLit)
    json.bool("hidden", report.isHidden)
    json.bool("detached", report.isDetached)
    json.array("outputs") {
      guard let output = viewer.output else { return }
      $0.object(nil) { Self.write(output, into: &$0) }
    }
    json.object("workers") {
      $0.number("running", viewer.pool.running)
      $0.number("started", viewer.pool.started)
      $0.number("killed", viewer.pool.killed)
    }
  }

  private static func write(_ output: any DisplayOutput, into json: inout JSONText) {
    json.string("name", output.name)
    json.array("mode") {
      $0.number(output.pixelSize.width)
      $0.number(output.pixelSize.height)
    }
    if let period = output.refreshPeriod {
      json.number("refresh", Decimal.text(1 / max(period.seconds, 0.001), places: 2))
    }
    json.number("rotation", output.rotation.rawValue)
    json.number("dpi", Decimal.text(output.panel.dotsPerInch, places: 1))
  }
}

extension SearchReport {
  func write(into json: inout JSONText) {
    json.number("found", found)
    if let current { json.number("current", current) }
    json.bool("over", isOver)
  }
}
