import PDFRendering
import TestSupport
import Testing
import ViewerCore
import Wire

extension EngineTests {
  @Suite("Where pixels fall")
  struct PageGeometryTests {
    static let red: UInt32 = 0xFF0000
    static let green: UInt32 = 0x00FF00
    static let blue: UInt32 = 0x0000FF
    static let white: UInt32 = 0xFFFFFF

    /// A page of 200 x 100 points with a red box 20 x 10 whose top left is at (30, 20) from the top left.
    static func boxed(entries: String = "") -> PDFFixture {
      var pdf = PDFFixture()
      pdf.addPage(contents: PDFFixture.box("1 0 0", x: 30, y: 70, width: 20, height: 10), entries: entries)
      return pdf
    }

    /// Words, lines and colours all over a page: hardly two of its rows or columns are alike.
    static func busy(entries: String = "") -> PDFFixture {
      var contents = ""
      for step in 0..<8 {
        contents += PDFFixture.box(
          "\(Double(step) / 8) 0.5 \(1 - Double(step) / 8)", x: step * 25, y: step * 11, width: 17, height: 9)
        contents += " 0 g " + PDFFixture.text("Row \(step) of words", x: 5 + step * 3, y: 8 + step * 11) + " "
      }
      var pdf = PDFFixture()
      pdf.addPage(contents: contents, entries: entries)
      return pdf
    }

    /// Every edge is where the scale puts it, to a pixel.
    static func expect(
      _ found: PixelRect, near left: Double, _ top: Double, _ right: Double, _ bottom: Double,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let pairs = [
        (Double(found.x), left), (Double(found.y), top), (Double(found.maxX), right),
        (Double(found.maxY), bottom),
      ]
      #expect(
        pairs.allSatisfy { abs($0 - $1) <= 1 }, "\(found) is not \(left),\(top) to \(right),\(bottom)",
        sourceLocation: sourceLocation)
    }

    @Test(
      "A box of known place is drawn there, at any resolution, however odd its proportions",
      arguments: [
        PixelSize(width: 200, height: 100), PixelSize(width: 400, height: 200),
        PixelSize(width: 100, height: 50), PixelSize(width: 333, height: 167),
        PixelSize(width: 1080, height: 540), PixelSize(width: 97, height: 211),
        PixelSize(width: 640, height: 41),
      ])
    func box(_ size: PixelSize) throws {
      let grid = try withDocument(Self.boxed()) { document, _ in try draw(document, .whole(size)) }
      let x = Double(size.width) / 200
      let y = Double(size.height) / 100
      Self.expect(grid.bounds(of: Self.red), near: 30 * x, 20 * y, 50 * x, 30 * y)
      // Paper up to the last pixel on all sides, and nothing of the box outside of it.
      for corner in [0, size.width - 1] {
        #expect(grid[corner, 0] == Self.white && grid[corner, size.height - 1] == Self.white)
      }
      let coloured = grid.pixels.count { $0 != Self.white }
      #expect(coloured <= Int((20 * x + 2) * (10 * y + 2)))
    }

    @Test(
      "A page filled with one colour fills every pixel of the resolution",
      arguments: [(1, 1), (7, 1000), (1000, 7), (123, 77), (511, 513)])
    func full(_ width: Int, _ height: Int) throws {
      var pdf = PDFFixture()
      // Beyond the edges, for an edge that is cut through is mixed with the paper.
      pdf.addPage(
        box: "0 0 611.37 793.91", contents: PDFFixture.box("0 0 1", x: -9, y: -9, width: 700, height: 900))
      let size = PixelSize(width: width, height: height)
      let grid = try withDocument(pdf) { document, _ in
        try draw(document, .whole(size, paper: 0x123456))
      }
      #expect(grid.count(of: Self.blue) == size.area)
    }

    @Test("Each corner of the page is a corner of the bitmap, turned clockwise", arguments: Rotation.allCases)
    func corners(_ rotation: Rotation) throws {
      var pdf = PDFFixture()
      pdf.addPage(
        contents: [
          PDFFixture.box("1 0 0", x: 0, y: 90, width: 10, height: 10),
          PDFFixture.box("0 1 0", x: 190, y: 90, width: 10, height: 10),
          PDFFixture.box("0 0 1", x: 190, y: 0, width: 10, height: 10),
        ].joined(separator: " "))
      let grid = try withDocument(pdf) { document, _ in
        try draw(document, .whole(PixelSize(width: 300, height: 150), rotation: rotation))
      }
      #expect((grid.width < grid.height) == rotation.swapsAxes)
      // Clockwise from the top left: what stands where in the upright picture.
      let colours = [Self.red, Self.green, Self.blue, Self.white]
      let places = [
        (0, 0), (grid.width - 1, 0), (grid.width - 1, grid.height - 1), (0, grid.height - 1),
      ]
      for (index, place) in places.enumerated() {
        let expected = colours[(index + 4 - rotation.rawValue / 90) % 4]
        #expect(grid[place.0, place.1] == expected, "corner \(index)")
      }
    }

