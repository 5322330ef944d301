import Foundation
import TestSupport
import Testing
import ViewerCore

/// Forms and passwords by touch, through the real program and real workers.
@Suite("Forms by touch")
struct FormTouchTests {
  /// A page with a text and a checkbox; points of the page are pixels of a panel as wide.
  static func form() -> [UInt8] {
    var pdf = PDFFixture()
    let on = pdf.add(
      PDFFixture.stream("<< /Type /XObject /Subtype /Form /BBox [0 0 40 40]", "0 0 1 rg 0 0 40 40 re f"))
    let off = pdf.add(PDFFixture.stream("<< /Type /XObject /Subtype /Form /BBox [0 0 40 40]", ""))
    let text = pdf.add(
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [40 600 240 640] /DA (/Helv 24 Tf 0 g) /F 4 >>"
    )
    let check = pdf.add(
      "<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /Rect [40 500 80 540] /AS /Off /F 4 "
        + "/AP << /N << /Yes \(on) 0 R /Off \(off) 0 R >> >> >>")
    pdf.addPage(width: 400, height: 700, entries: "/Annots [\(text) 0 R \(check) 0 R]")
    pdf.catalog = "/AcroForm << /Fields [\(text) 0 R \(check) 0 R] /DA (/Helv 0 Tf 0 g) >>"
    return pdf.bytes()
  }

  static func replay(_ folder: URL, _ source: String, _ clip: String, _ options: [String] = []) throws
    -> RunTrace
  {
    let trace = folder.appendingPathComponent("trace.jsonl")
    let path = try folder.file("clip", clip).path
    let result = try lectern(
      [
        "replay", "--config", "none", "--size", "400x700", "--dpi", "100", "--input", path, "--trace",
        trace.path,
      ]
        + options + [source])
    #expect([0, 77].contains(result.status), "\(result.complaints)")
    return try RunTrace(contentsOf: trace)
  }

  @Test(
    "A checkbox that is tapped is drawn as on, by whichever worker; twice the same clip gives the same pictures"
  )
  func taps() throws {
    try inTemporaryFolder { folder in
      let source = folder.appendingPathComponent("form.pdf")
      try Data(Self.form()).write(to: source)
      let clip = """
        600 tap 60,180
        1600 tap 60,180
        2600 wait 200ms
        """
      let frames = folder.appendingPathComponent("frames")
      try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
      let first = try Self.replay(folder, source.path, clip, ["--frames", frames.path])
      #expect(first.lines(of: "form").map { $0["value"] as? String } == ["Yes", ""])
      #expect(try Self.replay(folder, source.path, clip).bytes == first.bytes)
      let off = try Self.replay(folder, source.path, clip, ["--forms", "off"])
      #expect(off.lines(of: "form").isEmpty)
    }
  }

  @Test("A wrong password is told, a right one opens; neither is in the trace")
  func password() throws {
    try inTemporaryFolder { folder in
      guard Tool.path("qpdf") != nil else { return }
      let plain = folder.appendingPathComponent("plain.pdf")
      try Data(Self.form()).write(to: plain)
      let locked = folder.appendingPathComponent("locked.pdf").path
      #expect(try Tool.run("qpdf", ["--encrypt", "q", "q", "256", "--", plain.path, locked]).status == 0)
      let size = PixelSize(width: 400, height: 700)
      let (w, q, done) = (
        try Self.key(.character("w"), size), try Self.key(.character("q"), size), try Self.key(.accept, size)
      )
      let trace = try Self.replay(
        folder, locked,
        """
        600 tap \(w)
        1200 tap \(done)
        2400 tap \(q)
        3000 tap \(done)
        4000 wait 200ms
        """)
      #expect(trace.errors.map(\.code) == ["password-required", "wrong-password"])
      #expect(trace.loads.count == 1)
      // Fingers on keys leave no trace.
      #expect(trace.gestures.isEmpty)
      #expect(trace.lines(of: "screen").contains { $0["name"] as? String == "password" })
    }
  }

  /// Where a key of the viewer's keyboard is met.
  static func key(_ key: KeyboardKey, _ size: PixelSize) throws -> String {
    let state = KeyboardState(language: .english, languages: [.english], isForFields: true)
    let panel = Panel(size: size, dotsPerInch: 100)
    let layer = KeyboardLayout.layer(KeyboardFacts(panel: panel, look: Look(), state: state))
    let frame = try #require(layer.controls.first { $0.action == .key(key) }?.frame)
    return "\((frame.x + frame.maxX) / 2),\((frame.y + frame.maxY) / 2)"
  }
}

extension RunTrace {
  /// Lines of one event, as they stand.
  func lines(of event: String) -> [[String: Any]] {
    bytes.split(separator: 10).compactMap { line in
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        object["event"] as? String == event
      else { return nil }
      return object
    }
  }
}
