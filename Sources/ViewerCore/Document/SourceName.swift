/// Where a document is, as a person writes it.
package enum SourceName: Hashable, Sendable {
  /// A file or a folder.
  case path(String)
  case standardInput
  /// Base64 text in a file.
  case base64File(String)
  case base64Input
  /// Base64 text itself.
  case base64Text(String)
  /// On a server: http or https, nothing of it checked yet.
  case address(String)

  /// - Throws: `invalid-source` for what names nothing that can be opened.
  package init(_ text: String) throws(Failure) {
    let scheme = "base64:"
    if text.isEmpty { throw Failure(.invalidSource, "", "the source is empty; name a file") }
    if text == "-" {
      self = .standardInput
    } else if text.hasPrefix(scheme) {
      let rest = String(text.dropFirst(scheme.count))
      switch rest.first {
      case nil: throw Failure(.invalidSource, text, "write base64:- or base64:@FILE")
      case "-" where rest == "-": self = .base64Input
      case "@" where rest == "@": throw Failure(.invalidSource, text, "@ needs the name of a file")
      case "@": self = .base64File(String(rest.dropFirst()))
      default: self = .base64Text(rest)
      }
    } else if let end = text.firstIndex(of: ":"), text[end...].hasPrefix("://") {
      guard ["http", "https"].contains(text[..<end].lowercased()) else {
        throw Failure(.invalidSource, text, "is no file, and no address with http:// or https://")
      }
      self = .address(text)
    } else {
      self = .path(text)
    }
  }

  /// Whether it can be read only once.
  package var isInput: Bool { self == .standardInput || self == .base64Input }

  /// As a person would write it, but for a document's whole content.
  package var spelling: String {
    switch self {
    case .path, .base64File, .base64Input, .address: title
    case .standardInput: "-"
    case .base64Text: "base64:"
    }
  }

  /// What tells it from others for as long as the program runs, without a document's whole content.
  package var remembered: SourceName {
    guard case .base64Text(let text) = self, text.utf8.count > 64 else { return self }
    var hasher = Hasher()
    hasher.combine(text)
    return .base64Text("\(text.utf8.count) \(hasher.finalize())")
  }

  /// As messages name it: never a document's whole content.
  package var title: String {
    switch self {
    case .path(let path): path
    case .standardInput: "standard input"
    case .base64File(let path): "base64:@\(path)"
    case .base64Input: "base64:-"
    case .base64Text: "base64 text"
    case .address(let address): address
    }
  }
}