    @Test("A turned page is the upright one turned by hand", arguments: Rotation.allCases)
    func turning(_ rotation: Rotation) throws {
      let size = PixelSize(width: 260, height: 130)
      try withDocument(Self.boxed()) { document, _ in
        let upright = try draw(document, .whole(size))
        let turned = try draw(document, .whole(size, rotation: rotation))
        #expect(turned.distance(to: upright.turned(rotation)) <= 1)
      }
    }

    @Test(
      "A clip is the same crop of the whole page, to the pixel, turned or not", arguments: Rotation.allCases,
      [
        PixelRect(x: 0, y: 0, width: 512, height: 256), PixelRect(x: 13, y: 7, width: 100, height: 50),
        PixelRect(x: 511, y: 255, width: 1, height: 1), PixelRect(x: 0, y: 200, width: 512, height: 56),
        PixelRect(x: 301, y: 0, width: 3, height: 256),
      ])
    func clip(_ rotation: Rotation, _ clip: PixelRect) throws {
      let size = PixelSize(width: 512, height: 256)
      try withDocument(Self.busy()) { document, _ in
        let order = RenderOrder.whole(size, rotation: rotation)
        let whole = try draw(document, order)
        let part = try draw(document, order.clipped(clip))
        #expect(part == whole.crop(rotation.turned(clip, in: size)))
      }
    }

