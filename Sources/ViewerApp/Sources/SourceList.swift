import Posix
package import ViewerCore
import Wire

/// The documents that a viewer was started with, in order: files, the documents of folders by their names, and what
/// came through a pipe or as base64.
package struct SourceList {
  private struct Document {
    var source: SourceName
    var passwordFile: String?
    /// How it is had from its server.
    var transfer: TransferOptions
    /// Of what is no file.
    var taken: TakenDocument?
    /// What staff has given since, in place of the file's.
    var givenPassword: [UInt8]?
  }

  /// A source as it was given: a document, or a folder and the documents in it.
  private struct Operand {
    var folder: String?
    var members: [Int]
    var passwordFile: String?
    var transfer: TransferOptions
  }

  /// How documents are had from servers.
  let transfer: TransferOptions
  private var documents: [Document]
  private var operands: [Operand] = []
  /// What is shown as one document each: those of them, counted from 0.
  private var shown: [Range<Int>]
  /// How many of these were named at the start; those behind were opened since.
  private var named: Int
  private let joins: Bool
  /// Of documents without one of their own.
  private let passwordFile: String?

  /// - Parameter opensFolders: whether a folder stands for the documents in it.
  package init(_ options: ViewerOptions, opensFolders: Bool = true) throws(Failure) {
    var all: [Document] = []
    var readsInput = false
    for source in options.sources {
      let passwordFile = options.passwordFile(for: source)
      let transfer = options.transfer(of: source)
      let documents =
        opensFolders ? try Self.documents(at: source.location) : [try SourceName(source.location)]
      for source in documents {
        if source.isInput, readsInput {
          throw Failure(.usage, source.title, "standard input can be read only once")
        }
        readsInput = readsInput || source.isInput
        all.append(Document(source: source, passwordFile: passwordFile, transfer: transfer))
      }
      operands.append(
        Operand(
          folder: opensFolders ? Self.folder(at: source.location) : nil,
          members: Array(all.count - documents.count..<all.count), passwordFile: passwordFile,
          transfer: transfer))
    }
    // Only when all of them are named rightly is there a reason to wait for a pipe.
    for index in all.indices {
      all[index].taken = try TakenDocument.take(all[index].source)
      all[index].source = all[index].source.remembered
    }
    guard !all.isEmpty else {
      throw Failure(.usage, "", "name a document to show; see lectern --help")
    }
    documents = all
    joins = options.joins
    shown = options.joins ? [all.indices] : all.indices.map { $0..<$0 + 1 }
    named = shown.count
    passwordFile = options.passwordFile
    transfer = options.transfer
  }

  /// Finds a document that is to be shown beside those of the list, and takes it in where it is no file. May wait for a
  /// disk or a share: on the loop only where nobody waits for the loop.
  /// - Parameter location: a file, or a folder for its first document.
  static func find(_ location: String) throws(Failure) -> FoundDocument {
    guard let source = try documents(at: location).first else {
      throw Failure(.notFound, location, "there is no document")
    }
    if source.isInput { throw Failure(.usage, source.title, "is read at the start only") }
    return FoundDocument(source: source.remembered, taken: try TakenDocument.take(source))
  }

  /// The place of a document, counted from 0; one that is not there yet is put behind those that were named at the
  /// start, where the last two are kept: the one that is shown, and the one that follows. The same document with another
  /// password is another one.
  /// - Parameter current: which one is shown.
  mutating func index(of found: FoundDocument, current: Int) -> Int {
    // In a list that was given at the start it may have a password of its own.
    let wanted = SourceFile.absolute(found.source)
    if let index = shown.firstIndex(where: {
      $0.count == 1 && SourceFile.absolute(documents[$0.lowerBound].source) == wanted
    }) {
      return index
    }
    let document = Document(
      source: found.source, passwordFile: passwordFile, transfer: transfer, taken: found.taken)
    if shown.count - named == 2 {
      let index = current == named ? named + 1 : named
      documents[shown[index].lowerBound] = document
      return index
    }
    documents.append(document)
    shown.append(documents.count - 1..<documents.count)
    return shown.count - 1
  }

  package var count: Int { shown.count }

  /// The members of a source, counted from 0 among all documents: one, but for joined documents.
  func members(of index: Int) -> Range<Int> { shown[index] }

  /// The place of a document, counted from 0; nil for one that is in the list no more.
  func index(ofMember member: Int) -> Int? { shown.firstIndex { $0.contains(member) } }

  /// Where documents are that are files of this machine.
  var files: [Int: String] {
    var files: [Int: String] = [:]
    for member in shown.joined() {
      switch documents[member].source {
      case .path(let path): files[member] = path
      case .base64File(let path) where documents[member].taken == nil: files[member] = path
      default: break
      }
    }
    return files
  }

  /// Folders whose documents are all shown.
  var folders: [String] { joins ? [] : operands.compactMap(\.folder) }

  /// A folder holds these names now. What was opened beside the list stays behind its end.
  /// - Returns: whether there are other documents to go through. A folder that holds none leaves them as they were.
  mutating func setDocuments(_ names: [String], inFolder folder: String) -> Bool {
    guard !joins else { return false }
    let listed = operands.flatMap(\.members)
    for index in operands.indices where operands[index].folder == folder {
      let paths = Self.documents(named: names, in: folder)
      guard !paths.isEmpty else { continue }
      operands[index].members = paths.map { path in
        let source = SourceName.path(path)
        if let member = operands[index].members.first(where: { documents[$0].source == source }) {
          return member
        }
        documents.append(
          Document(
            source: source, passwordFile: operands[index].passwordFile, transfer: operands[index].transfer))
        return documents.count - 1
      }
    }
    let members = operands.flatMap(\.members)
    guard members != listed else { return false }
    let before = Set(listed)
    named = members.count
    shown = members.map { $0..<$0 + 1 } + shown.filter { !before.contains($0.lowerBound) }
    return true
  }

  /// As failures name it.
  package func name(_ member: Int) -> String { documents[member].source.title }

  /// As a person would write it.
  func spelling(_ member: Int) -> String { documents[member].source.spelling }

  /// What visitors read while a document opens: the file's name without its folder and its ending, nothing where
  /// there is no file.
  package var titles: [String] { shown.map { title($0.lowerBound) } }

  func title(_ member: Int) -> String {
    let path: String
    switch documents[member].source {
    case .path(let text): path = text
    // What is asked besides the path is nothing to read.
    case .address(let text): path = String(text.prefix { $0 != "?" && $0 != "#" })
    default: return ""
    }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return FileFormat.title(ofName: name)
  }

  func password(_ member: Int) throws(Failure) -> [UInt8]? {
    if let given = documents[member].givenPassword { return given }
    guard let file = documents[member].passwordFile else { return nil }
    return try SourceFile.password(from: file)
  }

  /// What is asked for, and how; nil for what is on this machine.
  func order(_ member: Int) -> FetchOrder? {
    guard case .address(let address) = documents[member].source else { return nil }
    return documents[member].transfer.order(address)
  }

  /// From now on this password opens a document; of joined ones, those without a password of their own.
  /// - Returns: whether it is another one than before.
  mutating func setPassword(_ password: [UInt8], of index: Int) throws(Failure) -> Bool {
    guard shown.indices.contains(index) else { return false }
    var isNew = false
    for member in shown[index] where shown[index].count == 1 || documents[member].passwordFile == passwordFile
    {
      // A file that cannot be read held none that fits.
      isNew = isNew || (try? self.password(member)) != password
      documents[member].givenPassword = password
    }
    return isNew
  }

  /// What was given by hand opens the document no more.
  mutating func forgetPassword(of index: Int) {
    guard documents.indices.contains(index), var given = documents[index].givenPassword else { return }
    documents[index].givenPassword = nil
    for place in given.indices { given[place] = 0 }
  }

  /// A descriptor of a file that looks like a document.
  func open(_ member: Int) throws(Failure) -> FileDescriptor {
    let document = documents[member]
    if let taken = document.taken { return try SourceFile.open(taken, document.source) }
    return try SourceFile.open(document.source)
  }

  /// A source itself; of a folder, its documents in natural order.
  private static func documents(at location: String) throws(Failure) -> [SourceName] {
    let source = try SourceName(location)
    guard let path = folder(at: location) else { return [source] }
    let names: [String]
    do {
      names = try Directory.names(path)
    } catch {
      throw Failure(
        error.isPermission ? .noPermission : .sourceUnreachable, path,
        "the folder cannot be read: \(error.reason)")
    }
    let documents = documents(named: names, in: path)
    guard !documents.isEmpty else {
      throw Failure(
        .notFound, path, "the folder holds no documents; put PDF files, pictures or comic books (*.cbz) there"
      )
    }
    return documents.map(SourceName.path)
  }

  /// The path of a folder, without a slash at its end; nil for what is none.
  private static func folder(at location: String) -> String? {
    guard case .path(var path)? = try? SourceName(location),
      (try? FileStatus(path: path))?.kind == .directory
    else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Which of a folder's names are documents, in natural order.
  private static func documents(named names: [String], in folder: String) -> [String] {
    names.filter { !$0.hasPrefix(".") && FileFormat.isLikely(name: $0) }
      .sorted(by: NaturalOrder.precedes).map { folder == "/" ? "/" + $0 : folder + "/" + $0 }
      // Folders inside folders are not gone into, whatever they are called.
      .filter { (try? FileStatus(path: $0))?.kind != .directory }
  }
}
