import Foundation
import Posix
import TestSupport
import Testing
import ViewerApp
import ViewerCore
import Wire

func conversation(
  _ bytes: [UInt8], password: [UInt8]? = nil, limits: WorkLimits = WorkLimits(), addressSpace: Int = 1 << 30
) throws -> WorkerConversation {
  WorkerConversation(
    WorkerSettings(executable: Programs.worker, addressSpace: addressSpace, limits: limits),
    file: try memoryFile(bytes), password: password)
}

/// Draws into memory of our own and gives the pixels back, 0xRRGGBB.
func pixels(_ worker: WorkerConversation, _ order: RenderOrder) throws -> [[UInt32]] {
  let memory = try SharedMemory(byteCount: order.byteCount)
  _ = try worker.render(order, into: memory.descriptor.rawValue)
  return (0..<order.bitmapSize.height).map { row in
    (0..<order.bitmapSize.width).map { column in
      memory.pointer.load(fromByteOffset: row * order.stride + column * 4, as: UInt32.self) & 0xFFFFFF
    }
  }
}

struct WorkerConversationTests {
  @Test("A real worker opens a document and tells its facts")
  func facts() throws {
    var pdf = PDFFixture()
    pdf.addPage(width: 200, height: 100, contents: PDFFixture.text("Hello"))
    pdf.addPage(width: 300, height: 150, entries: "/Rotate 90")
    let worker = try conversation(pdf.bytes())
    let facts = try worker.open()
    #expect(facts.pages == 2)
    #expect(facts.firstPageSize == Size(width: 200, height: 100))
    #expect(!facts.encrypted)
    #expect(facts.permissions == .all)
    #expect(try worker.pageSizes() == [Size(width: 200, height: 100), Size(width: 150, height: 300)])
  }

  @Test("A page drawn by a real worker fills exactly the pixels that were ordered")
  func render() throws {
    var pdf = PDFFixture()
    // Red in the top left quarter of the page, in points from the bottom left.
    pdf.addPage(
      width: 200, height: 100, contents: PDFFixture.box("1 0 0", x: 0, y: 50, width: 100, height: 50))
    let worker = try conversation(pdf.bytes())
    let resolution = PixelSize(width: 40, height: 20)
    let rows = try pixels(
      worker,
      RenderOrder(
        page: 0, resolution: resolution, clip: PixelRect(size: resolution), rotation: .none, stride: 192,
        harvest: []))
    for (y, row) in rows.enumerated() {
      for (x, pixel) in row.enumerated() {
        #expect(pixel == (x < 20 && y < 10 ? 0xFF0000 : 0xFFFFFF), "at \(x),\(y)")
      }
    }
  }

  /// A page with four colours, each a quarter: red top left, green top right, blue bottom left, black bottom right.
  private static func quarters() -> [UInt8] {
    var pdf = PDFFixture()
    pdf.addPage(
      width: 200, height: 100,
      contents: [
        PDFFixture.box("1 0 0", x: 0, y: 50, width: 100, height: 50),
        PDFFixture.box("0 1 0", x: 100, y: 50, width: 100, height: 50),
        PDFFixture.box("0 0 1", x: 0, y: 0, width: 100, height: 50),
        PDFFixture.box("0 0 0", x: 100, y: 0, width: 100, height: 50),
      ].joined(separator: " "))
    return pdf.bytes()
  }

  @Test(
    "A bitmap is turned clockwise, and shows the same as the crop of the upright page",
    arguments: Rotation.allCases)
  func rotation(_ rotation: Rotation) throws {
    let worker = try conversation(Self.quarters())
    let resolution = PixelSize(width: 60, height: 30)
    let whole = try pixels(
      worker,
      RenderOrder(
        page: 0, resolution: resolution, clip: PixelRect(size: resolution), rotation: .none, stride: 256,
        harvest: []))
    let clip = PixelRect(x: 22, y: 10, width: 14, height: 9)
    let order = RenderOrder(
      page: 0, resolution: resolution, clip: clip, rotation: rotation, stride: 128, harvest: [])
    let turned = try pixels(worker, order)
    for y in 0..<clip.height {
      for x in 0..<clip.width {
        // Where a pixel of the crop lies on the turned bitmap, by the geometry that touch uses too.
        let place = rotation.turned(PixelRect(x: x, y: y, width: 1, height: 1), in: clip.size)
        #expect(turned[place.y][place.x] == whole[clip.y + y][clip.x + x], "at \(x),\(y)")
      }
    }
    #expect(Set(turned.joined()) == [0xFF0000, 0x00FF00, 0x0000FF, 0x000000])
  }

