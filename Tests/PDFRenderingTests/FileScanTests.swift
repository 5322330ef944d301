import Testing

@testable import PDFRendering

struct FileScanTests {
  @Test(
    "A name counts only where it ends",
    arguments: [
      ("<< /Encrypt 5 0 R >>", true), ("<< /Encrypt<< /V 1 >> >>", true), ("/EncryptMetadata false", false),
      ("/Encrypt", false), ("", false), ("nothing", false),
    ])
  func names(_ text: String, _ expected: Bool) {
    #expect(FileScan.names("/Encrypt", in: Array(text.utf8)) == expected)
  }

  @Test(
    "The last pointer to a cross-reference table counts",
    arguments: [
      ("startxref\n12\n%%EOF\nstartxref\r\n3456\r\n%%EOF", 3456), ("startxref 0", 0), ("startxref", nil),
      ("xref\n12", nil), ("startxref\n99999999999999999999", nil),
    ] as [(String, Int?)])
  func crossReference(_ text: String, _ expected: Int?) {
    #expect(FileScan.crossReference(in: Array(text.utf8)) == expected)
  }
}
