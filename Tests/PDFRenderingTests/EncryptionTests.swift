import Foundation
import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore

extension EngineTests {
  @Suite("Protected documents", .enabled(if: QPDF.path != nil, "qpdf, which makes them, is not installed"))
  struct EncryptionTests {
    /// Every kind of protection in use: RC4 of 40 and 128 bits, AES of 128 and 256.
    static let kinds: [[String]] = [
      ["--allow-weak-crypto", "40"], ["--allow-weak-crypto", "128", "--use-aes=n"],
      ["--allow-weak-crypto", "128", "--use-aes=y"], ["256"],
    ]

    static func protected(_ kind: [String], user: String, owner: String, _ more: [String] = []) throws
      -> [UInt8]
    {
      let weak = kind.filter { $0.hasPrefix("--allow") }
      let rest = kind.filter { !$0.hasPrefix("--allow") }
      return try QPDF.treated(weak + ["--encrypt", user, owner] + rest + more + ["--"])
    }

    static func text(_ bytes: [UInt8], _ password: [UInt8]?) throws -> String {
      let file = try memoryFile(bytes)
      let document = try PDFDocument.open(
        descriptor: file.rawValue, password: password, log: EngineLog(errorOutput: nil))
      let facts = document.facts()
      #expect(facts.encrypted)
      return try document.page(0).text().text
    }

    @Test("A document opens by the user's and by the owner's password, and by nothing else", arguments: kinds)
    func passwords(_ kind: [String]) throws {
      let bytes = try Self.protected(kind, user: "reader", owner: "writer")
      #expect(try Self.text(bytes, Array("reader".utf8)) == "Secret")
      #expect(try Self.text(bytes, Array("writer".utf8)) == "Secret")
      #expect(throws: PDFError.passwordRequired) { try Self.text(bytes, nil) }
      for wrong in ["reader ", String(repeating: "x", count: 1000)] {
        #expect(throws: PDFError.wrongPassword) { try Self.text(bytes, Array(wrong.utf8)) }
      }
    }

    @Test("An empty user password needs none, and a wrong one does no harm", arguments: kinds)
    func emptyPassword(_ kind: [String]) throws {
      let bytes = try Self.protected(kind, user: "", owner: "writer")
      #expect(try Self.text(bytes, nil) == "Secret")
      #expect(try Self.text(bytes, Array("anything".utf8)) == "Secret")
    }

    @Test("A password with letters beyond ASCII opens documents of new times by its UTF-8 bytes")
    func unicode() throws {
      let bytes = try Self.protected(["256"], user: "pässwörd€", owner: "writer")
      #expect(try Self.text(bytes, Array("pässwörd€".utf8)) == "Secret")
      #expect(throws: PDFError.wrongPassword) { try Self.text(bytes, Array("password".utf8)) }
    }

    @Test(
      "What the author allows is told; the owner may do everything",
      arguments: [
        (["--print=none"], ["modify", "copy", "annotate", "fill-forms", "extract", "assemble"]),
        (["--print=low"], ["print", "modify", "copy", "annotate", "fill-forms", "extract", "assemble"]),
        (
          ["--extract=n"],
          ["print", "modify", "annotate", "fill-forms", "extract", "assemble", "print-high-resolution"]
        ),
        (["--modify=none"], ["print", "copy", "extract", "print-high-resolution"]),
        ([], Permissions.all.names),
      ] as [([String], [String])])
    func permissions(_ options: [String], _ expected: [String]) throws {
      let bytes = try Self.protected(["256"], user: "reader", owner: "writer", options)
      let file = try memoryFile(bytes)
      let log = EngineLog(errorOutput: nil)
      let asReader = try PDFDocument.open(
        descriptor: file.rawValue, password: Array("reader".utf8), log: log)
      let found = Set(asReader.permissions.names)
      // Extracting for the blind is allowed by newer rules whatever is written.
      #expect(found.symmetricDifference(expected).subtracting(["extract"]) == [])
      let facts = asReader.facts()
      #expect(Set(facts.permissions.names) == found)
      let asOwner = try PDFDocument.open(
        descriptor: file.rawValue, password: Array("writer".utf8), log: log)
      let ownerFacts = asOwner.facts()
      // The engine asks for the right to print finely, the owner or not: its word, and no harm to a reader.
      #expect(ownerFacts.permissions.union(.printFinely) == .all && ownerFacts.encrypted)
    }

    @Test("A document laid out for the web tells so, protected or not")
    func linearised() throws {
      for options in [["--linearize"], ["--linearize", "--encrypt", "", "o", "256", "--"]] {
        let file = try memoryFile(try QPDF.treated(options))
        let log = EngineLog(errorOutput: nil)
        let document = try PDFDocument.open(descriptor: file.rawValue, password: nil, log: log)
        let info = document.info(log: log)
        let facts = document.facts()
        let text = try document.page(0).text().text
        #expect(info.linearisation == .fine)
        #expect(facts.encrypted == (options.count > 1))
        #expect(text == "Secret")
      }
    }

    @Test("Objects in compressed streams are read, and cost nothing of what is told")
    func objectStreams() throws {
      let file = try memoryFile(
        try QPDF.treated(["--object-streams=generate", "--encrypt", "", "o", "256", "--"]))
      let log = EngineLog(errorOutput: nil)
      let document = try PDFDocument.open(descriptor: file.rawValue, password: nil, log: log)
      let facts = document.facts()
      #expect(facts.encrypted && facts.pages == 1)
    }
  }
}
