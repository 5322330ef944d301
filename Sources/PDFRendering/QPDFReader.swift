import CQPDF

/// What libqpdf tells of a document, read from wherever its bytes are.
struct QPDFReader {
  private let box: ByteBox
  private let passwords: [[UInt8]]

  /// A protocol's value for a C callback.
  private final class ByteBox {
    let bytes: any DocumentBytes

    init(_ bytes: any DocumentBytes) {
      self.bytes = bytes
    }
  }

  /// - Parameter passwords: bytes to try, one after the other, after none at all.
  init(_ bytes: any DocumentBytes, passwords: [[UInt8]]) {
    box = ByteBox(bytes)
    self.passwords = passwords
  }

  /// - Parameter attempt: calls libqpdf with a password; its status, and what came of it.
  func read<Value>(
    _ attempt: (inout cqpdf_source, UnsafePointer<CChar>) -> (status: Int32, value: Value?)
  ) -> Value? {
    var source = cqpdf_source()
    source.length = Int64(box.bytes.byteCount)
    source.read = { context, offset, buffer, count in
      guard let context, let buffer else { return -1 }
      let bytes = Unmanaged<ByteBox>.fromOpaque(context).takeUnretainedValue().bytes
      return Int64(
        bytes.read(at: Int(offset), into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
    }
    source.context = Unmanaged.passUnretained(box).toOpaque()
    return withExtendedLifetime(box) {
      for password in [[]] + passwords {
        let spelling = (password.filter { $0 != 0 } + [0]).map { CChar(bitPattern: $0) }
        let (status, value) = spelling.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map { attempt(&source, $0) } ?? (Int32(CQPDF_DAMAGED.rawValue), nil)
        }
        if status != CQPDF_LOCKED.rawValue { return value }
      }
      return nil
    }
  }
}
