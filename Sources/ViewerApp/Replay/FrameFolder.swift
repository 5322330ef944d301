import Display
import Glibc
import Pictures
import Posix
import ViewerCore

/// `--frames DIR`: each picture whose pixels changed as `frame-000123.png`.
///
/// Encoding a picture takes as long as a frame may, so a helper thread does it on a copy. A replay waits when that
/// thread falls behind; the kiosk's loop never does, it leaves frames out and counts them.
final class FrameFolder {
  private let path: String
  private let waits: Bool
  private let chores: Chores<Failure?>
  private(set) var failure: Failure?
  private(set) var leftOut = 0

  /// - Parameter waits: for the helper thread, when it has fallen behind.
  init(_ path: String, waits: Bool) throws(Failure) {
    self.path = path
    self.waits = waits
    do {
      try Directory.create(path)
      chores = try Chores(capacity: 4, name: "lectern-frames")
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }

  /// Hands over one frame; after a failure nothing more is written.
  func write(_ number: Int, _ picture: PixelView) {
    collect()
    guard failure == nil else { return }
    let digits = String(number)
    let name = "\(path)/frame-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).png"
    let size = picture.size
    let stride = picture.stride
    let pixels = [UInt8](UnsafeRawBufferPointer(start: picture.base, count: stride * size.height))
    while !chores.submit({ Self.store(pixels, stride: stride, size: size, to: name) }) {
      guard waits else {
        leftOut += 1
        return
      }
      waitForResult()
      collect()
    }
  }

  /// Waits until all frames are written.
  func finish() {
    while chores.pendingCount > 0 {
      waitForResult()
      collect()
    }
  }

  private func collect() {
    while let result = chores.takeResult() {
      if failure == nil { failure = result }
    }
  }

  private func waitForResult() {
    var result = pollfd(fd: chores.rawValue, events: Int16(POLLIN), revents: 0)
    _ = poll(&result, 1, -1)
  }

  private static func store(_ pixels: [UInt8], stride: Int, size: PixelSize, to name: String) -> Failure? {
    do throws(PictureError) {
      let bytes = try pixels.withUnsafeBufferPointer { rows throws(PictureError) -> [UInt8] in
        guard let base = UnsafeRawPointer(rows.baseAddress) else { return [] }
        return try PNGWriter.encode(xrgb: base, stride: stride, width: size.width, height: size.height)
      }
      try PictureFile.write(bytes, to: name)
      return nil
    } catch {
      return OutputFailure.cannotWrite(name, error)
    }
  }
}
