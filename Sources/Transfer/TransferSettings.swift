package import ViewerCore

/// How documents are asked for, the same for all of them.
package struct TransferSettings: Hashable, Sendable {
  /// Certificates besides the system's own.
  package var certificates: String?
  package var plain = PlainHosts()
  /// ms until a connection must stand.
  package var connectTime = 10_000
  /// s without a single byte after which a transfer is given up.
  package var silence = 30
  /// Bytes of a document.
  package var largest = Int.max
  /// ms between two times that blocks which have come are put on the disk: each wears it.
  package var savePause: Int64 = 5000

  package init() {}
}
