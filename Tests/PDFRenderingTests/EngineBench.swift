import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

/// Everything that calls poppler in this process, one after the other: it is made for processes of their own.
@Suite("The engine", .serialized)
enum EngineTests {}

/// Pixels as they lie in memory, 0xRRGGBB.
struct Grid: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt32]

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  func crop(_ rect: PixelRect) -> Grid {
    Grid(
      width: rect.width, height: rect.height,
      pixels: (rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { self[$0, y] } })
  }

  /// A quarter turn clockwise: what was the bottom row becomes the left column.
  var turned: Grid {
    Grid(
      width: height, height: width,
      pixels: (0..<width).flatMap { y in (0..<height).map { x in self[y, height - 1 - x] } })
  }

  func turned(_ rotation: Rotation) -> Grid {
    (0..<rotation.rawValue / 90).reduce(self) { grid, _ in grid.turned }
  }

  /// Where a colour is found: the smallest rectangle that holds it all.
  func bounds(of colour: UInt32) -> PixelRect {
    var result = PixelRect.empty
    for y in 0..<height {
      for x in 0..<width where self[x, y] == colour {
        result = result.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return result
  }

  func count(of colour: UInt32) -> Int { pixels.count { $0 == colour } }

  /// The largest difference of one colour of one pixel.
  func distance(to other: Grid) -> Int {
    guard width == other.width, height == other.height else { return .max }
    return zip(pixels, other.pixels).map { one, two in
      [16, 8, 0].map { abs(Int(one >> $0 & 0xFF) - Int(two >> $0 & 0xFF)) }.max() ?? 0
    }.max() ?? 0
  }
}

/// Opens a fixture and gives it to the test, with a log of its own.
@discardableResult
func withDocument<Result>(
  _ pdf: PDFFixture, password: [UInt8]? = nil, log: EngineLog = EngineLog(errorOutput: nil),
  _ body: (borrowing PDFDocument, EngineLog) throws -> Result
) throws -> Result {
  let file = try memoryFile(pdf.bytes())
  let document = try PDFDocument.open(descriptor: file.rawValue, password: password, log: log)
  return try body(document, log)
}

extension RenderOrder {
  static func whole(
    _ size: PixelSize, page: Int32 = 0, rotation: Rotation = .none, paper: UInt32 = 0xFFFFFF
  ) -> RenderOrder {
    var order = RenderOrder(
      page: page, resolution: size, clip: PixelRect(size: size), rotation: rotation, stride: 0,
      paper: paper)
    order.stride = (order.bitmapSize.width * 4 + 63) & ~63
    return order
  }

  /// The same scale, turn and paper, of another part.
  func clipped(_ clip: PixelRect) -> RenderOrder {
    var order = self
    order.clip = clip
    order.stride = (order.bitmapSize.width * 4 + 63) & ~63
    return order
  }
}

/// Draws into memory whose rows are longer than their pixels and which has a row more than is needed, and checks
/// that nothing but pixels was written.
func draw(
  _ document: borrowing PDFDocument, _ order: RenderOrder, log: EngineLog = EngineLog(errorOutput: nil),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Grid {
  var order = order
  order.stride += 64
  let size = order.bitmapSize
  let count = order.byteCount + order.stride
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
  defer { memory.deallocate() }
  memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count)
  _ = try document.page(order.page).render(order, into: memory, log: log)
  var spilt = 0
  var pixels: [UInt32] = []
  for offset in stride(from: 0, to: count, by: 4) {
    let value = memory.load(fromByteOffset: offset, as: UInt32.self)
    if offset % order.stride < size.width * 4, offset < order.byteCount {
      pixels.append(value & 0xFFFFFF)
    } else if value != 0xA5A5_A5A5 {
      spilt += 1
    }
  }
  #expect(spilt == 0, "padding was written", sourceLocation: sourceLocation)
  return Grid(width: size.width, height: size.height, pixels: pixels)
}
