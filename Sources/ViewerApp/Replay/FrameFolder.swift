import Display
import Pictures
import Posix
import ViewerCore

/// `--frames DIR`: each picture whose pixels changed as `frame-000123.png`.
final class FrameFolder {
  private let path: String
  private(set) var failure: Failure?

  init(_ path: String) throws(Failure) {
    self.path = path
    do {
      try Directory.create(path)
    } catch {
      throw OutputFailure.cannotWrite(path, error)
    }
  }

  /// Writes one frame; after a failure nothing more is written.
  func write(_ number: Int, _ picture: PixelView) {
    guard failure == nil else { return }
    let digits = String(number)
    let name = "\(path)/frame-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).png"
    do {
      let bytes = try PNGWriter.encode(
        xrgb: UnsafeRawPointer(picture.base), stride: picture.stride, width: picture.width,
        height: picture.height)
      try PictureFile.write(bytes, to: name)
    } catch {
      failure = OutputFailure.cannotWrite(name, error)
    }
  }
}
