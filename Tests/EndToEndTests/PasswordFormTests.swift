import Foundation
import TestSupport
import Testing

/// Passwords as people have them: the owner's, with letters that old documents spell in Latin-1, and very long ones.
@Suite(
  "Forms of passwords",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"))
struct PasswordFormTests {
  struct Try: CustomTestStringConvertible, Sendable {
    var file: String
    var password: [UInt8]?
    /// `ok`, or the code.
    var outcome: String
    var pages = 1

    var testDescription: String {
      "\(file) \(password.map { String(decoding: $0.prefix(20), as: UTF8.self) } ?? "without"): \(outcome)"
    }

    init(_ file: String, _ password: String?, _ outcome: String = "ok", pages: Int = 1) {
      self.file = file
      self.password = password.map { Array($0.utf8) }
      self.outcome = outcome
      self.pages = pages
    }

    init(_ file: String, bytes: [UInt8], _ outcome: String = "ok") {
      self.init(file, nil, outcome)
      password = bytes
    }
  }

  /// The rows of a keyboard again and again, 127 letters.
  private static let long = String(
    String(repeating: "qwertyuiopasdfghjklzxcvbnm", count: 5).prefix(127))
  private static let latin1: [UInt8] = [0x68, 0xF4, 0x74, 0x65, 0x6C]

  static let tries: [Try] = [
    Try("pdfbox-AES128ExposedMeta", nil, "unsupported-encryption"),
    Try("pdfbox-AES128ExposedMeta", "any", "unsupported-encryption"),
    Try("pdfbox-PasswordSample-256bit", nil, "password-required"),
    Try("pdfbox-PasswordSample-256bit", "wrong", "wrong-password"),
    Try("pdfbox-PasswordSample-256bit", "user"), Try("pdfbox-PasswordSample-256bit", "owner"),
    Try("pdfium-encrypted_hello_world_r2", nil, "password-required"),
    Try("pdfium-encrypted_hello_world_r2", "hotel", "wrong-password"),
    Try("pdfium-encrypted_hello_world_r2", "hôtel"),
    Try("pdfium-encrypted_hello_world_r2", bytes: latin1),
    Try("pdfium-encrypted_hello_world_r3", "hôtel"),
    Try("pdfium-encrypted_hello_world_r3", bytes: latin1),
    Try("pdfium-encrypted_hello_world_r3_bad_okey", nil, "password-required"),
    Try("pdfium-encrypted_hello_world_r3_bad_okey", "hôtel", "wrong-password"),
    Try("pdfium-encrypted_hello_world_r5", nil, "password-required"),
    Try("pdfium-encrypted_hello_world_r5", "hôtel"), Try("pdfium-encrypted_hello_world_r5", "âge"),
    Try("pdfium-encrypted_hello_world_r5", "hotel", "wrong-password"),
    Try("pdfjs-auth-event-ef-open", nil),
    Try("pdfjs-bug1782186", nil, "unsupported-encryption"),
    Try("pdfjs-bug1782186", "Hello", "unsupported-encryption"),
    Try("pdfjs-issue6010_2", nil, "password-required"), Try("pdfjs-issue6010_2", "æøå"),
    Try("pdfjs-issue6010_2", "aoa", "wrong-password"),
    Try("pypdf-libreoffice-writer-password", nil, "password-required"),
    Try("pypdf-libreoffice-writer-password", "openpassword"),
    Try("pypdf-libreoffice-writer-password", "OpenPassword", "wrong-password"),
    Try("qpdf-enc-R2_V1_O_master", nil, pages: 30), Try("qpdf-enc-R2_V1_O_master", "master", pages: 30),
    Try("qpdf-enc-R3_V2_U_view_O_master", nil, "password-required"),
    Try("qpdf-enc-R3_V2_U_view_O_master", "view", pages: 30),
    Try("qpdf-enc-R3_V2_U_view_O_master", "master", pages: 30),
    Try("qpdf-enc-R3_V2_U_view_O_master", "views", "wrong-password"),
    Try("qpdf-enc-XI-R6_V5_U_view_O_master", "view", pages: 30),
    Try("qpdf-enc-XI-R6_V5_U_view_O_master", "master", pages: 30),
    Try("qpdf-enc-XI-R6_V5_U_view_O_master", nil, "password-required"),
    Try("qpdf-enc-XI-long-password", nil, "password-required"),
    Try("qpdf-enc-XI-long-password", long, pages: 30),
    Try("qpdf-enc-XI-long-password", String(long.dropLast()), "wrong-password"),
    // What is longer counts up to there (PDF 2.0, 7.6.4.3.3).
    Try("qpdf-enc-XI-long-password", long + "bnm" + long, pages: 30),
  ]

  @Test("Each opens what it should, and a wrong one says so", arguments: tries)
  func password(_ attempt: Try) throws {
    try inTemporaryFolder { folder in
      var arguments = ["info", "--json", "\(CorpusRow.folder ?? "")/pdf/\(attempt.file).pdf"]
      if let password = attempt.password {
        let file = folder.appendingPathComponent("password")
        try Data(password + [10]).write(to: file)
        arguments += ["--password-file", file.path]
      }
      let result = try lectern(arguments)
      #expect((result.status == 0 ? "ok" : result.code) == attempt.outcome, "\(result.complaints)")
      guard result.status == 0 else { return }
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect(object?["pages"] as? Int == attempt.pages)
    }
  }
}
