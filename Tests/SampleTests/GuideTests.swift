import Foundation
import Testing

@testable import lectern_sample

/// The guide is drawn once for all of these; other programs say what they find in it.
struct GuideTests {
  private static let drawn = Result { try Guide.draw() }

  @Test("qpdf finds nothing wrong", .enabled(if: Tool.has("qpdf"), "qpdf is not installed"))
  func check() throws {
    let result = try withFile { try Tool.run("qpdf", "--check", $0) }
    #expect(result.status == 0)
    #expect(!result.output.contains("WARNING"))
  }

  @Test(
    "There are twelve pages, the map's lying across",
    .enabled(if: Tool.has("pdfinfo"), "poppler-utils is not installed")
  )
  func pages() throws {
    let info = try withFile { try Tool.run("pdfinfo", "-f", "1", "-l", "99", $0) }.output
    #expect(info.contains("Pages:           12"))
    #expect(info.contains("Form:            AcroForm"))
    #expect(info.contains("Title:           Tidewick Harbour Museum"))
    for page in 1...12 {
      let size = page == Guide.mapPage ? "595.28 x 419.53 pts" : "419.53 x 595.28 pts"
      let line = info.split(separator: "\n").first { $0.hasPrefix("Page") && $0.contains(" \(page) size:") }
      #expect(line?.contains(size) == true, "page \(page)")
    }
  }

  @Test(
    "Every page can be gone to by name", .enabled(if: Tool.has("pdfinfo"), "poppler-utils is not installed"))
  func destinations() throws {
    let list = try withFile { try Tool.run("pdfinfo", "-dests", $0) }.output.split(separator: "\n")
    for page in 1...12 {
      let line = list.first { $0.contains("\"\(PDFDocument.destination(page))\"") }
      #expect(line.flatMap { $0.split(separator: " ").first } == "\(page)", "page \(page)")
    }
  }

  @Test("The contents lead to every chapter, the hours to the museum's address")
  func links() throws {
    let annotations = try dictionaries(containing: "/Subtype /Link")
    // Every link leads somewhere: cairo writes links without a target when it cannot resolve one.
    #expect(annotations.allSatisfy { $0.contains("/Dest") || $0.contains("/URI") })
    for entry in Guide.entries where !entry.isPart {
      let target = "(\(PDFDocument.destination(entry.page)))"
      #expect(annotations.contains { $0.contains(target) }, "\(entry.title)")
    }
    #expect(annotations.filter { $0.contains("/URI (\(HoursPage.address))") }.count == 1)
  }

  @Test(
    "The outline names all chapters at their pages", .enabled(if: Tool.has("qpdf"), "qpdf is not installed"))
  func outline() throws {
    let json = try withFile { try Tool.run("qpdf", "--json", "--json-key=outlines", $0) }.output
    let root = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let top = try #require(root["outlines"] as? [[String: Any]])
    let titles = flattened(top)
    #expect(titles.map(\.title) == ["Cover", "Contents"] + Guide.entries.map(\.title))
    #expect(titles.map(\.page) == [1, Guide.contentsPage] + Guide.entries.map(\.page))
    #expect(top.count < titles.count)
  }

  @Test("Labels run Cover, i, 1 to 10", .enabled(if: Tool.has("qpdf"), "qpdf is not installed"))
  func labels() throws {
    let json = try withFile { try Tool.run("qpdf", "--json", "--json-key=pagelabels", $0) }.output
    let root = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let labels = try #require(root["pagelabels"] as? [[String: Any]])
    let starts = labels.compactMap { $0["index"] as? Int }
    #expect(starts == [0, 1, 2])
    let values = labels.compactMap { $0["label"] as? [String: Any] }
    let prefixes = values.map { ($0["/P"] as? String)?.split(separator: ":").last.map(String.init) }
    #expect(prefixes == ["Cover", "i", nil])
    #expect(values.last?["/S"] as? String == "/D")
  }

  @Test(
    "The form has its five fields on the last page", .enabled(if: Tool.has("qpdf"), "qpdf is not installed"))
  func fields() throws {
    let json = try withFile { try Tool.run("qpdf", "--json", "--json-key=acroform", $0) }.output
    let root = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let form = try #require(root["acroform"] as? [String: Any])
    let fields = try #require(form["fields"] as? [[String: Any]])
    let kinds = Dictionary(
      uniqueKeysWithValues: fields.compactMap { field in
        (field["fullname"] as? String).map { ($0, field["fieldtype"] as? String ?? "") }
      })
    #expect(
      kinds == ["name": "/Tx", "origin": "/Ch", "message": "/Tx", "crane": "/Btn", "letter": "/Btn"])
    #expect(fields.allSatisfy { $0["pageposfrom1"] as? Int == Guide.formPage })
    let choice = fields.first { $0["fullname"] as? String == "origin" }
    #expect(choice?["choices"] as? [String] == VisitorsBookPage.countries)
  }

  @Test(
    "Text can be read from every page but the scan",
    .enabled(if: Tool.has("pdftotext"), "poppler-utils is not installed"))
  func text() throws {
    let pages = try withFile { try Tool.run("pdftotext", $0, "-") }.output.split(
      separator: "\u{0C}", omittingEmptySubsequences: false)
    try #require(pages.count >= 12)
    for page in 1...12 {
      let letters = pages[page - 1].filter(\.isLetter).count
      #expect(page == Guide.letterPage ? letters == 0 : letters > 30, "page \(page)")
    }
    #expect(pages[3].contains("The quay was walled in 1284"))
    // A word that many fonts would set with a ligature, which a search then misses.
    #expect(pages[2].contains("The floor under you"))
  }

  @Test(
    "The scan is one 8-bit grey picture, the photograph a colour one",
    .enabled(if: Tool.has("pdfimages"), "poppler-utils is not installed"))
  func pictures() throws {
    let lines = try withFile { try Tool.run("pdfimages", "-list", $0) }.output.split(separator: "\n")
      .dropFirst(2)
    let rows = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map { $0[0] } == ["6", "\(Guide.letterPage)"])
    #expect(rows.map { $0[5] } == ["rgb", "gray"])
    #expect(rows.allSatisfy { $0[7] == "8" })
  }

  @Test("Drawing twice gives the same bytes")
  func sameBytes() throws {
    let first = try Self.drawn.get()
    #expect(try Guide.draw() == first)
  }

  private func withFile<T>(_ body: (String) throws -> T) throws -> T {
    let path = NSTemporaryDirectory() + "guide-\(UUID().uuidString).pdf"
    try Data(Self.drawn.get()).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// The objects outside streams that hold a text.
  private func dictionaries(containing text: String) throws -> [String] {
    let all = String(decoding: try Self.drawn.get(), as: Unicode.ASCII.self)
    return all.components(separatedBy: "endobj").filter { $0.utf8.count < 4000 && $0.contains(text) }
  }

  private func flattened(_ entries: [[String: Any]]) -> [(title: String, page: Int)] {
    entries.flatMap { entry in
      [(entry["title"] as? String ?? "", entry["destpageposfrom1"] as? Int ?? 0)]
        + flattened(entry["kids"] as? [[String: Any]] ?? [])
    }
  }
}

/// A program of the system that knows PDF.
enum Tool {
  static func has(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  static func run(_ name: String, _ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
