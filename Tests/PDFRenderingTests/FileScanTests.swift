import Posix
import TestSupport
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

  private static let padding = String(repeating: " ", count: 100_000)

  @Test(
    "Protection is found in the last bytes, and where the last pointer leads",
    arguments: [
      ("trailer << /Encrypt 5 0 R >> startxref 0", true), ("trailer << /Root 1 0 R >> startxref 0", false),
      // A cross-reference stream far from the end, and one that nothing points to.
      ("/Encrypt 5 0 R" + padding + "startxref 0", true),
      ("abc /Encrypt 5 0 R" + padding + "startxref 4", true),
      (String(repeating: "x", count: 9000) + "/Encrypt 5 0 R" + padding + "startxref 0", false),
      ("/Encrypt 5 0 R" + padding + "startxref 999999999", false), ("/Encrypt 5 0 R" + padding, false),
      ("", false),
    ])
  func encryption(_ text: String, _ expected: Bool) throws {
    let file = try memoryFile(Array(text.utf8))
    #expect(FileScan(LocalBytes(descriptor: file.rawValue)).tellsEncryption == expected)
  }

  @Test(
    "A file without the pointer in its last bytes is cut off",
    arguments: [
      ("%PDF startxref\n9\n%%EOF", false), ("%PDF", true), ("", true), ("startxref 9" + padding, true),
      ("startxref\n", true),
    ])
  func cutOff(_ text: String, _ expected: Bool) throws {
    let file = try memoryFile(Array(text.utf8))
    #expect(FileScan(LocalBytes(descriptor: file.rawValue)).isCutOff == expected)
  }

  @Test("An XML form is looked for at both ends of a long file", arguments: [0, 1 << 20, 3 << 20, 5 << 20])
  func xfa(_ place: Int) throws {
    var bytes = [UInt8](repeating: 32, count: 6 << 20)
    bytes.replaceSubrange(place..<place + 5, with: "/XFA[".utf8)
    let file = try memoryFile(bytes)
    #expect(FileScan(LocalBytes(descriptor: file.rawValue)).tellsXFA == (place != 3 << 20))
  }

  @Test("What cannot be read tells nothing")
  func unreadable() {
    let scan = FileScan(LocalBytes(descriptor: -1))
    #expect(!scan.tellsEncryption && !scan.tellsXFA && scan.isCutOff)
  }
}
