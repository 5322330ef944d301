import Display
import Posix
import ViewerCore

/// The pixel memory that the viewer owns and lends to workers, by name.
final class BitmapStore {
  /// Memory with the shape of the bitmap in it.
  private final class Bitmap {
    let memory: SharedMemory
    var size = PixelSize.zero
    var stride = 0
    var format = RenderYield.Format.colour

    init(memory: consuming SharedMemory) {
      self.memory = memory
    }
  }

  private var bitmaps: [BitmapID: Bitmap] = [:]

  var count: Int { bitmaps.count }

  /// Bytes of all memory as it was set aside; what was never touched, or has been given back, counts, too.
  var capacity: Int { bitmaps.values.reduce(0) { $0 + $1.memory.byteCount } }

  /// Memory for a render: what has the name already and is large enough, as it was left, else new memory, all zero.
  /// Sealed, so that nobody it is lent to can cut it short.
  /// - Returns: the descriptor to lend; it stays ours.
  func make(_ id: BitmapID, for key: RenderKey) throws(SystemError) -> Int32 {
    let bitmap: Bitmap
    if let free = bitmaps[id], free.memory.byteCount >= key.byteCount {
      bitmap = free
    } else {
      bitmaps[id] = nil
      bitmap = Bitmap(memory: try SharedMemory(byteCount: key.byteCount, name: "lectern-page"))
      bitmaps[id] = bitmap
    }
    bitmap.size = key.bitmapSize
    bitmap.stride = key.stride
    bitmap.format = .colour
    return bitmap.memory.descriptor.rawValue
  }

  func has(_ id: BitmapID) -> Bool { bitmaps[id] != nil }

  /// The memory of one bitmap becomes another's. The first was copied into the shadow when it was last shown, and
  /// whoever drew it has unmapped it: nobody reads or writes it any more.
  func rename(_ id: BitmapID, to heir: BitmapID) {
    bitmaps[heir] = bitmaps.removeValue(forKey: id)
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
