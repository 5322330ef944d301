import CJPEG

/// A libjpeg-turbo compressor; freed with the value.
struct JPEGCompressor: ~Copyable {
  private let handle: tjhandle

  /// - Throws: `encodingFailed` when the library has no memory.
  init() throws(PictureError) {
    guard let handle = tjInitCompress() else {
      throw .encodingFailed(String(cString: tjGetErrorStr2(nil)))
    }
    self.handle = handle
  }

  deinit {
    tjDestroy(handle)
  }

  /// - Parameters:
  ///   - format: how the source's bytes make a pixel.
  ///   - sampling: how much coarser colour is stored than brightness.
  ///   - quality: 1 (smallest) to 100.
  func compress(
    _ source: PixelSource, format: TJPF, sampling: TJSAMP, quality: Int, isProgressive: Bool = false
  ) throws(PictureError) -> [UInt8] {
    let width = Int32(source.width)
    let height = Int32(source.height)
    let bound = tjBufSize(width, height, Int32(sampling.rawValue))
    guard bound != UInt.max else { throw .encodingFailed(String(cString: tjGetErrorStr2(handle))) }

    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      var start = buffer.baseAddress
      var size = bound
      // NOREALLOC: the memory is the array's own and at least `tjBufSize` long, so the pointer stays.
      let status = tjCompress2(
        handle, source.pixels.assumingMemoryBound(to: UInt8.self), width, Int32(source.stride), height,
        Int32(format.rawValue), &start, &size, Int32(sampling.rawValue), Int32(quality),
        Int32(TJFLAG_NOREALLOC | (isProgressive ? TJFLAG_PROGRESSIVE : 0)))
      failed = status != 0
      count = failed ? 0 : Int(size)
    }
    guard !failed else { throw .encodingFailed(String(cString: tjGetErrorStr2(handle))) }
    return Array(bytes[...])
  }
}
