/// How far a document is laid out for reading before all of it has arrived (PDF 1.7, annex F).
package enum Linearisation: UInt8, Hashable, Sendable, CaseIterable {
  /// It does not claim to be.
  case none = 0
  /// It begins as one, but what it says there is not true of this file: it was changed or cut off since.
  case badHeader = 1
  /// The tables that tell where pages are cannot be relied on.
  case damagedHints = 2
  case fine = 3

  package var name: String {
    switch self {
    case .none: "no"
    case .badHeader: "no longer (its header does not fit the file)"
    case .damagedHints: "damaged hint tables"
    case .fine: "yes"
    }
  }
}
