import CDeflate

/// libdeflate's compressor, which packs a whole buffer at once.
struct Deflater: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 1 fastest, 12 smallest.
  init(level: Int32) throws(PictureError) {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw .encodingFailed("there is no memory for packing")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// The most that so many bytes become.
  func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(compressor, count) }

  /// In zlib's wrapping (RFC 1950).
  /// - Returns: the bytes written; 0 where the room is too small.
  func pack(_ bytes: [UInt8], into room: UnsafeMutableRawBufferPointer) -> Int {
    bytes.withUnsafeBytes {
      libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, room.baseAddress, room.count)
    }
  }

  /// CRC-32 as PNG has it.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    libdeflate_crc32(0, bytes.baseAddress, bytes.count)
  }
}
