/// Who answers for an address: scheme, host and port (RFC 6454).
package struct WebOrigin: Hashable, Sendable {
  package enum Scheme: String, Hashable, Sendable {
    case http, https

    package var port: UInt16 { self == .http ? 80 : 443 }
  }

  package var scheme: Scheme
  /// In small letters, an IPv6 address in its brackets.
  package var host: String
  package var port: UInt16

  package init(scheme: Scheme, host: String, port: UInt16? = nil) {
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.port
  }

  /// Nobody between this machine and itself can listen or lie.
  package var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// Whom a document may be asked of without encryption.
package struct PlainHosts: Hashable, Sendable {
  private let hosts: Set<String>

  /// - Parameter hosts: names that the house trusts its own wires to.
  package init(_ hosts: some Sequence<String> = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
  }

  package func allows(_ origin: WebOrigin) -> Bool {
    origin.scheme == .https || origin.isLoopback || hosts.contains(origin.host)
  }
}
