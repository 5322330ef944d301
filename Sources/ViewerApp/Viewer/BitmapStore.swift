import Display
import Posix
import ViewerCore

/// The pixel memory that the viewer owns and lends to workers, by name.
final class BitmapStore {
  /// Memory with the shape of the bitmap in it.
  private final class Bitmap {
    let memory: SharedMemory
    let size: PixelSize
    var stride: Int
    var format = RenderYield.Format.colour

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

  /// A worker has drawn into it. Grey rows lie at the beginning; what was set aside for colour goes back.
  func settle(_ id: BitmapID, _ key: RenderKey, as format: RenderYield.Format) {
    guard let bitmap = bitmaps[id], format != bitmap.format else { return }
    bitmap.format = format
    bitmap.stride = key.stride(format)
    if format == .grey { try? bitmap.memory.discard(from: key.greyByteCount) }
  }

  func free(_ id: BitmapID) {
    bitmaps[id] = nil
  }

  /// The bitmap's pixels, for as long as it is not freed.
  func view(of id: BitmapID) -> PixelView? {
    guard let bitmap = bitmaps[id] else { return nil }
    return PixelView(
      base: bitmap.memory.pointer, stride: bitmap.stride, width: bitmap.size.width,
      height: bitmap.size.height, format: bitmap.format == .grey ? .grey8 : .xrgb8888)
  }
}
