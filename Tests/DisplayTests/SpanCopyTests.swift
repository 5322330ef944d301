import Testing
import ViewerCore

@testable import Display

@Suite("Span copy")
struct SpanCopyTests {
  @Test("Spans begin and end on 64 bytes or at the edge, and hold the damage")
  func spans() {
    let size = PixelSize(width: 70, height: 9)
    let shadow = CompositorStage.noise(size.width, size.height)
    let buffer = Canvas(size, fill: 7)
    var damage = Damage(PixelRect(x: 17, y: 2, width: 3, height: 2))
    damage.add(PixelRect(x: 66, y: 5, width: 10, height: 20))
    let bytes = SpanCopy.copy(damage, from: shadow.view, to: buffer.view)
    #expect(bytes == (16 * 2 + 6 * 4) * 4)
    for y in 0..<9 {
      for x in 0..<70 {
        let isCopied = (16..<32).contains(x) && (2..<4).contains(y) || x >= 64 && y >= 5
        #expect(buffer[x, y] == (isCopied ? shadow[x, y] : 7), "at \(x), \(y)")
      }
    }
  }

  @Test("A whole picture is copied whole")
  func whole() {
    let shadow = CompositorStage.noise(33, 12)
    let buffer = Canvas(shadow.view.size)
    SpanCopy.copy(Damage(shadow.view.bounds), from: shadow.view, to: buffer.view)
    #expect(buffer.pixels == shadow.pixels)
  }
}
