import CForms

/// The bytes of a document as libqpdf is given them in C.
final class QPDFBytes {
  private let bytes: any DocumentBytes

  init(_ bytes: any DocumentBytes) {
    self.bytes = bytes
  }

  var byteCount: Int64 { Int64(bytes.byteCount) }

  /// What `read` is called with. Lives as long as this object.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let read:
    @Sendable @convention(c) (
      UnsafeMutableRawPointer?, Int64, UnsafeMutableRawPointer?, Int64
    ) -> Int64 = { context, offset, buffer, count in
      guard let context, let buffer else { return -1 }
      let bytes = Unmanaged<QPDFBytes>.fromOpaque(context).takeUnretainedValue().bytes
      return Int64(
        bytes.read(at: Int(offset), into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
    }

  /// Spellings of a password to try. Each ends with a zero; an empty one comes first, for it opens what is only
  /// restricted.
  /// - Parameter password: its bytes; nil when none is known.
  static func spellings(of password: [UInt8]?) -> [[CChar]] {
    guard let password else { return [[0]] }
    var spellings: [[CChar]] = [[0]]
    spellings.append(password.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0])
    // Of 8-bit times, typed as UTF-8.
    let scalars = String(validating: password, as: UTF8.self)?.unicodeScalars.filter { $0.value != 0 }
    if let scalars, scalars.contains(where: { $0.value > 0x7F }),
      scalars.allSatisfy({ $0.value < 0x100 })
    {
      spellings.append(scalars.map { CChar(bitPattern: UInt8($0.value)) } + [0])
    }
    return spellings
  }
}
