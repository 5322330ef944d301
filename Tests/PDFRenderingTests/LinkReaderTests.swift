import PDFRendering
import TestSupport
import Testing
import ViewerCore
import Wire

extension EngineTests {
  @Suite("The links of a page")
  struct LinkReaderTests {
    /// A link annotation.
    static func link(_ rectangle: String, _ action: String) -> String {
      "<< /Type /Annot /Subtype /Link /Rect [\(rectangle)] /Border [0 0 0] \(action) >>"
    }

    /// The links of the first of three pages of 200 x 100, 300 x 400 and 200 x 100 points.
    static func links(
      _ annotations: [String], entries: String = "", second: String = "", catalog: String = ""
    ) throws -> [PageLink] {
      var pdf = PDFFixture()
      pdf.catalog = catalog
      pdf.addPage(entries: "/Annots [\(annotations.joined(separator: "\n"))] \(entries)")
      pdf.addPage(width: 300, height: 400, entries: second)
      pdf.addPage()
      return try withDocument(pdf) { document, _ in try document.page(0).links() }
    }

    static func target(_ action: String, second: String = "", catalog: String = "") throws -> PageLink.Target?
    {
      let found = try links([link("20 40 80 60", action)], second: second, catalog: catalog)
      #expect(found.count <= 1)
      return found.first?.target
    }

    @Test("A link's rectangle is told in points from the page's top left, in the document's order")
    func rectangles() throws {
      let action = "/A << /S /URI /URI (a:b) >>"
      let found = try Self.links([
        Self.link("20 40 80 60", action), Self.link("150 0 200 10.5", action),
        // Corners the other way round.
        Self.link("90 95 10 70", action),
      ])
      #expect(
        found == [
          PageLink(left: 20, top: 40, right: 80, bottom: 60, target: .uri("a:b")),
          PageLink(left: 150, top: 89.5, right: 200, bottom: 100, target: .uri("a:b")),
          PageLink(left: 10, top: 5, right: 90, bottom: 30, target: .uri("a:b")),
        ])
    }

