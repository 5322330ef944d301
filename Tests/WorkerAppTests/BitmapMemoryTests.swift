import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

/// Memory that a worker is lent to draw into: whatever is wrong with it costs the one request.
@Suite("Bitmap memory")
struct BitmapMemoryTests {
  static let order = RenderOrder.whole(size: PixelSize(width: 40, height: 20))

  /// An answer to the order with this descriptor; the worker then draws as ever.
  static func failure(_ descriptors: [Int32], order: RenderOrder = order) throws -> ErrorCode? {
    let worker = try TestWorker()
    #expect(try worker.open(WorkerRequestTests.guide()).failure == nil)
    let code = try worker.ask(.render(order), descriptors: descriptors).failure
    let (words, pixels) = try worker.render()
    #expect(words.failure == nil)
    #expect(pixels.contains(0x0000FF))
    return code
  }

  @Test("None at all")
  func none() throws {
    #expect(try Self.failure([]) == .tooLarge)
  }

  @Test("Too small, by a byte or by much", arguments: [order.byteCount - 1, 64, 1])
  func tooSmall(_ byteCount: Int) throws {
    try #require(Self.order.byteCount > byteCount)
    let memory = try SharedMemory(byteCount: byteCount)
    #expect(try Self.failure([memory.descriptor.rawValue]) == .tooLarge)
  }

  @Test("Larger than needed is fine, and what is not needed stays as it was")
  func larger() throws {
    let memory = try SharedMemory(byteCount: Self.order.byteCount + 4096)
    for offset in Self.order.byteCount..<memory.byteCount { memory.bytes[offset] = 0x5A }
    #expect(try Self.failure([memory.descriptor.rawValue]) == nil)
    #expect(memory.bytes[Self.order.byteCount...].allSatisfy { $0 == 0x5A })
    #expect(memory.bytes[0] == 0xFF)
  }

  @Test("Not sealed: it might shrink under the engine's hands")
  func unsealed() throws {
    let file = try FileDescriptor.growingMemory(name: "bitmap")
    try file.writeAll([UInt8](repeating: 0, count: Self.order.byteCount))
    #expect(try Self.failure([file.rawValue]) == .tooLarge)
    #expect(try file.readAll(limit: 1 << 20).allSatisfy { $0 == 0 })
  }

  @Test("Open for reading alone")
  func readOnly() throws {
    let memory = try SharedMemory(byteCount: Self.order.byteCount)
    let file = try FileDescriptor.open("/proc/self/fd/\(memory.descriptor.rawValue)")
    #expect(try Self.failure([file.rawValue]) == .tooLarge)
    #expect(memory.bytes.allSatisfy { $0 == 0 })
  }

  @Test("No memory but a device, a folder or a socket")
  func noMemory() throws {
    for path in ["/dev/null", "/dev/zero"] {
      #expect(try Self.failure([try FileDescriptor.open(path, .readWrite).release()]) == .tooLarge)
    }
    let pair = try MessageSocket.pair()
    #expect(try Self.failure([pair.first.rawValue]) == .tooLarge)
  }

  @Test("More than the worker may have is out of memory, not a death")
  func tooMuch() throws {
    // 32767 x 12000 pixels: 1.5 GB, of which the memfd takes none until it is written.
    let order = RenderOrder.whole(size: PixelSize(width: 32767, height: 12000))
    let memory = try FileDescriptor(owning: SharedMemoryless.sealed(order.byteCount))
    #expect(try Self.failure([memory.rawValue], order: order) == .outOfMemory)
  }

  @Test("Descriptors that are too many are closed, not kept")
  func spare() throws {
    let worker = try TestWorker()
    _ = try worker.open(WorkerRequestTests.guide())
    let pair = try MessageSocket.pair()
    let ours = consume pair.first
    let theirs = consume pair.second
    let end = theirs.rawValue
    let memory = try SharedMemory(byteCount: Self.order.byteCount)
    let files = [memory.descriptor.rawValue, end, end, end]
    #expect(try worker.ask(.render(Self.order), descriptors: files).failure == nil)
    for body in [WorkerRequest.Body.info, .close] {
      #expect(try worker.ask(body, descriptors: [end]).failure == nil)
    }
    _ = consume theirs
    // Closed once nobody holds the other end: the worker, which still lives, does not.
    let isClosed =
      switch try ours.receive() {
      case .closed: true
      default: false
      }
    #expect(isClosed)
    #expect(try worker.ask(.info).failure == .damagedDocument)
  }
}

/// A sealed memfd that is not mapped here, for sizes that this process need not hold.
enum SharedMemoryless {
  static func sealed(_ byteCount: Int) throws -> Int32 {
    let memory = try SharedMemory(byteCount: byteCount)
    return try memory.descriptor.duplicate().release()
  }
}
