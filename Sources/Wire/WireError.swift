/// Why bytes from outside are not a message.
package enum WireError: Error, Hashable, Sendable {
  /// The bytes end before the value does.
  case truncated
  /// Bytes are left over after the last value.
  case trailing
  case unsupportedVersion(UInt8)
  case unknownKind(UInt8)
  /// A count or length beyond its limit, or beyond what the remaining bytes could hold.
  case tooMany
  /// A value outside its range.
  case badValue
  /// Not UTF-8.
  case badText
}
