import Posix
import ViewerCore
import Wire

/// The documents of a pool: where they come from, their files, and what their pages turned out to be.
final class PoolDocuments {
  struct Document {
    let name: String
    let file: SharedDescriptor
    let password: [UInt8]?
    /// Which source it is, counted from 0.
    let source: Int
    /// What the file was when it was opened.
    let edition: FileEdition?
    /// What is there of it, where it came to be read before all of it was.
    var stream: StreamedDocument?
    /// Which of its pages were grey.
    var formats = FormatGuess()
    /// What was put into its form.
    var edits = FormEdits()

    /// Nil where its first bytes do not tell.
    var format: FileFormat? { SourceFile.format(of: file.descriptor) }
    /// Nil where all of it is here.
    var coming: StreamedDocument? { stream.flatMap { $0.isWhole ? nil : $0 } }
  }

  /// What has become of a document on its way.
  enum News {
    /// It is the file that is shown already; the order of the request to open it.
    case same(UInt64)
    /// It can be opened; the order of the request to do so.
    case here(UInt64)
    /// It will not come.
    case lost(UInt64, Failure)
    /// So much of one that is not open yet has come, in 1/256.
    case progress(UInt8)
    /// More of one that is open already is there.
    case blocks
    case whole
    /// No more of it will come.
    case cutOff(Failure)
    /// Whoever brings it has forgotten what is wanted.
    case begunAnew
    /// What comes now belongs to another document: it has changed on its server.
    case changed
  }

