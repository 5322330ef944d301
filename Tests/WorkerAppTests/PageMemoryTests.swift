import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import WorkerApp

@Suite("Page memory")
struct PageMemoryTests {
  static let size = PixelSize(width: 37, height: 21)

  struct Refusal: Error, Equatable {}

  static func order(_ expects: RenderYield.Format?, size: PixelSize = size) -> RenderOrder {
    var order = RenderOrder.whole(size: size)
    order.expects = expects
    return order
  }

  static func grey(_ x: Int, _ y: Int) -> UInt32 { UInt32(x * 7 + y * 13) & 0xFF }

  /// Grey all over, but for one pixel if one is named; the unused byte is rubbish.
  static func paint(_ memory: UnsafeMutableRawPointer, _ order: RenderOrder, colour: (x: Int, y: Int)? = nil)
  {
    for y in 0..<order.bitmapSize.height {
      for x in 0..<order.bitmapSize.width {
        var pixel = grey(x, y) * 0x01_0101 | UInt32(x) << 24
        if let colour, colour == (x, y) { pixel ^= 0x1_0000 }
        memory.storeBytes(of: pixel, toByteOffset: y * order.stride + x * 4, as: UInt32.self)
      }
    }
  }

  @Test(
    "A grey page comes as a byte a pixel, whatever was expected",
    arguments: [RenderYield.Format.grey, .colour])
  func grey(expected: RenderYield.Format) throws {
    let order = Self.order(expected)
    let memory = try SharedMemory(byteCount: order.byteCount)
    var pages = PageMemory()
    var places: [UnsafeMutableRawPointer] = []
    let (format, words) = pages.draw(order, into: memory.pointer) {
      places.append($0)
      Self.paint($0, order)
      return "words"
    }
    #expect(format == .grey && words == "words")
    // Once, and into the lent memory only where colour was expected.
    #expect(places.count == 1 && (places[0] == memory.pointer) == (expected == .colour))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        #expect(UInt32(memory.bytes[y * order.greyStride + x]) == Self.grey(x, y))
      }
    }
    if expected == .grey {
      let grey = order.greyStride * Self.size.height
      #expect(memory.bytes[grey...].allSatisfy { $0 == 0 }, "what lies behind the greys is not touched")
    }
  }

  @Test(
    "A single pixel of colour leaves all as it was drawn", arguments: [RenderYield.Format.grey, .colour],
    [(0, 0), (36, 20), (17, 9)])
  func colour(expected: RenderYield.Format, place: (Int, Int)) throws {
    let order = Self.order(expected)
    let memory = try SharedMemory(byteCount: order.byteCount)
    var pages = PageMemory()
    let format = pages.draw(order, into: memory.pointer) {
      Self.paint($0, order, colour: (place.0, place.1))
    }.format
    #expect(format == .colour)
    let expected = try SharedMemory(byteCount: order.byteCount)
    Self.paint(expected.pointer, order, colour: (place.0, place.1))
    #expect(memory.bytes.elementsEqual(expected.bytes))
  }

  @Test("Where colour is wanted a grey page stays in colour")
  func unasked() throws {
    let order = Self.order(nil)
    let memory = try SharedMemory(byteCount: order.byteCount)
    var pages = PageMemory()
    let format = pages.draw(order, into: memory.pointer) { Self.paint($0, order) }.format
    #expect(format == .colour)
    #expect(memory.pointer.load(as: UInt32.self) & 0xFFFFFF == 0)
    #expect(memory.bytes[4..<7].elementsEqual([7, 7, 7]))
  }

  @Test("A page beyond the limit is drawn where it is lent, and made smaller there")
  func large() throws {
    let size = PixelSize(width: 2100, height: 2000)
    let order = Self.order(.grey, size: size)
    try #require(order.byteCount > PageMemory.scratchLimit)
    let memory = try SharedMemory(byteCount: order.byteCount)
    var pages = PageMemory()
    var place: UnsafeMutableRawPointer?
    let format = pages.draw(order, into: memory.pointer) {
      place = $0
      $0.initializeMemory(as: UInt32.self, repeating: 0x00A5_A5A5, count: order.byteCount / 4)
    }.format
    #expect(format == .grey && place == memory.pointer)
    #expect(
      (0..<size.height).allSatisfy { y in
        memory.bytes[y * order.greyStride..<y * order.greyStride + size.width].allSatisfy { $0 == 0xA5 }
      })
  }

  @Test("Memory of our own is used again for the next page, and a failure is passed on")
  func again() throws {
    let order = Self.order(.grey)
    let memory = try SharedMemory(byteCount: order.byteCount)
    var pages = PageMemory()
    var places: [UnsafeMutableRawPointer] = []
    for _ in 0..<2 {
      _ = pages.draw(order, into: memory.pointer) {
        places.append($0)
        Self.paint($0, order)
      }
    }
    #expect(places.count == 2 && places[0] == places[1])
    #expect(throws: Refusal.self) {
      try pages.draw(order, into: memory.pointer) { _ throws(Refusal) in throw Refusal() }
    }
  }

  @Test("The worker tells grey pages from coloured ones, and its greys are the engine's pixels")
  func engine() throws {
    var pdf = PDFFixture()
    pdf.addPage(contents: "0.4 g 10 10 50 50 re f 0.81 g 30 30 100 40 re f")
    pdf.addPage(contents: "0.4 g 10 10 50 50 re f 1 0 0 rg 30 30 100 40 re f")
    let worker = try TestWorker()
    #expect(try worker.open(pdf.bytes()).failure == nil)
    for page: Int32 in 0...1 {
      let (_, pixels) = try worker.render(page: page, size: Self.size)
      for expected in [RenderYield.Format.grey, .colour] {
        var order = Self.order(expected)
        order.page = page
        let memory = try SharedMemory(byteCount: order.byteCount)
        let words = try worker.ask(.render(order), descriptors: [memory.descriptor.rawValue])
        let format: RenderYield.Format = page == 0 ? .grey : .colour
        #expect(words.reply.body == .rendered(Rendered(format: format, warnings: [], harvest: nil)))
        var drawn: [UInt32] = []
        for y in 0..<Self.size.height {
          for x in 0..<Self.size.width {
            if format == .grey {
              let grey = memory.bytes[y * order.greyStride + x]
              drawn.append(UInt32(grey) * 0x01_0101)
            } else {
              let place = y * order.stride + x * 4
              drawn.append(memory.pointer.load(fromByteOffset: place, as: UInt32.self) & 0xFFFFFF)
            }
          }
        }
        #expect(drawn == pixels, "page \(page), expected \(expected)")
      }
    }
  }
}
