import Display
import Foundation
import Glibc
import Posix
import Testing
import ViewerCore

@testable import ViewerApp

struct BitmapStoreTests {
  private static let id = BitmapID(number: 5)

  private static func inode(_ descriptor: Int32) -> UInt64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  @Test("Memory has the shape of the turned bitmap, and is all zero")
  func shape() throws {
    let store = BitmapStore()
    let key = Material.key(size: PixelSize(width: 30, height: 41), rotation: .quarter)
    let descriptor = try store.make(Self.id, for: key)
    let view = try #require(store.view(of: Self.id))
    #expect(view.size == PixelSize(width: 41, height: 30))
    #expect(view.stride == 192 && view.format == .xrgb8888)
    var status = stat()
    #expect(fstat(descriptor, &status) == 0 && status.st_size == 192 * 30)
    #expect((0..<30).allSatisfy { y in (0..<41).allSatisfy { view.pixel(x: $0, y: y) == 0 } })
    #expect(store.view(of: BitmapID(number: 6)) == nil)
  }

  @Test("Whoever borrows the memory writes into what the viewer sees, and cannot change its size")
  func sealed() throws {
    let store = BitmapStore()
    let key = Material.key()
    let descriptor = try store.make(Self.id, for: key)
    let lent = dup(descriptor)
    defer { close(lent) }
    var pixel: UInt32 = 0xFF12_3456
    #expect(pwrite(lent, &pixel, 4, key.stride + 8) == 4)
    #expect(store.view(of: Self.id)?.pixel(x: 2, y: 1) == pixel)
    for size in [0, key.byteCount - 1, key.byteCount + 4096] {
      #expect(ftruncate(lent, size) == -1 && errno == EPERM, "to \(size)")
    }
  }

  @Test("Memory that is freed is gone, its descriptor closed")
  func free() throws {
    let store = BitmapStore()
    let descriptor = try store.make(Self.id, for: Material.key())
    let inode = try #require(Self.inode(descriptor))
    #expect(store.count == 1)
    store.free(Self.id)
    store.free(Self.id)
    #expect(store.count == 0 && store.view(of: Self.id) == nil)
    // The number may be another test's by now; the file is not.
    #expect(Self.inode(descriptor) != inode)
  }

  @Test("Memory of a name made again is drawn into again, or replaced where it is too small")
  func again() throws {
    let store = BitmapStore()
    let first = Self.inode(try store.make(Self.id, for: Material.key()))
    let small = PixelSize(width: 4, height: 4)
    let second = Self.inode(try store.make(Self.id, for: Material.key(size: small)))
    #expect(first == second)
    #expect(store.count == 1 && store.view(of: Self.id)?.size == small)
    let third = Self.inode(
      try store.make(Self.id, for: Material.key(size: PixelSize(width: 400, height: 40))))
    #expect(third != second && store.count == 1)
  }

  @Test("A bitmap inherits the memory of another, which is no more")
  func inherited() throws {
    let store = BitmapStore()
    let heir = BitmapID(number: 6)
    let first = Self.inode(try store.make(Self.id, for: Material.key()))
    store.rename(Self.id, to: heir)
    #expect(store.view(of: Self.id) == nil && store.has(heir) && !store.has(Self.id))
    #expect(Self.inode(try store.make(heir, for: Material.key())) == first)
    // One that could not be made leaves nothing.
    store.rename(Self.id, to: BitmapID(number: 7))
    #expect(store.count == 1)
  }

  @Test("A grey bitmap keeps its rows and gives back the rest, which it has again when it is drawn anew")
  func grey() throws {
    let store = BitmapStore()
    let key = Material.key(size: PixelSize(width: 500, height: 400))
    let descriptor = try store.make(Self.id, for: key)
    let ink = [UInt8](repeating: 0x77, count: key.byteCount)
    #expect(pwrite(descriptor, ink, ink.count, 0) == ink.count)
    store.settle(Self.id, key, as: .grey)
    let view = try #require(store.view(of: Self.id))
    #expect(view.format == .grey8 && view.stride == 512 && view.pixel(x: 499, y: 399) == 0x77)
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    #expect(Int(status.st_blocks) * 512 == key.greyByteCount && status.st_size == key.byteCount)
    store.settle(Self.id, key, as: .grey)
    store.rename(Self.id, to: BitmapID(number: 8))
    _ = try store.make(BitmapID(number: 8), for: key)
    #expect(store.view(of: BitmapID(number: 8))?.format == .xrgb8888)
    #expect(store.view(of: BitmapID(number: 8))?.stride == key.stride && store.capacity == key.byteCount)
  }

  @Test("Memory that cannot be had is refused, and nothing is kept")
  func refused() {
    let store = BitmapStore()
    let huge = PixelSize(width: 1 << 30, height: 1 << 30)
    #expect(throws: SystemError.self) { try store.make(Self.id, for: Material.key(size: huge)) }
    #expect(store.count == 0)
  }
}
