/// What is known of a document as soon as it is open.
package struct DocumentFacts: Hashable, Sendable {
  package var pages: Int32
  /// The first page in points, upright; zero when the page has no usable size.
  package var firstPageSize: Size
  /// What the document calls its first page (`i`, `Cover`, `1`).
  package var firstPageLabel: String
  package var encrypted: Bool
  package var permissions: Permissions
  /// Laid out for reading before all of it has arrived (PDF 1.7, annex F).
  package var linearised: Bool
  package var kind: DocumentKind

  package init(
    pages: Int32, firstPageSize: Size, firstPageLabel: String, encrypted: Bool, permissions: Permissions,
    linearised: Bool = false, kind: DocumentKind = .pdf
  ) {
    self.kind = kind
    self.linearised = linearised
    self.pages = pages
    self.firstPageSize = firstPageSize
    self.firstPageLabel = firstPageLabel
    self.encrypted = encrypted
    self.permissions = permissions
  }
}

/// What the document's author allows (PDF 1.7, table 22); the bits are ours.
package struct Permissions: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let print = Permissions(rawValue: 1 << 0)
  package static let modify = Permissions(rawValue: 1 << 1)
  package static let copy = Permissions(rawValue: 1 << 2)
  package static let annotate = Permissions(rawValue: 1 << 3)
  package static let fillForms = Permissions(rawValue: 1 << 4)
  package static let extract = Permissions(rawValue: 1 << 5)
  package static let assemble = Permissions(rawValue: 1 << 6)
  package static let printFinely = Permissions(rawValue: 1 << 7)
  package static let all = Permissions(rawValue: 0xFF)

  /// The names that `info` prints, in the order of the bits.
  package static let names: [(permission: Permissions, name: String)] = [
    (.print, "print"), (.modify, "modify"), (.copy, "copy"), (.annotate, "annotate"),
    (.fillForms, "fill-forms"), (.extract, "extract"), (.assemble, "assemble"),
    (.printFinely, "print-high-resolution"),
  ]

  /// Whether a protected document may become a part of another one that is not: what leaves its protection behind can
  /// be copied, printed and taken apart.
  package var mayBeJoined: Bool { isSuperset(of: [.copy, .print, .assemble]) }

  package var names: [String] {
    Self.names.filter { contains($0.permission) }.map(\.name)
  }
}

/// How a document asks for input.
package enum FormKind: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  /// Fields of the PDF standard.
  case acroForm = 1
  /// Adobe's XML forms: the fields are only partly usable, or not at all.
  case xfa = 2

  package var name: String {
    switch self {
    case .none: "none"
    case .acroForm: "acroform"
    case .xfa: "xfa"
    }
  }
}
