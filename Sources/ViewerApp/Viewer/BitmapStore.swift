import Display
import Posix
import ViewerCore

/// The pixel memory that the viewer owns and lends to workers, by name.
final class BitmapStore {
  /// Memory with the shape of the bitmap in it.
  private final class Bitmap {
    let memory: SharedMemory
    let size: PixelSize
    let stride: Int

    init(memory: consuming SharedMemory, size: PixelSize, stride: Int) {
      self.memory = memory
      self.size = size
      self.stride = stride
    }
  }

  private var bitmaps: [BitmapID: Bitmap] = [:]

  var count: Int { bitmaps.count }

  /// Makes memory for a render, sealed so that nobody it is lent to can cut it short.
  /// - Returns: the descriptor to lend; it stays ours.
  func make(_ id: BitmapID, for key: RenderKey) throws(SystemError) -> Int32 {
    let memory = try SharedMemory(byteCount: key.byteCount, name: "lectern-page")
    let bitmap = Bitmap(memory: memory, size: key.bitmapSize, stride: key.stride)
    bitmaps[id] = bitmap
    return bitmap.memory.descriptor.rawValue
  }

  func free(_ id: BitmapID) {
    bitmaps[id] = nil
  }

  /// The bitmap's pixels, for as long as it is not freed.
  func view(of id: BitmapID) -> PixelView? {
    guard let bitmap = bitmaps[id] else { return nil }
    return PixelView(
      base: bitmap.memory.pointer, stride: bitmap.stride, width: bitmap.size.width,
      height: bitmap.size.height, format: .xrgb8888)
  }
}