    @Test("Slanted lines go on from tile to tile, in nearly the same shades")
    func slanted() throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: "0.7 w 0 0 m 200 100 l S 0 100 m 200 0 l S 50 0 m 90 100 l S")
      let size = PixelSize(width: 512, height: 256)
      try withDocument(pdf) { document, _ in
        let whole = try draw(document, .whole(size))
        for clip in [
          PixelRect(x: 13, y: 7, width: 100, height: 50), PixelRect(x: 256, y: 128, width: 256, height: 128),
          PixelRect(x: 301, y: 0, width: 3, height: 256),
        ] {
          let part = try draw(document, RenderOrder.whole(size).clipped(clip))
          // Cairo's edges are sums of short pieces, which the clip cuts elsewhere.
          #expect(part.distance(to: whole.crop(clip)) <= 16)
          #expect(part.pixels.contains { $0 != Self.white })
        }
      }
    }

    @Test("Tiles that cover a page make up the page", arguments: [PixelSize(width: 401, height: 199)])
    func tiles(_ size: PixelSize) throws {
      try withDocument(Self.busy()) { document, _ in
        let order = RenderOrder.whole(size)
        let whole = try draw(document, order)
        var different = 0
        for y in stride(from: 0, to: size.height, by: 64) {
          for x in stride(from: 0, to: size.width, by: 96) {
            let clip = PixelRect(x: x, y: y, width: 96, height: 64).intersection(PixelRect(size: size))
            if try draw(document, order.clipped(clip)) != whole.crop(clip) { different += 1 }
          }
        }
        #expect(different == 0)
      }
    }

    @Test(
      "A page that the document turns itself is upright, and so is its size",
      arguments: [(0, 0), (90, 90), (180, 180), (270, 270), (-90, 270), (450, 90)])
    func rotateEntry(_ entry: Int, _ quarterTurns: Int) throws {
      let plain = try withDocument(Self.boxed()) { document, _ in
        try draw(document, .whole(PixelSize(width: 200, height: 100)))
      }
      try withDocument(Self.boxed(entries: "/Rotate \(entry)")) { document, _ in
        let swaps = quarterTurns % 180 == 90
        let expected = swaps ? Size(width: 100, height: 200) : Size(width: 200, height: 100)
        let size = try document.page(0).size
        #expect(size == expected)
        let pixels = PixelSize(width: Int(size.width), height: Int(size.height))
        let grid = try draw(document, .whole(pixels))
        let rotation = try #require(Rotation(rawValue: quarterTurns))
        #expect(grid.distance(to: plain.turned(rotation)) <= 1)
      }
    }

    @Test("The crop box is the page; what lies outside of it is not to be seen")
    func cropBox() throws {
      try withDocument(Self.boxed(entries: "/CropBox [25 60 125 110]")) { document, _ in
        // The crop box reaches above the medium: cut down to it.
        let size = try document.page(0).size
        #expect(size == Size(width: 100, height: 40))
        let grid = try draw(document, .whole(PixelSize(width: 200, height: 80)))
        // The box begins 5 points from the left edge of the crop box and 20 from its top, twice as many pixels.
        Self.expect(grid.bounds(of: Self.red), near: 10, 40, 50, 60)
      }
    }

    @Test("A crop box on a page that is turned is turned with it")
    func turnedCropBox() throws {
      try withDocument(Self.boxed(entries: "/CropBox [20 60 120 100] /Rotate 90")) { document, _ in
        let size = try document.page(0).size
        #expect(size == Size(width: 40, height: 100))
        let grid = try draw(document, .whole(PixelSize(width: 40, height: 100)))
        // Upright it stood at 10,20 to 30,30 of 100 x 40.
        Self.expect(grid.bounds(of: Self.red), near: 10, 10, 20, 30)
      }
    }

    @Test(
      "A medium whose origin is elsewhere moves nothing", arguments: ["1000 500 1200 600", "-50 -70 150 30"])
    func origin(_ box: String) throws {
      let numbers = box.split(separator: " ").compactMap { Int($0) }
      var pdf = PDFFixture()
      pdf.addPage(
        box: box,
        contents: PDFFixture.box("1 0 0", x: numbers[0] + 30, y: numbers[1] + 70, width: 20, height: 10))
      try withDocument(pdf) { document, _ in
        let size = try document.page(0).size
        #expect(size == Size(width: 200, height: 100))
        let grid = try draw(document, .whole(PixelSize(width: 200, height: 100)))
        Self.expect(grid.bounds(of: Self.red), near: 30, 20, 50, 30)
      }
    }

    @Test("A box written with its corners the other way round is the same page")
    func flippedBox() throws {
      var pdf = PDFFixture()
      pdf.addPage(
        box: "200 100 0 0", contents: PDFFixture.box("1 0 0", x: 30, y: 70, width: 20, height: 10))
      try withDocument(pdf) { document, _ in
        let size = try document.page(0).size
        #expect(size == Size(width: 200, height: 100))
        let grid = try draw(document, .whole(PixelSize(width: 200, height: 100)))
        Self.expect(grid.bounds(of: Self.red), near: 30, 20, 50, 30)
      }
    }

    @Test("A larger unit of user space moves nothing on a page that is fitted to its pixels")
    func userUnit() throws {
      try withDocument(Self.boxed(entries: "/UserUnit 2.5")) { document, _ in
        let size = try document.page(0).size
        #expect(size.width == size.height * 2)
        let grid = try draw(document, .whole(PixelSize(width: 400, height: 200)))
        Self.expect(grid.bounds(of: Self.red), near: 60, 40, 100, 60)
      }
    }

    @Test(
      "A page has the colour of the paper where nothing is drawn", arguments: [UInt32(0xFFF8E0), 0, 0x808080])
    func paper(_ colour: UInt32) throws {
      try withDocument(Self.boxed()) { document, _ in
        let order = RenderOrder.whole(PixelSize(width: 200, height: 100), paper: colour)
        let grid = try draw(document, order)
        #expect(grid.count(of: colour) == 200 * 100 - 20 * 10)
        #expect(grid.count(of: Self.red) == 20 * 10)
        let clip = PixelRect(x: 150, y: 60, width: 20, height: 20)
        let part = try draw(document, order.clipped(clip))
        #expect(part.count(of: colour) == 400)
      }
    }

    @Test("Pages of one document are drawn each by itself, in any order")
    func pages() throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: PDFFixture.box("1 0 0", x: 0, y: 0, width: 200, height: 100))
      pdf.addPage(
        width: 50, height: 300, contents: PDFFixture.box("0 1 0", x: 0, y: 0, width: 50, height: 300))
      pdf.addPage(contents: PDFFixture.box("0 0 1", x: 0, y: 0, width: 200, height: 100))
      try withDocument(pdf) { document, _ in
        let size = PixelSize(width: 20, height: 20)
        for (page, colour) in [(2, Self.blue), (0, Self.red), (1, Self.green), (0, Self.red)] {
          let grid = try draw(document, .whole(size, page: Int32(page)))
          #expect(grid.count(of: colour) == 400)
        }
      }
    }

    @Test(
      "An order that cannot be is refused before anything is drawn",
      arguments: [
        PixelRect(x: 0, y: 0, width: 201, height: 100), PixelRect(x: -1, y: 0, width: 10, height: 10),
        PixelRect(x: 0, y: 0, width: 0, height: 0), PixelRect(x: 199, y: 99, width: 2, height: 1),
      ])
    func badOrder(_ clip: PixelRect) throws {
      try withDocument(Self.boxed()) { document, _ in
        var order = RenderOrder.whole(PixelSize(width: 200, height: 100))
        order.clip = clip
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
        let page = try document.page(0)
        let error = #expect(throws: PDFError.self) {
          _ = try page.render(order, into: memory, log: EngineLog(errorOutput: nil))
        }
        #expect(error == .badBitmap)
        #expect(memory.load(as: UInt64.self) == 0x0707_0707_0707_0707)
      }
    }
  }
}
