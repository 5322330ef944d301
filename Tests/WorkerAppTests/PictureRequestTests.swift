import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

/// Pictures through the real worker that reads them.
@Suite("A worker with pictures")
struct PictureRequestTests {
  /// A bitmap of 2 x 1 pixels, 24 bits: red, then what is given.
  static func bitmap(_ second: UInt32, width: Int = 2, height: Int = 1) -> [UInt8] {
    func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) } }
    let head = word(62, 4) + word(0, 4) + word(54, 4) + word(40, 4) + word(width, 4) + word(height, 4)
    let rest = word(1, 2) + word(24, 2) + [UInt8](repeating: 0, count: 24)
    return Array("BM".utf8) + head + rest + word(0xFF0000, 3) + word(Int(second), 3) + [0, 0]
  }

  static let drawing = Array(
    "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='10' height='10'/></svg>".utf8
  )

  @Test("Opens two beside each other, draws them, and says what each is")
  func beside() throws {
    let worker = try TestWorker(Programs.pictures)
    let picture = try worker.open(Self.bitmap(0x0000FF), document: 1)
    guard case .opened(let facts) = picture.reply.body else {
      Issue.record("\(picture.reply.body)")
      return
    }
    #expect(facts.kind == .image && facts.pages == 1 && !facts.encrypted)
    #expect(try worker.open(Self.drawing, document: 2).failure == nil)
    let (_, pixels) = try worker.render(size: PixelSize(width: 2, height: 1), document: 1)
    #expect(pixels == [0xFF0000, 0x0000FF])
    #expect(try worker.render(document: 2).words.failure == nil)
    let info = try worker.ask(.info, document: 1)
    #expect(try DocumentInfo(decodingBulk: info.bulk[...]).format == "BMP 2 x 1, RGB")
  }

  @Test("Neither of the two workers reads what is the other's, and both go on")
  func strangers() throws {
    let pictures = try TestWorker(Programs.pictures)
    #expect(try pictures.open(WorkerRequestTests.guide()).failure == .unsupportedDocument)
    #expect(try pictures.open(Self.drawing).failure == nil)
    let worker = try TestWorker()
    #expect(try worker.open(Self.bitmap(0)).failure == .damagedDocument)
    #expect(try worker.open(WorkerRequestTests.guide()).failure == nil)
  }

  @Test("A picture is opened without the libraries of other documents, a drawing loads its own")
  func libraries() throws {
    func mapped(_ worker: TestWorker) throws -> String {
      let maps = try FileDescriptor.open("/proc/\(worker.pid)/maps").readAll(limit: 1 << 20)
      return String(decoding: maps, as: UTF8.self)
    }
    let worker = try TestWorker(Programs.pictures)
    _ = try worker.open(Self.bitmap(0))
    let before = try mapped(worker)
    #expect(before.contains("libjpeg"))
    #expect(!["poppler", "librsvg", "libarchive", "libtiff", "libcairo"].contains(where: before.contains))
    #expect(try worker.open(Self.drawing, document: 2).failure == nil)
    #expect(try mapped(worker).contains("librsvg"))
  }

  @Test("Words, links, an outline and fields: none, and no failure; with a page they come along")
  func nothing() throws {
    let worker = try TestWorker(Programs.pictures)
    _ = try worker.open(Self.drawing)
    let text = try worker.ask(.text(page: 0))
    #expect(text.failure == nil)
    #expect(try PageText(decodingBulk: text.bulk[...]) == .empty)
    #expect(try PageLinks(decodingBulk: try worker.ask(.links(page: 0)).bulk[...]).links.isEmpty)
    #expect(try DocumentOutline(decodingBulk: try worker.ask(.outline).bulk[...]).items.isEmpty)
    #expect(try worker.ask(.forms).reply.body == .forms(.none, fields: 0))
    #expect(try worker.ask(.text(page: 1)).failure == .pageOutOfRange)
    let (words, pixels) = try worker.render(size: PixelSize(width: 20, height: 10), harvest: .all)
    #expect(pixels[0] == 0 && pixels[19] == 0xFFFFFF)
    guard case .rendered(let rendered) = words.reply.body else {
      Issue.record("\(words.reply.body)")
      return
    }
    let harvest = try #require(rendered.harvest)
    #expect(harvest.textBytes > 0 && harvest.linkBytes > 0)
  }

  @Test("Grey is told for pictures as for pages")
  func grey() throws {
    for (second, format) in [(0x808080, RenderYield.Format.colour), (0xFF0000, .colour)] {
      let worker = try TestWorker(Programs.pictures)
      _ = try worker.open(Self.bitmap(UInt32(second)))
      #expect(try Self.format(worker) == format)
    }
    let worker = try TestWorker(Programs.pictures)
    _ = try worker.open(Self.drawing)
    #expect(try Self.format(worker) == .grey)
  }

  static func format(_ worker: TestWorker) throws -> RenderYield.Format? {
    var order = RenderOrder.whole(size: PixelSize(width: 64, height: 32))
    order.expects = .colour
    let memory = try SharedMemory(byteCount: order.byteCount)
    let words = try worker.ask(.render(order), descriptors: [memory.descriptor.rawValue])
    guard case .rendered(let rendered) = words.reply.body else { return nil }
    return rendered.format
  }

  @Test("What is too large is refused, and the worker goes on with little memory taken")
  func bomb() throws {
    let worker = try TestWorker(Programs.pictures)
    let before = try worker.ask(.trim).reply.anonymousBytes
    let words = try worker.open(Self.bitmap(0, width: 1 << 19, height: 1 << 12))
    #expect(words.failure == .tooLarge)
    #expect(words.reply.anonymousBytes < before + 4 << 20)
    #expect(try worker.open(Self.drawing).failure == nil)
  }

  @Test("A trim gives back what was decoded, and the next page is drawn all the same")
  func trim() throws {
    let worker = try TestWorker(Programs.pictures)
    let side = 1500
    var bytes = Self.bitmap(0, width: side, height: side).prefix(54)
    bytes += [UInt8](repeating: 0x40, count: side * side * 3)
    _ = try worker.open(Array(bytes))
    let drawn = try worker.render(size: PixelSize(width: side, height: side))
    #expect(drawn.pixels[7] == 0x404040)
    let held = drawn.words.reply.anonymousBytes
    let rest = try worker.ask(.trim).reply.anonymousBytes
    #expect(rest < held - 4 << 20)
    #expect(try worker.render(size: PixelSize(width: 10, height: 10)).pixels[7] == 0x404040)
  }
}
