import Foundation
import TestSupport
import Testing

/// Forms of many makers, filled in by the real programs, and looked at by other engines.
///
/// `qpdf` and `mutool` are programs of the distribution; where they are missing there is nobody to agree with.
@Suite(
  "Forms of the corpus",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"),
  .enabled(
    if: ["qpdf", "mutool", "pdftoppm"].allSatisfy { Tool.path($0) != nil },
    "qpdf, mutool or pdftoppm is not installed"))
struct FormCorpusTests {
  struct Form: Sendable, CustomTestStringConvertible {
    var file: String
    var password: String?
    var testDescription: String { file }
  }

  static let forms: [Form] = [
    Form(file: "pdf/pdfbox-AcroFormsBasicFields.pdf"),
    Form(file: "pdf/pdfbox-PasswordSample-256bit.pdf", password: "user"),
    Form(file: "pdf/pdfium-combobox_form.pdf"),
    Form(file: "pdf/pdfjs-annotation-button-widget.pdf"),
    Form(file: "pdf/pdfjs-annotation-choice-widget.pdf"),
    Form(file: "pdf/pdfjs-annotation-text-widget.pdf"),
    Form(file: "pdf/pdfjs-opt_demo.pdf"),
    Form(file: "pdf/pdfjs-secHandler.pdf"),
    Form(file: "pdf/pypdf-libreoffice-form.pdf"),
    Form(file: "pdf/pdfium-bad_annots_entry.pdf"),
    Form(file: "pdf/pdfium-document_aactions.pdf"),
    Form(file: "pdf/pdfbox-AnnotationTypes.pdf"),
    Form(file: "pdf/pdfium-email_recommended.pdf"),
    Form(file: "pdf/pdfium-simple_xfa.pdf"),
    Form(file: "pdf/pdfium-xfa_combobox.pdf"),
  ]