  @Test("Text and links come with the pixels, in points from the top left")
  func harvest() throws {
    var pdf = PDFFixture()
    // Two objects a page, after catalog, tree and two fonts.
    let second = 7
    let first = "/Annots [<< /Type /Annot /Subtype /Link /Rect [20 40 80 60] /Border [0 0 0]"
    pdf.addPage(
      width: 200, height: 100, contents: PDFFixture.text("Hi there", x: 20, y: 50),
      entries: first + """
         /A << /S /URI /URI (https://example.org/) >> >>
        << /Type /Annot /Subtype /Link /Rect [100 0 200 10] /Dest [\(second) 0 R /XYZ 30 80 0] >>
        << /Type /Annot /Subtype /Link /Rect [0 0 10 10] /A << /S /Named /N /NextPage >> >>
        << /Type /Annot /Subtype /Link /Rect [0 90 10 100] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>]
        """)
    pdf.addPage(width: 200, height: 100)
    let worker = try conversation(pdf.bytes())
    let resolution = PixelSize(width: 200, height: 100)
    let order = RenderOrder(
      page: 0, resolution: resolution, clip: PixelRect(size: resolution), rotation: .none, stride: 832,
      harvest: .all)
    let memory = try SharedMemory(byteCount: order.byteCount)
    let page = try worker.render(order, into: memory.descriptor.rawValue)
    let text = try #require(page.text)
    #expect(text.text == "Hi there")
    let box = try #require(text.boxes.first)
    #expect(abs(box.left - 20) < 1)
    // The baseline is 50 points from the bottom of 100.
    #expect(box.top < 50 && box.bottom >= 50 && box.top > 35 && box.bottom < 56)
    #expect(text == (try worker.text(page: 0)))
    let links = try #require(page.links)
    #expect(links == (try worker.links(page: 0)))
    #expect(
      links.map(\.target) == [
        .uri("https://example.org/"), .page(1, x: 30, y: 20), .named("NextPage"), .other("javascript"),
      ])
    #expect(links.first?.top == 40 && links.first?.bottom == 60 && links.first?.left == 20)
  }

  @Test("A page that never ends costs itself alone: the others are drawn by a new worker")
  func endless() throws {
    var pdf = PDFFixture()
    pdf.addEndlessPage()
    pdf.addPage(contents: PDFFixture.text("fine"))
    let limits = WorkLimits(
      open: .seconds(10), render: .milliseconds(200), text: .milliseconds(200), wallFactor: 50)
    let worker = try conversation(pdf.bytes(), limits: limits)
    let failure = #expect(throws: WorkFailure.self) { try worker.text(page: 0) }
    #expect(failure?.code == .timeout)
    #expect(try worker.text(page: 1).text == "fine")
  }

  @Test("Facts that a document tells about itself come over, dates in ISO 8601")
  func info() throws {
    var pdf = PDFFixture()
    let number = pdf.add(
      "<< /Title (A guide) /Author (Somebody) /CreationDate (D:20240301120000+01'00') /ModDate (D:20240302) >>"
    )
    pdf.trailer = "/Info \(number) 0 R"
    pdf.catalog = "/PageLabels << /Nums [0 << /S /r >>] >>"
    pdf.addPage()
    pdf.addPage()
    let worker = try conversation(pdf.bytes())
    _ = try worker.open()
    let info = try worker.info()
    #expect(info.format == "PDF 1.7")
    #expect(info.title == "A guide")
    #expect(info.author == "Somebody")
    #expect(info.created == "2024-03-01T12:00:00+01:00")
    #expect(info.modified.hasPrefix("2024-03-02T00:00:00"))
    #expect(info.labels == ["i", "ii"])
    let forms = try worker.forms()
    #expect(forms.kind == .none && forms.fields == 0)
  }

  @Test(
    "What is no document, has no pages, or is cut off says which",
    arguments: [
      ("%PDF-1.7\nrubbish", ErrorCode.damagedDocument),
      ("", .damagedDocument),
    ])
  func damaged(_ text: String, _ code: ErrorCode) throws {
    let worker = try conversation(Array(text.utf8))
    let failure = #expect(throws: WorkFailure.self) { try worker.open() }
    #expect(failure?.code == code)
  }

  @Test("A document without pages is empty, not damaged")
  func empty() throws {
    let worker = try conversation(PDFFixture().bytes())
    let failure = #expect(throws: WorkFailure.self) { try worker.open() }
    #expect(failure?.code == .emptyDocument)
  }
}
