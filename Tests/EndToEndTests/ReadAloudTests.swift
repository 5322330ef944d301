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
  private func show(_ document: [UInt8], size: String = "540x960", _ body: (String) throws -> Void) throws {
    try inTemporaryFolder { folder in
      let file = try folder.file("read.pdf", document)
      let socket = folder.appendingPathComponent("text.sock").path
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--display", "headless", "--size", size, "--dpi", "160",
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

  /// A document with an outline, and the same words on every third page.
  private static func guide() -> [UInt8] {
    var pdf = PDFFixture()
    let count = 30
    // The outline's own object, its lines, then the pages.
    let titles = ["Arrival", "The quay", "Leaving"]
    let first = 5 + 1 + titles.count
    func page(_ index: Int) -> Int { first + index * 2 }
    let outline = pdf.add("<< /Type /Outlines /First 6 0 R /Last 8 0 R /Count 3 >>")
    for (index, title) in titles.enumerated() {
      let next = index < 2 ? "/Next \(7 + index) 0 R" : ""
      _ = pdf.add(
        "<< /Title (\(title)) /Parent \(outline) 0 R /Dest [\(page(index * 12)) 0 R /Fit] \(next) >>")
    }
    pdf.catalog = "/Outlines \(outline) 0 R"
    for index in 0..<count {
      let words = index % 3 == 0 ? "Page \(index + 1) of the harbour" : "Page \(index + 1)"
      pdf.addPage(width: 595, height: 842, contents: PDFFixture.text(words, x: 60, y: 765))
    }
    return pdf.bytes()
  }

  @Test("Contents, page grid, the dialog for a page and a search are gone through without being seen")
  func sheets() throws {
    // Wide enough for every control.
    try show(Self.guide(), size: "1800x1200") { socket in
      let listener = try Listener(socket)
      func activate(_ id: String) throws { try listener.send("{\"activate\":\"\(id)\"}") }
      try listener.send(#"{"hello":"automation"}"#)
      try listener.hear("the bar") { $0.nodes["contents"] != nil }

      try activate("contents")
      try listener.hear("the chapters") { $0.nodes["row-3"] != nil }
      #expect(listener.label("row-2") == "The quay" && listener.nodes["controls"] == nil)
      try activate("row-2")
      try listener.hear("the chapter's page") { $0.nodes["page-13"] != nil && $0.nodes["sheet"] == nil }
      try listener.hear("the way back") { $0.nodes["back"] != nil }
      try activate("back")
      try listener.hear("where the visit began") { $0.nodes["page-1"] != nil }

      try activate("pages")
      try listener.hear("the grid") { $0.nodes["thumbnail-5"] != nil }
      try listener.send(#"{"scroll":"forward"}"#)
      try listener.hear("more of the grid") { $0.nodes["thumbnail-1"] == nil }
      try activate("close")
      try listener.hear("the bar again") { $0.nodes["go-to-page"] != nil }

      try activate("go-to-page")
      try listener.hear("the pad") { $0.nodes["key-2"] != nil }
      try activate("key-9")
      try activate("key-9")
      try activate("key-accept")
      try listener.hear("that there is no such page") { $0.said.contains("There is no page 99.") }
      try activate("key-delete")
      try listener.hear("what is left of it") { $0.value("search-field") == "9" }
      try activate("key-accept")
      try listener.hear("page 9") { $0.nodes["page-9"] != nil && $0.nodes["keyboard"] == nil }

      try activate("search")
      try listener.hear("the keyboard") { $0.nodes["key-h"] != nil }
      for key in "harbour" { try activate("key-\(key)") }
      try listener.hear("what was typed") { $0.value("search-field") == "harbour" }
      try activate("key-accept")
      try listener.hear("how many there are") { $0.label("status")?.hasSuffix("of 10") == true }
      try listener.hear("the match in words") { $0.said.contains { $0.hasPrefix("Match ") } }
      try listener.hear("the page of the match") { $0.nodes["page-10"] != nil }
      try activate("next-match")
      try listener.hear("the next one's page") { $0.nodes["page-13"] != nil }
      try activate("close")
      try listener.hear("the way back from the search") { $0.nodes["back"] != nil }
      try activate("back")
      try listener.hear("where the search began") { $0.nodes["page-9"] != nil && $0.nodes["page-13"] == nil }
      #expect(listener.errors.isEmpty)
    }
  }

  @Test("Who asks to be read to gets the words of the page")
  func aloud() throws {
    try show(Self.guide()) { socket in
      let listener = try Listener(socket)
      try listener.send(#"{"hello":"screen-reader"}"#)
      try listener.hear("the control") { $0.nodes["read-aloud"] != nil }
      try listener.send(#"{"activate":"read-aloud"}"#)
      try listener.hear("the words") { $0.said.contains { $0.contains("Page 1 of the harbour") } }
    }
  }
}
