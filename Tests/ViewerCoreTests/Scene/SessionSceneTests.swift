import Testing

@testable import ViewerCore

@Suite struct SessionSceneTests {
  @Test("Pages without pixels show their number, amid what is seen of them; with pixels nothing")
  func placeholders() {
    var reader = Reader()
    #expect(reader.scene.pages.isEmpty && reader.scene.furniture.isEmpty)
    reader.open()
    let scene = reader.scene
    #expect(scene.pages.map(\.page) == [0, 1])
    #expect(scene.pages[0].frame == PixelRect(x: 0, y: 0, width: 1000, height: 1400))
    #expect(scene.pages[1].frame.y == 1408)
    let numbers = scene.furniture.compactMap { item -> Int? in
      guard case .placeholder(let number) = item.content else { return nil }
      #expect(scene.pages[number - 1].frame.contains(item.frame))
      return number
    }
    #expect(numbers == [1, 2], "92 px of the second page are seen")
    reader.workAll()
    #expect(!reader.scene.furniture.contains { if case .placeholder = $0.content { true } else { false } })
  }

  @Test("The label and the scroll thumbs come with motion and fade; the horizontal one where there is a way")
  func furniture() {
    var reader = Reader.reading()
    func contents(_ reader: Reader) -> [Furniture.Content] { reader.scene.furniture.map(\.content) }
    #expect(contents(reader).isEmpty)
    reader.handle(.key(.down))
    reader.wait(milliseconds: 50)
    #expect(contents(reader) == [.scrollThumb, .pageLabel(page: "1", count: 20)])
    reader.handle(.command(.zoom(2)))
    reader.wait(milliseconds: 300)
    #expect(contents(reader) == [.scrollThumb, .scrollThumb, .pageLabel(page: "1", count: 20)])
    let panel = PixelRect(size: Reader.panel.size)
    for item in reader.scene.furniture { #expect(panel.contains(item.frame)) }
    reader.wait(milliseconds: 700)
    #expect(contents(reader) == [.pageLabel(page: "1", count: 20)])
    reader.wait(milliseconds: 3000)
    #expect(contents(reader).isEmpty)
  }

  @Test(
    "A tile lies over its own part of the page, and stays over it when the view moves and zooms",
    arguments: [1.3, 2, 3.7])
  func tiles(zoom: Double) throws {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(2)))
    reader.rest()
    reader.session.move(at: reader.now) { $0.jump(to: Point(x: 300, y: 900), zoom: 2) }
    reader.rest()
    reader.workAll()
    let before = try #require(reader.scene.pages.first)
    let tile = try #require(before.tile)
    #expect(before.quality == .sharp)
    #expect(tile.frame == before.frame.intersection(PixelRect(size: Reader.panel.size)))
    #expect(tile.size == tile.frame.size)
    reader.session.move(at: reader.now) { $0.jump(to: Point(x: 37, y: 500), zoom: zoom) }
    let after = try #require(reader.scene.pages.first)
    let moved = try #require(after.tile)
    #expect(moved.bitmap == tile.bitmap && moved.size == tile.size)
    // Corners, as shares of the page, within a pixel.
    let scale = Double(after.frame.width) / Double(before.frame.width)
    #expect(abs(Double(moved.frame.x - after.frame.x) - Double(tile.frame.x - before.frame.x) * scale) <= 1)
    #expect(
      abs(Double(moved.frame.maxY - after.frame.y) - Double(tile.frame.maxY - before.frame.y) * scale) <= 1)
    #expect(after.frame.contains(moved.frame))
    #expect(after.quality == .base)
  }

  @Test("A very tall page has a tile at zoom 1, for its base is capped")
  func tallPage() throws {
    var reader = Reader.reading(pages: 2, size: { _ in Size(width: 500, height: 20_000) })
    reader.workAll()
    #expect(reader.lastPlan.contains { $0.kind == .tile })
    let page = try #require(reader.scene.pages.first)
    #expect(page.baseSize.area <= 2 * Reader.panel.size.area)
    #expect(page.quality == .sharp && page.tile != nil)
    reader.handle(.key(.down))
    reader.rest()
    #expect(reader.scene.pages.first?.quality == .base)
  }

  @Test(
    "Zoomed out, bases have half or a quarter of the pixels a side, never fewer than are shown",
    arguments: [0.5, 0.25, 0.05])
  func zoomedOut(zoom: Double) {
    var reader = Reader.reading(options: SessionOptions(limits: ZoomLimits(minimum: 0.01), budget: 256 << 20))
    reader.handle(.command(.zoom(zoom)))
    reader.rest()
    reader.workAll()
    let pages = reader.scene.pages
    #expect(pages.count > 1 && reader.session.isSharp)
    for page in pages {
      #expect(page.baseSize.width == (zoom > 0.25 ? 500 : 250))
      #expect(page.baseSize.width >= page.frame.width)
    }
  }
}
