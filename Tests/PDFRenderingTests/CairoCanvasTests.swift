import Testing
import ViewerCore
import Wire

@testable import PDFRendering

struct CairoCanvasTests {
  @Test(
    "Paper covers every pixel and leaves the padding of the rows alone",
    arguments: [UInt32(0xFFFFFF), 0x102030])
  func paper(_ colour: UInt32) throws {
    let size = PixelSize(width: 3, height: 2)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xAB, count: 128)
    try paint(memory, size, colour)
    for y in 0..<2 {
      for x in 0..<3 {
        #expect(memory.load(fromByteOffset: y * 64 + x * 4, as: UInt32.self) & 0xFFFFFF == colour)
      }
      #expect(memory.load(fromByteOffset: y * 64 + 12, as: UInt8.self) == 0xAB)
    }
  }

  private func paint(_ memory: UnsafeMutableRawPointer, _ size: PixelSize, _ colour: UInt32) throws {
    let canvas = try CairoCanvas(memory: memory, size: size, stride: 64)
    canvas.fill(colour)
    #expect(canvas.problem == nil)
  }

  @Test("A stride that does not suit cairo is refused")
  func badStride() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
    defer { memory.deallocate() }
    #expect(throws: PDFError.badBitmap) {
      _ = try CairoCanvas(memory: memory, size: PixelSize(width: 30, height: 1), stride: 64)
    }
  }

  @Test("A blank bitmap is told from one with a single other pixel")
  func uniform() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 128)
    let bitmap = Bitmap(memory: memory, size: PixelSize(width: 10, height: 2), stride: 64)
    // Neither the unused byte nor the padding is a colour.
    memory.storeBytes(of: 0x00FF_FFFF, toByteOffset: 8, as: UInt32.self)
    memory.storeBytes(of: 0, toByteOffset: 48, as: UInt32.self)
    #expect(bitmap.isUniform)
    memory.storeBytes(of: 0xFFFF_FFFE, toByteOffset: 64 + 36, as: UInt32.self)
    #expect(!bitmap.isUniform)
  }
}
