import CRaster
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ImageRendering

@Suite("Pixels that are decoded")
struct RasterTests {
  @Test("Squares of pixels become their mean, incomplete ones at the edge too", arguments: [1, 2, 3, 5])
  func reduce(_ factor: Int) throws {
    let size = PixelSize(width: 7, height: 8)
    let source = (0..<56).map { UInt8($0 * 4) }
    let raster = try Raster(RasterPlan(size, reduction: factor), layout: .grey)
    var reducer = try RowReducer(into: raster, rows: size, factor: factor)
    for y in 0..<8 { Array(source[(y * 7)..<(y * 7 + 7)]).withUnsafeBufferPointer { add($0, to: &reducer) } }
    reducer.end()
    for y in 0..<raster.plan.part.height {
      for x in 0..<raster.plan.part.width {
        let square = (y * factor..<min(8, y * factor + factor)).flatMap { row in
          (x * factor..<min(7, x * factor + factor)).map { Int(source[row * 7 + $0]) }
        }
        let mean = (square.reduce(0, +) + square.count / 2) / square.count
        #expect(Int(raster.pixels[y * raster.stride + x]) == mean)
      }
    }
  }

  private func add(_ row: UnsafeBufferPointer<UInt8>, to reducer: inout RowReducer) {
    if let start = row.baseAddress { reducer.add(start) }
  }

