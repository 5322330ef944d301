/// Reads little-endian values from bytes that nobody vouches for: every length and count is checked before use.
package struct ByteReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  package init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  package var remaining: Int { rest.count }

  package mutating func u8() throws(WireError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .truncated }
    return byte
  }

  package mutating func u16() throws(WireError) -> UInt16 {
    UInt16(truncatingIfNeeded: try integer(bytes: 2))
  }

  package mutating func u32() throws(WireError) -> UInt32 {
    UInt32(truncatingIfNeeded: try integer(bytes: 4))
  }

  package mutating func u64() throws(WireError) -> UInt64 {
    try integer(bytes: 8)
  }

  package mutating func i32() throws(WireError) -> Int32 {
    Int32(bitPattern: try u32())
  }

  /// A 32-bit integer that must not be negative nor above `limit`.
  package mutating func index(upTo limit: Int32 = .max) throws(WireError) -> Int32 {
    let value = try i32()
    guard value >= 0, value <= limit else { throw .badValue }
    return value
  }

  package mutating func bool() throws(WireError) -> Bool {
    switch try u8() {
    case 0: return false
    case 1: return true
    default: throw .badValue
    }
  }

  /// A finite number; infinities and NaN would poison every sum they enter.
  package mutating func float() throws(WireError) -> Float {
    let value = Float(bitPattern: try u32())
    guard value.isFinite else { throw .badValue }
    return value
  }

  /// Many finite numbers.
  package mutating func floats(_ count: Int) throws(WireError) -> [Float] {
    let raw = try bytes(count * 4)
    let span = raw.span
    var values = [Float](repeating: 0, count: count)
    for index in values.indices {
      var bits: UInt32 = 0
      for offset in 0..<4 { bits |= UInt32(span[index * 4 + offset]) << UInt32(offset * 8) }
      values[index] = Float(bitPattern: bits)
      guard values[index].isFinite else { throw .badValue }
    }
    return values
  }

  package mutating func double() throws(WireError) -> Double {
    let value = Double(bitPattern: try u64())
    guard value.isFinite else { throw .badValue }
    return value
  }

  /// How many elements follow, none of which is shorter than `size` bytes: so no more than there is room for.
  package mutating func count(upTo limit: Int, eachAtLeast size: Int) throws(WireError) -> Int {
    let value = Int(try u32())
    guard value <= limit, value <= rest.count / max(1, size) else { throw .tooMany }
    return value
  }

  package mutating func bytes(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count >= 0 else { throw .badValue }
    guard count <= rest.count else { throw .truncated }
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }

  /// Bytes after their 32-bit length.
  package mutating func blob(upTo limit: Int) throws(WireError) -> [UInt8] {
    let length = try count(upTo: limit, eachAtLeast: 1)
    return Array(try bytes(length))
  }

  /// UTF-8 after its 32-bit length in bytes.
  package mutating func string(upTo limit: Int) throws(WireError) -> String {
    let length = try count(upTo: limit, eachAtLeast: 1)
    guard let text = String(validating: try bytes(length), as: UTF8.self) else { throw .badText }
    return text
  }

  package func finish() throws(WireError) {
    guard rest.isEmpty else { throw .trailing }
  }

  private mutating func integer(bytes count: Int) throws(WireError) -> UInt64 {
    guard rest.count >= count else { throw .truncated }
    var value: UInt64 = 0
    for offset in 0..<count {
      value |= UInt64(rest[rest.startIndex + offset]) << UInt64(offset * 8)
    }
    rest = rest.dropFirst(count)
    return value
  }
}
