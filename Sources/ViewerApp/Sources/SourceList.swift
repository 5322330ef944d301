import Posix
package import ViewerCore

/// The documents that a viewer was started with, in order: files, and the documents of folders by their names.
package struct SourceList {
  private struct Document: Hashable {
    var path: String
    var passwordFile: String?
  }

  private var documents: [Document]
  /// Of documents without one of their own.
  private let passwordFile: String?

  package init(_ options: ViewerOptions) throws(Failure) {
    var documents: [Document] = []
    for source in options.sources {
      let passwordFile = options.passwordFile(for: source)
      for path in try Self.documents(at: source.location) {
        documents.append(Document(path: path, passwordFile: passwordFile))
      }
    }
    guard !documents.isEmpty else {
      throw Failure(.usage, "", "name a document to show; see lectern --help")
    }
    self.documents = documents
    passwordFile = options.passwordFile
  }

  /// The place of a document, counted from 0; one that is not there yet is put at the end. The same document with
  /// another password is another one.
  /// - Parameter location: a file, or a folder for its first document.
  mutating func index(of location: String) throws(Failure) -> Int {
    guard let path = try Self.documents(at: location).first else {
      throw Failure(.notFound, location, "there is no document")
    }
    // In a list that was given at the start it may have a password of its own.
    if let index = documents.firstIndex(where: { $0.path == path }) { return index }
    documents.append(Document(path: path, passwordFile: passwordFile))
    return documents.count - 1
  }

  package var count: Int { documents.count }

  /// As failures name it.
  package func name(_ index: Int) -> String { documents[index].path }

  /// What visitors read while a document opens: the file's name without its folder and its ending.
  package var titles: [String] {
    documents.map { document in
      let name = document.path.split(separator: "/").last.map(String.init) ?? ""
      return name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
    }
  }

  func password(_ index: Int) throws(Failure) -> [UInt8]? {
    guard let file = documents[index].passwordFile else { return nil }
    return try SourceFile.password(from: file)
  }

  /// A descriptor of a file that looks like a document.
  func open(_ index: Int) throws(Failure) -> FileDescriptor {
    try SourceFile.open(documents[index].path)
  }

  /// A file itself; of a folder, its PDFs in natural order.
  private static func documents(at path: String) throws(Failure) -> [String] {
    if path.contains("://") || path == "-" || path.hasPrefix("base64:") {
      throw Failure(.invalidSource, path, "only files and folders can be shown; name one of these")
    }
    guard (try? FileStatus(path: path))?.kind == .directory else { return [path] }
    let names: [String]
    do {
      names = try Directory.names(path)
    } catch {
      throw Failure(
        error.isPermission ? .noPermission : .sourceUnreachable, path,
        "the folder cannot be read: \(error.reason)")
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let documents = names.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".pdf") }
      .sorted(by: NaturalOrder.precedes).map { folder + $0 }
      // Folders inside folders are not gone into, whatever they are called.
      .filter { (try? FileStatus(path: $0))?.kind != .directory }
    guard !documents.isEmpty else {
      throw Failure(.notFound, path, "the folder holds no documents; put PDF files (*.pdf) there")
    }
    return documents
  }
}
