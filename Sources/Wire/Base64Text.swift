/// Base64 with padding, without line breaks (RFC 4648, section 4).
package enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var word = UInt32(bytes[index]) << 16
      if count > 1 { word |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        let digit = Int(word >> UInt32(18 - 6 * place)) & 63
        text.append(place <= count ? alphabet[digit] : UInt8(ascii: "="))
      }
      index += count
    }
    return String(decoding: text, as: UTF8.self)
  }
}