  @Test("Rows that never came show paper, and what has come of a square counts")
  func ends() throws {
    let size = PixelSize(width: 4, height: 8)
    let raster = try Raster(RasterPlan(size, reduction: 2), layout: .grey)
    var reducer = try RowReducer(into: raster, rows: size, factor: 2)
    for _ in 0..<3 { [10, 10, 20, 20].withUnsafeBufferPointer { add($0, to: &reducer) } }
    reducer.end()
    #expect(
      Array(UnsafeBufferPointer(start: raster.pixels, count: 8)) == [10, 20, 10, 20, 255, 255, 255, 255])
  }

  /// A view of a grey picture.
  static func scaled(
    _ pixels: [UInt8], _ size: PixelSize, left: Double, top: Double, step: (Double, Double),
    to view: PixelSize
  ) -> [UInt8] {
    pixels.withUnsafeBufferPointer { pixels in
      var picture = craster_picture(
        pixels: pixels.baseAddress, stride: size.width, channels: 1, width: Int64(size.width),
        height: Int64(size.height))
      guard
        let scaler = craster_scaler_new(
          &picture, left, top, step.0, step.1, Int64(view.width), Int64(view.height))
      else { return [] }
      defer { craster_scaler_free(scaler) }
      return (0..<view.height).flatMap { _ -> [UInt8] in
        var row = [UInt8](repeating: 0, count: view.width)
        craster_scaler_next(scaler, &row)
        return row
      }
    }
  }

  @Test("A view of the same size is the picture; halves and thirds are means; doubles mix neighbours")
  func scale() {
    let size = PixelSize(width: 6, height: 2)
    let pixels: [UInt8] = [0, 60, 120, 180, 240, 30, 0, 60, 120, 180, 240, 30]
    #expect(Self.scaled(pixels, size, left: 0, top: 0, step: (1, 1), to: size) == pixels)
    let thirds = Self.scaled(pixels, size, left: 0, top: 0, step: (3, 2), to: PixelSize(width: 2, height: 1))
    #expect(thirds == [60, 150])
    let double = Self.scaled(
      pixels, size, left: 0, top: 0, step: (0.5, 1), to: PixelSize(width: 12, height: 1))
    #expect(double == [0, 15, 45, 75, 105, 135, 165, 195, 225, 188, 83, 30])
  }

  @Test(
    "One colour stays what it is, at any scale and in any place",
    arguments: [1, 77, 128, 254, 255] as [UInt8])
  func flat(_ grey: UInt8) {
    let size = PixelSize(width: 50, height: 40)
    let pixels = [UInt8](repeating: grey, count: 2000)
    for step in [0.013, 0.3, 0.99, 1, 1.01, 1.7, 3.33, 9.9, 49] {
      let view = PixelSize(width: max(1, Int(40 / step)).clamped, height: max(1, Int(30 / step)).clamped)
      let scaled = Self.scaled(pixels, size, left: 3.3, top: 5.1, step: (step, step), to: view)
      #expect(scaled.count == view.width * view.height && scaled.allSatisfy { $0 == grey }, "\(step)")
    }
  }

  @Test("A second view of a page is drawn from what was decoded, and given back when asked to")
  func decodedOnce() throws {
    let file = try memoryFile(try PictureFixture.png(200, 100, PictureFixture.quarters(200, 100)))
    let document = try ImageDocument(.png, descriptor: file.rawValue)
    func draw(_ clip: PixelRect) throws -> UInt32 {
      let order = RenderOrder(
        page: 0, resolution: PixelSize(width: 400, height: 200), clip: clip, rotation: .none, stride: 64)
      var memory = [UInt32](repeating: 1, count: order.byteCount / 4)
      _ = try memory.withUnsafeMutableBytes { bytes -> [String] in
        guard let start = bytes.baseAddress else { return [] }
        return try document.render(order, into: start)
      }
      return memory[0] & 0xFFFFFF
    }
    #expect(try draw(PixelRect(x: 0, y: 0, width: 8, height: 8)) == 0xFF0000)
    // Nothing is left to decode.
    #expect(ftruncate(file.rawValue, 0) == 0)
    #expect(try draw(PixelRect(x: 390, y: 4, width: 8, height: 8)) == 0x00FF00)
    #expect(try draw(PixelRect(x: 4, y: 190, width: 8, height: 8)) == 0x0000FF)
    document.trim()
    #expect(throws: ImageError.self) { try draw(PixelRect(x: 0, y: 0, width: 8, height: 8)) }
  }

  @Test("Of what would take too much memory only the surroundings of the view are decoded")
  func surroundings() {
    let header = PictureHeader(format: .jpeg, size: PixelSize(width: 24000, height: 1600), layout: .colour)
    let order = RenderOrder(
      page: 0, resolution: header.size, clip: PixelRect(x: 20000, y: 300, width: 1000, height: 700),
      rotation: .none, stride: 4032)
    let painter = PagePainter(header, order)
    #expect(painter.reduction == 1)
    let plan = painter.plan(1)
    #expect(plan.part.area * 4 <= ImageLimits.rasterBytes && plan.part.area * 4 > ImageLimits.rasterBytes / 2)
    #expect(plan.part.contains(painter.part(1)))
    // A half fits.
    #expect(painter.plan(2) == RasterPlan(header.size, reduction: 2))
  }

  @Test("Inks look like print: none is paper, all is black, inverted ones the same")
  func inks() {
    let inks: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 255, 0, 255, 0, 0, 0]
    var colours = [UInt8](repeating: 0, count: 16)
    craster_inks_to_colours(&colours, inks, 4, 0)
    #expect(Array(colours[0..<4]) == [255, 255, 255, 255])
    #expect(colours[4..<7].allSatisfy { $0 < 48 })
    #expect(colours[10] > 200 && colours[8] < 80)
    #expect(colours[12] > 200 && colours[14] < 40)
    var inverted = [UInt8](repeating: 0, count: 16)
    craster_inks_to_colours(&inverted, inks.map { 255 - $0 }, 4, 1)
    #expect(inverted == colours)
  }

  @Test("Placements that follow each other are one, and lead back")
  func placements() {
    let size = PixelSize(width: 5, height: 3)
    for first in Orientation.allCases.map(\.placement) {
      for second in Rotation.allCases.map(Placement.init) {
        let both = first.then(second)
        let middle = first.placed(size)
        let end = second.placed(middle)
        #expect(both.placed(size) == end)
        for y in 0..<end.height {
          for x in 0..<end.width {
            let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
            #expect(
              both.source(of: pixel, in: end)
                == first.source(of: second.source(of: pixel, in: end), in: middle))
          }
        }
      }
    }
  }
}

extension Int {
  fileprivate var clamped: Int { Swift.min(self, 300) }
}
