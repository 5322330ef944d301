import Access
import Display
import Pictures
import Posix
import ViewerCore

/// What visitors see at a moment, as a copy: encoding it takes as long as several frames, and happens elsewhere.
struct Screenshot: Sendable {
  private let pixels: [UInt8]
  private let stride: Int
  /// Of the upright picture.
  let size: PixelSize
  private let rotation: Rotation

  /// Takes a picture of what was last composed; nothing is read from the buffers that the screen shows.
  init(_ output: any DisplayOutput) {
    size = output.panel.size
    rotation = output.rotation
    (pixels, stride) = output.withShadow { shadow in
      (
        [UInt8](UnsafeRawBufferPointer(start: shadow.base, count: shadow.stride * shadow.height)),
        shadow.stride
      )
    }
  }

  /// The picture as PNG, in memory that can be lent to another program. Takes its time.
  func encoded() throws(Failure) -> (file: LentFile, byteCount: Int) {
    do {
      let upright = self.upright()
      let bytes = try upright.withUnsafeBytes { rows throws(PictureError) -> [UInt8] in
        guard let base = rows.baseAddress else { return [] }
        return try PNGWriter.encode(
          xrgb: base, stride: size.width * 4, width: size.width, height: size.height)
      }
      let memory = try SharedMemory(byteCount: bytes.count, name: "lectern-screenshot")
      memory.bytes.copyBytes(from: bytes)
      return (LentFile(try memory.descriptor.duplicate()), bytes.count)
    } catch {
      throw Failure(.outOfMemory, "", "the picture cannot be encoded")
    }
  }

  /// Rows without gaps, as visitors look at them.
  private func upright() -> [UInt32] {
    let place = rotation.turned(PixelRect(x: 0, y: 0, width: 1, height: 1), in: size)
    let right = rotation.turned(PixelRect(x: 1, y: 0, width: 1, height: 1), in: size)
    let below = rotation.turned(PixelRect(x: 0, y: 1, width: 1, height: 1), in: size)
    func offset(_ rect: PixelRect) -> Int { rect.y * stride + rect.x * 4 }
    let (across, down) = (offset(right) - offset(place), offset(below) - offset(place))
    return [UInt32](unsafeUninitializedCapacity: size.area) { buffer, count in
      pixels.withUnsafeBytes { source in
        var index = 0
        for y in 0..<size.height {
          var from = offset(place) + y * down
          for _ in 0..<size.width {
            buffer.initializeElement(at: index, to: source.load(fromByteOffset: from, as: UInt32.self))
            index += 1
            from += across
          }
        }
      }
      count = size.area
    }
  }
}
