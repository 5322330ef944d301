/// Appends a form to a finished file, as an incremental update (PDF 32000-1, 7.5.6 and 12.7).
///
/// cairo writes no form fields. The file's own bytes stay as they are; after them come the changed catalogue and
/// page, the form, one merged field and widget object for each field with its appearance, and a table that points
/// back to the first one.
struct FormWriter {
  private static let fontSize = 11.0
  /// A text field keeps this far from the sides of its drawn box: viewers set text close to a field's edge.
  private static let sideInset = 4.0

  private var objects: [(number: Int, body: String)] = []
  private var nextNumber: Int

  private init(firstNumber: Int) {
    nextNumber = firstNumber
  }

  /// - Parameter page: counted from 1.
  static func append(_ fields: [FormField], toPage page: Int, of bytes: [UInt8]) throws(SampleError)
    -> [UInt8]
  {
    let tail = try PDFTail(bytes)
    var writer = FormWriter(firstNumber: try tail.size)
    let root = try tail.number(after: "/Root", in: tail.trailer)
    let pageNumber = try tail.page(page)

    let helvetica = writer.add(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    let dingbats = writer.add("<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>")
    var widgets: [Int] = []
    for field in fields { widgets.append(writer.add(field, page: pageNumber, font: helvetica)) }
    let list = widgets.map { "\($0) 0 R" }.joined(separator: " ")
    let form = writer.add(
      "<< /Fields [ \(list) ] /NeedAppearances false /DA (/Helv \(fontSize) Tf 0.12 g)\n"
        + "   /DR << /Font << /Helv \(helvetica) 0 R /ZaDb \(dingbats) 0 R >> >> >>")

    writer.objects.append((root, try adding("/AcroForm \(form) 0 R", to: tail.object(root))))
    writer.objects.append((pageNumber, try addingAnnotations(list, to: tail.object(pageNumber))))
    return try writer.update(tail)
  }

  private mutating func add(_ body: String) -> Int {
    defer { nextNumber += 1 }
    objects.append((nextNumber, body))
    return nextNumber
  }

  private mutating func add(_ field: FormField, page: Int, font: Int) -> Int {
    // PDF counts from the page's lower left.
    let bottom = PageFrame.height - field.y - field.height
    var field = field
    if field.kind != .checkbox {
      field.x += Self.sideInset
      field.width -= 2 * Self.sideInset
    }
    let rect = [field.x, bottom, field.x + field.width, bottom + field.height].map(Self.decimal)
    var entries =
      "/Type /Annot /Subtype /Widget /F 4 /P \(page) 0 R /Rect [ \(rect.joined(separator: " ")) ]\n"
      + "   /T \(Self.literal(field.name)) /TU \(Self.literal(field.tooltip))"
    let appearance = "/DA (/Helv \(Self.fontSize) Tf 0.12 g)"
    switch field.kind {
    case .text(let isMultiline):
      // Flag 13: several lines.
      let empty = addAppearance(field, "/Tx BMC EMC", font: font)
      entries += "\n   /FT /Tx /Ff \(isMultiline ? 1 << 12 : 0) /V () \(appearance) /AP << /N \(empty) 0 R >>"
    case .choice(let options):
      let first = options.first ?? ""
      let baseline = Self.decimal((field.height - Self.fontSize) / 2 + 2.2)
      let shown = addAppearance(
        field,
        "/Tx BMC q BT /Helv \(Self.fontSize) Tf 0.12 g 2 \(baseline) Td \(Self.literal(first)) Tj ET Q EMC",
        font: font)
      // Flag 18: the list drops down.
      entries +=
        "\n   /FT /Ch /Ff \(1 << 17) /Opt [ \(options.map(Self.literal).joined(separator: " ")) ]"
        + " /V \(Self.literal(first)) /DV \(Self.literal(first)) \(appearance) /AP << /N \(shown) 0 R >>"
    case .checkbox:
      let (width, height) = (field.width, field.height)
      let points = [(0.24, 0.52), (0.42, 0.3), (0.78, 0.74)].map {
        "\(Self.decimal($0.0 * width)) \(Self.decimal($0.1 * height))"
      }
      let mark = "q 0.64 0.29 0.16 RG 2.2 w 1 J 1 j \(points[0]) m \(points[1]) l \(points[2]) l S Q"
      let on = addAppearance(field, mark, font: nil)
      let off = addAppearance(field, "q Q", font: nil)
      entries +=
        "\n   /FT /Btn /V /Off /AS /Off /MK << /CA (4) >>"
        + " /AP << /N << /Yes \(on) 0 R /Off \(off) 0 R >> >>"
    }
    return add("<< \(entries) >>")
  }

  private mutating func addAppearance(_ field: FormField, _ content: String, font: Int?) -> Int {
    let resources = font.map { "/Resources << /Font << /Helv \($0) 0 R >> >>" } ?? "/Resources << >>"
    return add(
      "<< /Type /XObject /Subtype /Form /BBox [ 0 0 \(Self.decimal(field.width)) \(Self.decimal(field.height)) ]"
        + " \(resources) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
  }

  /// The file with the objects, their table and a trailer behind it.
  private func update(_ tail: PDFTail) throws(SampleError) -> [UInt8] {
    var bytes = tail.bytes
    if bytes.last != 0x0A { bytes.append(0x0A) }
    var table: [(number: Int, entry: String)] = []
    for object in objects {
      table.append((object.number, "\(Self.tenDigits(bytes.count)) 00000 n \n"))
      bytes += Array("\(object.number) 0 obj\n\(object.body)\nendobj\n".utf8)
    }
    // Free numbers are a chain that begins and ends at 0 (7.5.4).
    let free = [0] + tail.missing.filter { number in !objects.contains { $0.number == number } }
    for (index, number) in free.enumerated() {
      let next = index + 1 < free.count ? free[index + 1] : 0
      table.append((number, "\(Self.tenDigits(next)) \(number == 0 ? "65535" : "00001") f \n"))
    }
    table.sort { $0.number < $1.number }
    let start = bytes.count
    var text = "xref\n"
    var index = 0
    while index < table.count {
      var end = index + 1
      while end < table.count, table[end].number == table[end - 1].number + 1 { end += 1 }
      text += "\(table[index].number) \(end - index)\n" + table[index..<end].map(\.entry).joined()
      index = end
    }
    let root = try tail.number(after: "/Root", in: tail.trailer)
    let info = try tail.number(after: "/Info", in: tail.trailer)
    text +=
      "trailer\n<< /Size \(nextNumber) /Root \(root) 0 R /Info \(info) 0 R /Prev \(tail.tableOffset) >>\n"
    text += "startxref\n\(start)\n%%EOF\n"
    return bytes + Array(text.utf8)
  }

  private static func tenDigits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  /// A dictionary's text with one more entry at its end.
  private static func adding(_ entry: String, to text: String) throws(SampleError) -> String {
    guard let last = text.lastIndex(of: ">"), last > text.startIndex else {
      throw .unexpectedFile("a dictionary has no end")
    }
    return trimmed(text[..<text.index(before: last)]) + "\n   \(entry)\n>>"
  }

  private static func addingAnnotations(_ list: String, to text: String) throws(SampleError) -> String {
    guard let key = text.range(ofKey: "/Annots") else { return try adding("/Annots [ \(list) ]", to: text) }
    guard let open = text[key...].firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
      throw .unexpectedFile("the page's annotations are elsewhere")
    }
    return trimmed(text[..<close]) + " \(list) " + trimmed(text[close...])
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// A PDF literal string; the guide's names keep to ASCII.
  static func literal(_ text: String) -> String {
    var result = "("
    for character in text {
      if "()\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result + ")"
  }

  /// At most two decimals, as far as a page needs.
  static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