  @Test("Every field takes a value, the copy is whole, and other engines read the same", arguments: forms)
  func fills(_ form: Form) throws {
    try inTemporaryFolder { folder in
      let source = (CorpusRow.folder ?? "") + "/" + form.file
      var options: [String] = []
      if let password = form.password {
        options = ["--password-file", try folder.file("password", password).path]
      }
      let before = try FormListing(source, options)
      let wanted = before.fields.enumerated().compactMap { index, field in
        field.newValue(index).map { (field, $0) }
      }
      guard !wanted.isEmpty else { return }
      let copy = folder.appendingPathComponent("copy.pdf").path
      let set = try lectern(
        ["forms", "set", source, "-o", copy] + options + wanted.map { "\(before.unique($0.0))=\($0.1)" })
      #expect(set.status == 0, "\(set.complaints)")
      let password = form.password.map { ["--password=\($0)"] } ?? []
      let check = try Tool.run("qpdf", password + ["--check", copy])
      #expect(check.status == 0, "\(check.output)")

      let after = try FormListing(copy, options)
      #expect(after.fields.map(\.name) == before.fields.map(\.name))
      let qpdf = try QPDFValues(copy, password)
      for (field, value) in wanted {
        let now = try #require(after.fields.first { $0.key == field.key })
        #expect(now.shown == value, "\(field.name)")
        // qpdf lists what stands on pages.
        guard now.isShown else { continue }
        #expect(
          qpdf.values[now.name]?.contains(now.raw) ?? false, "\(field.name) \(qpdf.values[now.name] ?? [])")
      }
      // Nothing else has changed.
      for field in before.fields where !wanted.contains(where: { $0.0.key == field.key }) {
        #expect(after.fields.first { $0.key == field.key }?.raw == field.raw)
      }
      // What was protected is so still.
      let locked = try Tool.run("qpdf", ["--check", copy])
      #expect((locked.status != 0) == (form.password != nil))
      if form.password == nil { try Self.looks(of: wanted.map(\.0), in: copy) }
      let drawn = try Tool.run(
        "mutool",
        ["draw", "-q", "-r", "40", "-F", "txt"] + (form.password.map { ["-p", $0] } ?? []) + [copy, "1"])
      #expect(drawn.status == 0)
    }
  }

  /// What poppler and MuPDF draw in the places of fields on the first page: as much ink, but for their edges.
  private static func looks(of fields: [FormListing.Field], in path: String) throws {
    let poppler = try GreyPicture(
      try Tool.bytes("pdftoppm", ["-gray", "-r", "144", "-f", "1", "-l", "1", "-singlefile", path]))
    let mupdf = try GreyPicture(
      try Tool.bytes("mutool", ["draw", "-q", "-r", "144", "-c", "gray", "-F", "pgm", "-o", "-", path, "1"]))
    for field in fields {
      for box in field.boxes {
        let (ours, theirs) = (poppler.ink(in: box, scale: 2), mupdf.ink(in: box, scale: 2))
        #expect(abs(ours - theirs) <= 25 + max(ours, theirs) / 4, "\(field.name): \(ours), \(theirs)")
        if field.type == "text", box[3] - box[1] > 8 { #expect(ours > 0 && theirs > 0, "\(field.name)") }
      }
    }
  }

  @Test(
    "A form that goes round in circles is listed, and filling it in ends in time", .timeLimit(.minutes(1)))
  func circles() throws {
    try inTemporaryFolder { folder in
      let source = (CorpusRow.folder ?? "") + "/pdf/own-acroform-loops.pdf"
      #expect(try FormListing(source).fields.map(\.name) == ["a", ""])
      let copy = folder.appendingPathComponent("copy.pdf").path
      let set = try lectern(["forms", "set", source, "a=x", "-o", copy, "--open-timeout", "0.5"])
      #expect(set.code == "timeout")
      #expect(!FileManager.default.fileExists(atPath: copy))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("Without a change the copy is the same, byte for byte", arguments: forms)
  func exports(_ form: Form) throws {
    try inTemporaryFolder { folder in
      let source = (CorpusRow.folder ?? "") + "/" + form.file
      let copy = folder.appendingPathComponent("copy.pdf")
      let result = try lectern(["export", source, "-o", copy.path])
      #expect(result.status == 0)
      let (old, new) = (try Data(contentsOf: URL(fileURLWithPath: source)), try Data(contentsOf: copy))
      #expect(new == old)
    }
  }
}

/// What `forms get --json` tells.
struct FormListing {
  struct Field {
    var name: String
    /// Its place among the fields: names need not be unique.
    var key: Int
    var type: String
    var flags: [String]
    var value: Any?
    var options: [(value: String, label: String)]
    var maximumLength: Int?
    var isShown: Bool
    /// Left, top, right and bottom of its places on the first page that are seen, points.
    var boxes: [[Double]]

    /// As `forms set` takes it.
    var shown: String { raw }

    var raw: String {
      if let list = value as? [String] { return list.joined(separator: "\n") }
      return value as? String ?? ""
    }

    /// Something that it does not hold yet; nil for what takes nothing.
    func newValue(_ index: Int) -> String? {
      guard !flags.contains("read-only"), !flags.contains("password") else { return nil }
      switch type {
      case "text": return String("Zoë \(index)".prefix(maximumLength ?? 100))
      case "checkbox", "radio": return options.last { $0.value != raw }?.value
      case "dropdown", "list": return options.last { $0.value != raw && !$0.value.isEmpty }?.value
      default: return nil
      }
    }
  }

  var fields: [Field]

  init(_ path: String, _ options: [String] = []) throws {
    let result = try lectern(["forms", "get", "--json", path] + options)
    try #require(result.status == 0, "\(result.complaints)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    fields = try #require(json["fields"] as? [[String: Any]]).enumerated().map { index, field in
      Field(
        name: field["name"] as? String ?? "", key: index, type: field["type"] as? String ?? "",
        flags: field["flags"] as? [String] ?? [], value: field["value"],
        options: (field["options"] as? [[String: String]] ?? []).map {
          ($0["value"] ?? "", $0["label"] ?? "")
        },
        maximumLength: field["maxLength"] as? Int, isShown: field["page"] is Int,
        boxes: (field["widgets"] as? [[String: Any]] ?? []).compactMap { widget in
          guard widget["page"] as? Int == 1, widget["hidden"] as? Bool == false else { return nil }
          return widget["box"] as? [Double]
        })
    }
  }

  /// The name by which `forms set` knows a field.
  func unique(_ field: Field) -> String {
    let same = fields.filter { $0.name == field.name }
    guard same.count > 1, let place = same.firstIndex(where: { $0.key == field.key }) else {
      return field.name
    }
    return "\(field.name)#\(place + 1)"
  }
}

/// What qpdf reads in a form's fields, by their names.
struct QPDFValues {
  var values: [String: [String]] = [:]

  init(_ path: String, _ options: [String]) throws {
    let output = try Tool.run("qpdf", options + ["--json", "--json-key=acroform", path]).output
    let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let form = json?["acroform"] as? [String: Any]
    for field in form?["fields"] as? [[String: Any]] ?? [] {
      let name = field["fullname"] as? String ?? ""
      values[name, default: []].append(Self.plain(field["value"]))
    }
  }

  /// Texts are marked by `u:`, names by a stroke.
  private static func plain(_ value: Any?) -> String {
    if let list = value as? [Any] { return list.map(plain).joined(separator: "\n") }
    guard let text = value as? String else { return "" }
    if text.hasPrefix("u:") { return String(text.dropFirst(2)) }
    return text.hasPrefix("/") ? String(text.dropFirst()) : text
  }
}

/// Programs of the distribution that know documents as well.
enum Tool {
  static func path(_ name: String) -> String? {
    let path = "/usr/bin/\(name)"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// What it writes to its standard output.
  static func bytes(_ name: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(name) ?? "")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// - Returns: what it said, of whichever kind, and its status.
  static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(name) ?? "")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    if arguments.contains("--check") { process.standardError = pipe }
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
