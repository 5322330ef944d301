/// What is known of a kept copy besides its bytes.
package struct CacheRecord: Hashable, Sendable {
  /// As a person wrote it; without name and password.
  package var address: String
  /// When the server last said that this is the document, ms since 1970.
  package var validatedAt: Int64
  /// As the server sent it, quotes and all; nil when it sent none.
  package var entityTag: String?
  /// An HTTP date, as the server sent it.
  package var lastModified: String?
  package var byteCount: Int

  package init(
    address: String, validatedAt: Int64, entityTag: String? = nil, lastModified: String? = nil, byteCount: Int
  ) {
    self.address = address
    self.validatedAt = validatedAt
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.byteCount = byteCount
  }

  /// Whether it may be shown without asking the server.
  /// - Parameters:
  ///   - maxAge: ms; 0 asks each time.
  ///   - now: ms since 1970. A copy of the future is not fresh: the clock was wrong then or is now.
  package func isFresh(maxAge: Int64, at now: Int64) -> Bool {
    let age = now - validatedAt
    return age >= 0 && age < maxAge
  }

  /// Headers that ask for the document only when it is another one (RFC 9110, section 13.1).
  package var conditions: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if let entityTag { fields.append(("If-None-Match", entityTag)) }
    if let lastModified { fields.append(("If-Modified-Since", lastModified)) }
    return fields
  }
}

/// What a copy is kept under: the house's own key, or the address with the headers that may change the answer. A
/// password is no part of it.
package enum CacheIdentity {
  /// The text that the key is the SHA-256 of.
  package static func text(address: String, headers: [HeaderField], key: String?) -> String {
    if let key { return "key\n\(key)" }
    let fields = headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    return (["address", address] + fields).joined(separator: "\n")
  }
}
