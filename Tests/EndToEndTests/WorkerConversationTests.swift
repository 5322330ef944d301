import Foundation
import Posix
import Testing
import ViewerApp
import ViewerCore
import Wire

/// Programs of this package, as this very build has made them.
enum Programs {
  static let folder: String = {
    // The test bundle stands beside the programs; how the runner names it differs between its two kinds.
    let arguments = CommandLine.arguments
    if let index = arguments.firstIndex(of: "--test-bundle-path"), index + 1 < arguments.count {
      return URL(fileURLWithPath: arguments[index + 1]).deletingLastPathComponent().path
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }()
  static var worker: String { folder + "/lectern-worker" }
  static var lectern: String { folder + "/lectern" }
}

/// A document in memory, as a descriptor that a worker can read.
func memoryFile(_ bytes: [UInt8]) throws -> FileDescriptor {
  let file = try FileDescriptor.growingMemory(name: "fixture")
  try file.writeAll(bytes)
  return file
}

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
        harvest: false))
    for (y, row) in rows.enumerated() {
      for (x, pixel) in row.enumerated() {
        #expect(pixel == (x < 20 && y < 10 ? 0xFF0000 : 0xFFFFFF), "at \(x),\(y)")
      }
    }
  }
}
