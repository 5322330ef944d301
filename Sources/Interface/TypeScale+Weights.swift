import ViewerCore

/// Regular, medium and semibold of Inter.
extension TypeScale {
  static let regular: UInt32 = 400
  static let medium: UInt32 = 500
  static let semibold: UInt32 = 600
}
