import Glibc
import ViewerCore

/// A picture of pixels in a file that stays open, read by its position; one implementation a format.
protocol Picture {
  var header: PictureHeader { get }

  /// The largest reduction up to this one that the decoder gives at no loss.
  func reduction(upTo wanted: Int) -> Int

  /// Decodes what the plan names; a file that ends too soon gives what has come, with a complaint.
  /// - Parameter descriptor: the file that the header was read from.
  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster
}

extension Picture {
  func reduction(upTo wanted: Int) -> Int { wanted }
}

enum PictureFile {
  /// The first bytes of a file, fewer only when it has no more.
  static func head(_ descriptor: Int32, count: Int = FileFormat.headBytes, at offset: Int = 0) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        let got = pread(descriptor, buffer.baseAddress?.advanced(by: done), count - done, offset + done)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        done += got
      }
    }
  }

  /// All of a file, for libraries that want to have it in memory.
  static func bytes(_ descriptor: Int32, limit: Int) throws(ImageError) -> [UInt8] {
    let size = try size(descriptor)
    guard size <= limit else { throw .tooLarge("a file of \(size) bytes") }
    return head(descriptor, count: size)
  }

  static func size(_ descriptor: Int32) throws(ImageError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .damaged("the file cannot be examined") }
    return Int(status.st_size)
  }
}