  /// A dictionary cannot hold what owns a descriptor.
  final class SharedDescriptor {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
      self.descriptor = descriptor
    }
  }

  /// A document that is on its way from a server.
  private struct Awaited {
    let order: UInt64
    let name: String
    let password: [UInt8]?
    let source: Int
    /// The document that it is to be another file than.
    let shown: UInt32?
  }

  /// What has become of a wish to open a document.
  enum Opening {
    case here, coming
    /// It is the file that is shown already.
    case same
  }

  private var sources: SourceList
  private let transfers: FetchDesk
  private var awaited: [UInt32: Awaited] = [:]
  private var documents: [UInt32: Document] = [:]
  /// Whose server cannot be asked for a later version, until somebody is told so.
  private var earlierCopies: Set<UInt32> = []

  init(_ sources: SourceList, transfers: FetchDesk) {
    self.sources = sources
    self.transfers = transfers
  }

  /// Nil for one that is not here, or not yet.
  subscript(_ number: UInt32) -> Document? { documents[number] }

  /// Whether any has not come from its server yet.
  var areAwaited: Bool { !awaited.isEmpty }

  /// The documents that a source is made of, and what each is called.
  func members(ofSource source: Int) -> Range<Int> { sources.members(of: source) }
  func name(ofMember member: Int) -> String { sources.name(member) }
  func title(ofMember member: Int) -> String {
    let title = sources.title(member)
    return title.isEmpty ? sources.name(member) : title
  }

  /// - Parameters:
  ///   - order: of the request to open it, told again when it has come later.
  ///   - streams: whether it may be read while it comes.
  ///   - shown: a document that it is opened in place of, if it is another file.
  func open(
    _ number: UInt32, member: Int, order: UInt64, streams: Bool, unlessSameAs shown: UInt32? = nil
  ) throws(Failure) -> Opening {
    let name = sources.name(member)
    let password = try sources.password(member)
    guard let wanted = sources.order(member) else {
      let file = SharedDescriptor(try sources.open(member))
      let edition = Self.edition(file)
      if isSame(edition, as: shown) { return .same }
      documents[number] = Document(
        name: name, file: file, password: password, source: member, edition: edition)
      return .here
    }
    try transfers.get(wanted, number: number, streams: streams)
    awaited[number] = Awaited(order: order, name: name, password: password, source: member, shown: shown)
    return .coming
  }

  private static func edition(_ file: SharedDescriptor) -> FileEdition? {
    (try? FileStatus(file.descriptor)).map(FileEdition.init)
  }

  private func isSame(_ edition: FileEdition?, as shown: UInt32?) -> Bool {
    guard let edition, let shown else { return false }
    return documents[shown]?.edition == edition
  }

  /// - Returns: the order of the request to open it, where it has not come yet.
  func close(_ number: UInt32) -> UInt64? {
    documents[number] = nil
    earlierCopies.remove(number)
    transfers.cancel(number)
    return awaited.removeValue(forKey: number)?.order
  }

  /// Whether a document has turned out to be an earlier copy; said once.
  func tellsEarlierCopy(_ number: UInt32) -> Bool { earlierCopies.remove(number) != nil }

  /// Takes what has come from servers.
  func handleTransfers(_ tell: (UInt32, News) -> Void) {
    transfers.handle { number, news in
      if let news = take(news, of: number) { tell(number, news) }
    }
  }

  private func take(_ news: consuming FetchDesk.News, of number: UInt32) -> News? {
    switch consume news {
    case .progress(let received, let total):
      guard awaited[number] != nil, let total, total > 0 else { return nil }
      return .progress(UInt8(clamping: received / max(1, total / 255)))
    case .document(let file, let freshness):
      guard let expected = awaited.removeValue(forKey: number) else { return finish(number, file) }
      if freshness == .stale { earlierCopies.insert(number) }
      do throws(Failure) {
        let file = SharedDescriptor(try SourceFile.checked(file, expected.name))
        let edition = Self.edition(file)
        if isSame(edition, as: expected.shown) {
          earlierCopies.remove(number)
          return .same(expected.order)
        }
        documents[number] = Document(
          name: expected.name, file: file, password: expected.password, source: expected.source,
          edition: edition)
        return .here(expected.order)
      } catch {
        return .lost(expected.order, error)
      }
    case .stream(let file, let byteCount): return begin(number, file, byteCount)
    case .blocks(let runs):
      documents[number]?.stream?.record(runs)
      return .blocks
    case .whole(let freshness):
      documents[number]?.stream?.finish()
      if freshness == .stale { earlierCopies.insert(number) }
      return .whole
    case .failed(let failure):
      if let expected = awaited.removeValue(forKey: number) { return .lost(expected.order, failure) }
      documents[number]?.stream?.failure = failure
      return .cutOff(failure)
    }
  }

  /// A document whose rest was asked for once more is all there.
  private func finish(_ number: UInt32, _ file: borrowing FileDescriptor) -> News? {
    guard let stream = documents[number]?.stream else { return nil }
    guard let identity = FileIdentity(file), identity == stream.identity else { return .changed }
    stream.finish()
    return .whole
  }

  private func begin(_ number: UInt32, _ file: consuming FileDescriptor, _ byteCount: Int) -> News? {
    guard let identity = FileIdentity(file) else { return nil }
    if let stream = documents[number]?.stream {
      guard stream.identity == identity, stream.byteCount == byteCount else { return .changed }
      stream.failure = nil
      return .begunAnew
    }
    guard let expected = awaited.removeValue(forKey: number) else { return nil }
    if let shown = expected.shown, documents[shown]?.stream?.identity == identity {
      transfers.cancel(number)
      return .same(expected.order)
    }
    do throws(SystemError) {
      let stream = try StreamedDocument(byteCount: byteCount, identity: identity)
      let file = SharedDescriptor(file)
      documents[number] = Document(
        name: expected.name, file: file, password: expected.password, source: expected.source, edition: nil,
        stream: stream)
      return .here(expected.order)
    } catch {
      return .lost(expected.order, Failure(.outOfMemory, expected.name, "cannot be read: \(error.reason)"))
    }
  }

  /// Asks once more for the rest of a document of which no more was to come.
  /// - Returns: whether that is under way.
  func resume(_ number: UInt32) -> Bool {
    guard let document = documents[number], let wanted = sources.order(document.source) else {
      return false
    }
    if transfers.isFetching(number) { return true }
    return (try? transfers.get(wanted, number: number, streams: true)) != nil
  }

  /// Documents that are still coming.
  var coming: [UInt32] { documents.keys.filter { documents[$0]?.coming != nil }.sorted() }

  func need(_ runs: [BlockRun], of number: UInt32) { transfers.need(runs, of: number) }
  func fill(_ on: Bool, of number: UInt32) { transfers.fill(on, of: number) }

  func setPassword(_ password: [UInt8], ofSource source: Int) throws(Failure) -> Bool {
    try sources.setPassword(password, of: source)
  }

  func fill(_ number: UInt32, _ edits: FormEdits) { documents[number]?.edits = edits }

  func forgetPassword(ofSource source: Int) { sources.forgetPassword(of: source) }

  /// The number of a source, which may be one that was not in the list so far.
  func source(of found: FoundDocument, current: Int) -> Int {
    sources.index(of: found, current: current)
  }

  /// The list of documents, which changes with the folders that they are in.
  var list: SourceList { sources }

  func setDocuments(_ names: [String], inFolder folder: String) -> Bool {
    sources.setDocuments(names, inFolder: folder)
  }

  /// A page was drawn.
  func record(_ format: RenderYield.Format, for key: RenderKey) {
    documents[key.document]?.formats.record(format, for: key)
  }
}
