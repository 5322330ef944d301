package import Foundation

/// Documents that are too large to be made in memory.
package struct HugeDocument {
  private let file: FileHandle
  private var offset = 0
  private var offsets: [Int: Int] = [:]

  private init(_ url: URL) throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    file = try FileHandle(forWritingTo: url)
    try write("%PDF-1.7\n")
  }

  /// One page, and so many bytes of nothing that it never looks at: a hole in the file.
  package static func sparse(at url: URL, byteCount: Int) throws {
    var document = try HugeDocument(url)
    try document.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    try document.object(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
    try document.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R >>")
    try document.object(4, PDFFixture.stream("<<", "1 0 0 rg 10 10 100 50 re f"))
    document.offsets[5] = document.offset
    try document.write("5 0 obj\n<< /Length \(byteCount) >>\nstream\n")
    document.offset += byteCount
    try document.file.seek(toOffset: UInt64(document.offset))
    try document.write("\nendstream\nendobj\n")
    try document.finish()
  }

  /// Pages of A4, each with a picture of its own.
  /// - Parameter picture: a JPEG, in grey or in colour.
  package static func scan(
    at url: URL, pages: Int, picture: Data, width: Int, height: Int, isGrey: Bool
  ) throws {
    var document = try HugeDocument(url)
    func page(_ index: Int) -> Int { 3 + index * 3 }
    try document.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    let kids = (0..<pages).map { "\(page($0)) 0 R" }.joined(separator: " ")
    try document.object(2, "<< /Type /Pages /Count \(pages) /Kids [\(kids)] >>")
    for index in 0..<pages {
      let number = page(index)
      try document.object(
        number,
        """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(number + 1) 0 R \
        /Resources << /XObject << /X \(number + 2) 0 R >> >> >>
        """)
      try document.object(
        number + 1, PDFFixture.stream("<<", "q 595 0 0 842 \(index % 7) \(index % 11) cm /X Do Q"))
      document.offsets[number + 2] = document.offset
      try document.write(
        """
        \(number + 2) 0 obj
        << /Type /XObject /Subtype /Image /Width \(width) /Height \(height) /BitsPerComponent 8 /ColorSpace \
        \(isGrey ? "/DeviceGray" : "/DeviceRGB") /Filter /DCTDecode /Length \(picture.count) >>
        stream

        """)
      try document.file.write(contentsOf: picture)
      document.offset += picture.count
      try document.write("\nendstream\nendobj\n")
    }
    try document.finish()
  }

  private mutating func object(_ number: Int, _ text: String) throws {
    offsets[number] = offset
    try write("\(number) 0 obj\n\(text)\nendobj\n")
  }

  private mutating func write(_ text: String) throws {
    let data = Data(text.utf8)
    try file.write(contentsOf: data)
    offset += data.count
  }

  private mutating func finish() throws {
    let table = offset
    var text = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for number in 1...offsets.count {
      let digits = String(offsets[number] ?? 0)
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    try write(text)
    try file.close()
  }
}
