import Foundation
import TestSupport
import Testing

@Suite("Forms by command")
struct FormCommandTests {
  /// A text and a signature.
  /// - Parameter isCertified: the signature allows no change.
  static func signed(isCertified: Bool) -> [UInt8] {
    var pdf = PDFFixture()
    let font = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    let text = pdf.add(
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /MaxLen 6 /Rect [20 20 180 40] /F 4 "
        + "/DA (/Helv 12 Tf 0 g) >>")
    let signature = pdf.add(
      "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> /Name (Ann) "
        + "/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>] >>")
    let field = pdf.add(
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /F 132 /V \(signature) 0 R >>")
    pdf.addPage(entries: "/Annots [\(text) 0 R \(field) 0 R]")
    pdf.catalog =
      "/AcroForm << /Fields [\(text) 0 R \(field) 0 R] /SigFlags 3 /DR << /Font << /Helv \(font) 0 R >> >> >>"
      + (isCertified ? " /Perms << /DocMDP \(signature) 0 R >>" : "")
    return pdf.bytes()
  }

  @Test("A signed document keeps its bytes; one that is certified against changes is left alone unless asked")
  func signatures() throws {
    try inTemporaryFolder { folder in
      let signed = try folder.file("signed.pdf", Self.signed(isCertified: false))
      let copy = folder.appendingPathComponent("copy.pdf")
      let set = try lectern(["forms", "set", signed.path, "name=Zoe", "-o", copy.path])
      #expect(set.status == 0, "\(set.complaints)")
      let (before, after) = (try Data(contentsOf: signed), try Data(contentsOf: copy))
      #expect(after.starts(with: before) && after.count > before.count)
      let fields = try FormListing(copy.path).fields
      #expect(fields.map(\.raw) == ["Zoe", ""])

      let certified = try folder.file("certified.pdf", Self.signed(isCertified: true))
      let other = folder.appendingPathComponent("other.pdf")
      let refused = try lectern(["forms", "set", certified.path, "name=Zoe", "-o", other.path])
      #expect(refused.code == "no-permission")
      #expect(!FileManager.default.fileExists(atPath: other.path))
      let asked = try lectern(
        ["forms", "set", certified.path, "name=Zoe", "--break-signatures", "-o", other.path])
      #expect(asked.status == 0, "\(asked.complaints)")
    }
  }

  @Test("What a field does not take is refused with its code, and nothing is written")
  func refusals() throws {
    try inTemporaryFolder { folder in
      let source = try folder.file("form.pdf", Self.signed(isCertified: false))
      for (words, code) in [
        ("name=far too long", "usage"), ("nobody=x", "usage"), ("sig=x", "no-permission"),
        ("name=two\nlines", "usage"),
      ] {
        let copy = folder.appendingPathComponent("copy.pdf").path
        let result = try lectern(["forms", "set", source.path, words, "-o", copy])
        #expect(result.code == code, "\(words)")
        #expect(!FileManager.default.fileExists(atPath: copy))
      }
      // What the document holds already is no change: the same bytes come out.
      let copy = folder.appendingPathComponent("same.pdf")
      let same = try lectern(["forms", "set", source.path, "name=", "-o", copy.path])
      #expect(same.status == 0)
      let (before, after) = (try Data(contentsOf: source), try Data(contentsOf: copy))
      #expect(before == after)
    }
  }
}
