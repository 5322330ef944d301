import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import Wire

/// A screen reader's conversation with the kiosk, without a look at a pixel.
private final class Listener {
  private let descriptor: FileDescriptor
  private var pending: [UInt8] = []
  /// Labels and values by id, as the channel has told them.
  private(set) var nodes: [String: JSONValue] = [:]
  private(set) var order: [String] = []
  private(set) var focus: String?
  private(set) var said: [String] = []
  private(set) var told: [Int: String] = [:]
  private(set) var errors: [String] = []

  init(_ path: String) throws {
    let end = Date(timeIntervalSinceNow: 30)
    while true {
      do {
        descriptor = try LocalSocket.connect(to: path)
        return
      } catch {
        guard Date() < end else { throw error }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  func send(_ line: String) throws { try descriptor.writeAll(line + "\n") }

  /// Listens until something is so; a guard against a kiosk that hangs is all that the time is.
  func hear(_ what: Comment, until isSo: (Listener) -> Bool) throws {
    while !isSo(self) {
      var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      try #require(Glibc.poll(&poll, 1, 60_000) > 0, what)
      let part = try descriptor.read(upTo: 65536)
      try #require(!part.isEmpty, what)
      pending += part
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        take(try #require(JSONValue(pending[..<end])))
        pending.removeFirst(end + 1)
      }
    }
  }

  func value(_ id: String) -> String? { nodes[id]?["value"]?.text }
  func label(_ id: String) -> String? { nodes[id]?["label"]?.text }

  private func take(_ line: JSONValue) {
    if case .array(let all) = line["nodes"] {
      nodes = [:]
      order = all.compactMap { $0["id"]?.text }
      for node in all { nodes[node["id"]?.text ?? ""] = node }
    }
    if case .array(let changed) = line["changed"] {
      for node in changed { nodes[node["id"]?.text ?? ""] = node }
    }
    if case .array(let gone) = line["gone"] { for id in gone { nodes[id.text ?? ""] = nil } }
    if case .array(let ids) = line["order"] { order = ids.compactMap(\.text) }
    if let place = line["focus"] { focus = place.text }
    if let text = line["say"]?.text { said.append(text) }
    if let page = line["page"]?.integer, let text = line["text"]?.text { told[page] = text }
    if let text = line["error"]?.text { errors.append(text) }
  }
}

@Suite("Reading aloud", .serialized, .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct ReadAloudTests {
  private func show(_ document: [UInt8], _ body: (String) throws -> Void) throws {
    try inTemporaryFolder { folder in
      let file = try folder.file("read.pdf", document)
      let socket = folder.appendingPathComponent("text.sock").path
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--display", "headless", "--size", "540x960", "--dpi", "160",
        "--text-channel", socket, file.path,
      ])
      try body(socket)
      program.end()
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")
    }
  }

  @Test("A screen reader hears every page of a document in order, by moving its focus on")
  func whole() throws {
    try show(Fixtures.document(pages: 9, lines: 4)) { socket in
      let listener = try Listener(socket)
      try listener.send(#"{"hello":"screen-reader"}"#)
      try listener.hear("the document") { $0.nodes["page-1"] != nil }
      #expect(listener.order.first == "document")
      var heard: [String] = []
      for page in 1...9 {
        try listener.send(#"{"focus":"next"}"#)
        try listener.hear("page \(page)") { $0.focus == "page-\(page)" && $0.value("page-\(page)") != nil }
        heard.append(listener.value("page-\(page)") ?? "")
      }
      for (index, text) in heard.enumerated() {
        #expect(text.contains("Page \(index + 1)") && text.contains("Line 3 of page \(index + 1)"))
      }
      // Turning back is heard as well.
      for page in (1...8).reversed() {
        try listener.send(#"{"focus":"previous"}"#)
        try listener.hear("back to page \(page)") { $0.focus == "page-\(page)" }
      }
      #expect(listener.errors.isEmpty)
    }
  }

  @Test("Automation is told no words but those it asks for, of any page")
  func automation() throws {
    try show(Fixtures.document(pages: 30, lines: 4)) { socket in
      let listener = try Listener(socket)
      try listener.send(#"{"hello":"automation"}"#)
      try listener.hear("the document") { $0.nodes["page-1"] != nil }
      try listener.send(#"{"read":27}"#)
      try listener.hear("the words of page 27") { $0.told[27] != nil }
      #expect(listener.told[27]?.contains("Line 3 of page 27") == true)
      #expect(listener.value("page-1") == nil)
      #expect(listener.nodes["page-27"] == nil)
      try listener.send(#"{"read":31}"#)
      try listener.hear("that there is no page 31") { !$0.errors.isEmpty }
      try listener.send(#"{"focus":"page-12"}"#)
      try listener.hear("page 12") { $0.focus == "page-12" && $0.nodes["page-12"] != nil }
    }
  }

  @Test("A link that has the focus is followed without being seen")
  func links() throws {
    var pdf = PDFFixture()
    for page in 1...6 {
      pdf.addPage(
        width: 595, height: 842, contents: PDFFixture.text("Page \(page), to the end", x: 60, y: 765),
        entries: page == 1
          ? "/Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [55 755 255 779] /Dest [5 /Fit] >>]"
          : "")
    }
    try show(pdf.bytes()) { socket in
      let listener = try Listener(socket)
      try listener.send(#"{"hello":"screen-reader"}"#)
      try listener.hear("the link") { $0.nodes["link-1-1"] != nil && $0.value("page-1") != nil }
      try listener.send(#"{"focus":"next"}"#)
      try listener.send(#"{"focus":"next"}"#)
      try listener.hear("the focus on the link") { $0.focus == "link-1-1" }
      #expect(listener.label("link-1-1")?.contains("to the end") == true)
      try listener.send(#"{"activate":true}"#)
      try listener.hear("the page that it leads to") {
        $0.nodes["page-6"] != nil && $0.nodes["page-1"] == nil
      }
    }
  }
}