    @Test(
      "A rectangle follows the page's own turn and its crop box",
      arguments: [
        ("", [20, 40, 80, 60]), ("/Rotate 90", [40, 20, 60, 80]), ("/Rotate 180", [120, 40, 180, 60]),
        ("/Rotate 270", [40, 120, 60, 180]), ("/CropBox [10 30 110 90]", [10, 30, 70, 50]),
        ("/CropBox [10 30 110 90] /Rotate 90", [10, 10, 30, 70]),
      ] as [(String, [Double])])
    func placed(_ entries: String, _ edges: [Double]) throws {
      let link = try #require(
        try Self.links([Self.link("20 40 80 60", "/A << /S /URI /URI (a:b) >>")], entries: entries).first)
      for (found, expected) in zip([link.left, link.top, link.right, link.bottom], edges) {
        #expect(abs(found - expected) < 0.01, "\(link)")
      }
    }

    @Test(
      "An action says where it leads",
      arguments: [
        ("/A << /S /URI /URI (https://example.org/a?b=c) >>", .uri("https://example.org/a?b=c")),
        ("/A << /S /URI /URI (mailto:someone@example.org) >>", .uri("mailto:someone@example.org")),
        ("/A << /S /Named /N /NextPage >>", .named("NextPage")),
        ("/A << /S /Named /N /LastPage >>", .named("LastPage")),
        ("/A << /S /Launch /F (calc.exe) >>", .other("launch")),
        ("/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>", .other("remote")),
        ("/A << /S /JavaScript /JS (app.alert\\(1\\)) >>", .other("javascript")),
        ("/A << /S /GoTo /D (nowhere) >>", .other("broken")),
        ("/A << /S /GoTo /D [99 0 R /Fit] >>", .other("broken")),
      ] as [(String, PageLink.Target)])
    func actions(_ action: String, _ expected: PageLink.Target) throws {
      #expect(try Self.target(action) == expected)
    }

    @Test(
      "A destination names the page and the place on it, from its top left",
      arguments: [
        ("/XYZ 30 80 0", .page(1, x: 30, y: 320)), ("/XYZ null 80 0", .page(1, x: nil, y: 320)),
        ("/XYZ 30 null null", .page(1, x: 30, y: nil)), ("/XYZ null null null", .page(1, x: nil, y: nil)),
        ("/Fit", .page(1, x: nil, y: nil)), ("/FitH 300", .page(1, x: nil, y: 100)),
        ("/FitV 25", .page(1, x: 25, y: nil)), ("/FitR 10 20 110 220", .page(1, x: 10, y: 180)),
        ("/FitB", .page(1, x: nil, y: nil)), ("/FitBH 300", .page(1, x: nil, y: 100)),
        // Beyond the page: its edge.
        ("/XYZ -5 900 0", .page(1, x: 0, y: 0)), ("/XYZ 1000 -7 0", .page(1, x: 300, y: 400)),
      ] as [(String, PageLink.Target)])
    func destinations(_ view: String, _ expected: PageLink.Target) throws {
      let place = "[\(Self.secondPageNumber()) 0 R \(view)]"
      #expect(try Self.target("/Dest \(place)") == expected)
      #expect(try Self.target("/A << /S /GoTo /D \(place) >>") == expected)
    }

    static func secondPageNumber() -> Int { PDFFixture().pageObject(1) }

    @Test("A page is named by its number, too, as documents of some makers do")
    func pageNumber() throws {
      #expect(try Self.target("/A << /S /GoTo /D [2 /Fit] >>") == .page(2, x: nil, y: nil))
      #expect(try Self.target("/A << /S /GoTo /D [3 /Fit] >>") == .other("broken"))
    }

    @Test("A named destination is looked up", arguments: ["/Dest (there)", "/A << /S /GoTo /D (there) >>"])
    func named(_ action: String) throws {
      let place = "[\(Self.secondPageNumber()) 0 R /XYZ 30 80 0]"
      let catalog = "/Names << /Dests << /Names [(there) \(place)] >> >>"
      #expect(try Self.target(action, catalog: catalog) == .page(1, x: 30, y: 320))
      let old = "/Dests << /there \(place) >>"
      #expect(try Self.target("/Dest /there", catalog: old) == .page(1, x: 30, y: 320))
    }

    @Test("A destination on a page with a crop box counts from that box's corner")
    func croppedDestination() throws {
      let view = "/Dest [\(Self.secondPageNumber()) 0 R /XYZ 60 350 0]"
      let target = try Self.target(view, second: "/CropBox [50 100 250 380]")
      #expect(target == .page(1, x: 10, y: 30))
    }

    @Test(
      "A destination on a turned page is a place on it as it stands upright",
      arguments: [
        ("/Rotate 90", "/XYZ 60 350 0", 350, 60), ("/Rotate 180", "/XYZ 60 350 0", 240, 350),
        ("/Rotate 270", "/XYZ 60 350 0", 50, 240), ("/Rotate 90", "/FitH 350", 350, nil),
        ("/Rotate 180", "/FitV 60", 240, nil), ("/Rotate 270", "/FitV 60", nil, 240),
        ("/Rotate 90", "/FitR 10 20 110 220", nil, 10), ("/Rotate 180", "/FitR 10 20 110 220", nil, nil),
        ("/Rotate 270", "/FitR 10 20 110 220", 180, nil), ("/Rotate 90", "/Fit", nil, nil),
        ("/Rotate -90", "/XYZ 60 350 0", 50, 240),
        ("/Rotate 90 /CropBox [50 100 250 380]", "/XYZ 60 350 0", 250, 10),
        ("/Rotate 180 /CropBox [50 100 250 380]", "/XYZ 60 350 0", 190, 250),
        ("/Rotate 270 /MediaBox [0 0 300 300]", "/XYZ 60 250 0", 50, 240),
      ] as [(String, String, Double?, Double?)])
    func turned(_ page: String, _ view: String, _ x: Double?, _ y: Double?) throws {
      let link = "/Dest [\(Self.secondPageNumber()) 0 R \(view)]"
      #expect(try Self.target(link, second: page) == .page(1, x: x, y: y))
    }

    @Test("Finding out how a page lies leaves nothing on it")
    func turnedAndDrawn() throws {
      var pdf = PDFFixture()
      let link = Self.link("0 0 10 10", "/Dest [\(Self.secondPageNumber()) 0 R /XYZ 6 35 0]")
      pdf.addPage(entries: "/Annots [\(link)]")
      pdf.addPage(entries: "/Rotate 180 /Annots [\(Self.link("20 20 40 40", "/Dest [1 /Fit]"))]")
      try withDocument(pdf) { document, _ in
        let order = RenderOrder.whole(PixelSize(width: 200, height: 100), page: 1)
        let before = try draw(document, order)
        for _ in 0..<3 {
          #expect(try document.page(0).links().map(\.target) == [.page(1, x: 194, y: 35)])
          #expect(try document.page(1).links().count == 1)
        }
        #expect(try draw(document, order).distance(to: before) == 0)
      }
    }

    @Test("Other annotations and links without an action are no links")
    func noLinks() throws {
      let found = try Self.links([
        "<< /Type /Annot /Subtype /Text /Rect [0 0 10 10] /Contents (note) >>",
        "<< /Type /Annot /Subtype /Square /Rect [0 0 10 10] >>",
        Self.link("0 0 10 10", ""),
      ])
      #expect(found.filter { $0.target != .other("broken") } == [])
      #expect(try Self.links([]) == [])
    }

    @Test("Of very many links the limit's number is told")
    func limit() throws {
      let action = Self.link("1 1 2 2", "/A << /S /Named /N /NextPage >>")
      let found = try Self.links(Array(repeating: action, count: 3000))
      #expect(found.count == 3000)
    }
  }
}
