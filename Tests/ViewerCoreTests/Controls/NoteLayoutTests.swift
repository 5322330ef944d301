import Testing

@testable import ViewerCore

@Suite("Notes to the visitor")
struct NoteLayoutTests {
  @Test(
    "A note lies inside the panel and clear of the bar",
    arguments: [
      (PixelSize(width: 1080, height: 1920), 82.0), (PixelSize(width: 800, height: 480), 133),
      (PixelSize(width: 3840, height: 2160), 80), (PixelSize(width: 60, height: 40), 96),
    ] as [(PixelSize, Double)])
  func place(size: PixelSize, density: Double) throws {
    let panel = Panel(size: size, dotsPerInch: density)
    for bar in [
      PixelRect.empty, PixelRect(x: 0, y: size.height * 9 / 10, width: size.width, height: size.height / 10),
    ] {
      let note = NoteLayout.furniture(.plain("A link"), panel: panel, bar: bar)
      #expect(note.count == 2)
      let card = try #require(note.first).frame
      #expect(PixelRect(size: size).contains(card) && !card.isEmpty)
      if size.height > 200 { #expect(!card.intersects(bar)) }
      #expect(card.contains(try #require(note.last).frame))
    }
  }
}
