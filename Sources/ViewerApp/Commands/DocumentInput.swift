import Posix
package import ViewerCore

/// What every command on documents needs to know, and how it begins.
package struct DocumentInput: Sendable {
  /// One, or several that are read as one.
  package var sources: [SourceOptions]
  package var joins: Bool
  /// Bytes of address space for each worker.
  package var workerMemory: Int
  package var limits: WorkLimits
  /// How documents are had from a server.
  package var transfer = TransferOptions()

  package init(
    source: String, passwordFile: String? = nil, workerMemory: Int = 1 << 30,
    limits: WorkLimits = WorkLimits()
  ) {
    sources = [SourceOptions(location: source, passwordFile: passwordFile)]
    joins = false
    self.workerMemory = workerMemory
    self.limits = limits
  }

  package init(_ options: DocumentOptions) {
    let worker = options.worker
    sources = options.sources.enumerated().map { index, source in
      SourceOptions(location: source, passwordFile: options.passwordFile(ofSource: index))
    }
    joins = options.joins
    workerMemory = worker.memory << 20
    limits = WorkLimits(open: worker.openTimeout, render: worker.renderTimeout, text: worker.textTimeout)
    transfer = options.transfer
  }

  /// As messages name what is read.
  package var name: String {
    let first = sources.first?.location ?? ""
    let title = (try? SourceName(first))?.title ?? first
    return sources.count > 1 ? "\(title) and \(sources.count - 1) more" : title
  }

  /// Opens all of it, each document in a worker of its own.
  /// - Parameter report: told of each that cannot be opened; it counts as one page then.
  /// - Throws: the last one's failure where none can be opened.
  func converse(_ report: inout CommandReport) throws(Failure) -> DocumentConversation {
    let conversation = try DocumentConversation(self)
    let failures = conversation.members.compactMap(\.failure)
    let isNone = failures.count == conversation.members.count
    for failure in isNone ? failures.dropLast() : failures[...] { report.complain(failure) }
    if isNone, let failure = failures.last { throw failure }
    return conversation
  }

  /// Checks a page number as a person gives it.
  /// - Returns: the page counted from 0.
  func index(ofPage number: Int, pages: Int32) throws(Failure) -> Int32 {
    guard number >= 1, number <= Int(pages) else {
      throw Failure(
        .pageOutOfRange, name,
        "there is no page \(number); the document has \(pages) page\(pages == 1 ? "" : "s")")
    }
    return Int32(number - 1)
  }

  func workerSettings() throws(Failure) -> WorkerSettings {
    WorkerSettings(
      executable: try WorkerSettings.findExecutable(), addressSpace: workerMemory, limits: limits)
  }

  /// Files of all documents, those from servers fetched at the same time.
  /// - Throws: what is wrong with the sources as they are named, or with what a pipe brings.
  func files() throws(Failure) -> [MemberFile] {
    var options = ViewerOptions()
    options.sources = sources
    options.joins = joins
    options.transfer = transfer
    // Several documents may be a folder's; one is one.
    let list = try SourceList(options, opensFolders: joins)
    let members = list.members(of: 0)
    var fetched: [Result<PoolDocuments.SharedDescriptor, Failure>?] = members.map { _ in nil }
    let orders = members.map { list.order($0) }
    if orders.contains(where: { $0 != nil }) {
      fetched = try FetchConversation(FetchSettings(transfer)).get(orders)
    }
    return members.map { member in
      var file = MemberFile(name: list.name(member), spelling: list.spelling(member))
      let title = list.title(member)
      if !title.isEmpty { file.title = title }
      do throws(Failure) {
        file.password = try list.password(member)
        if let fetched = fetched[member] {
          file.file = fetched
        } else {
          file.file = .success(PoolDocuments.SharedDescriptor(try list.open(member)))
        }
      } catch {
        file.file = .failure(error)
      }
      return file
    }
  }
}

/// A document's file, and what opens it.
struct MemberFile {
  /// As failures name it.
  let name: String
  /// As a person would write it.
  let spelling: String
  /// As an outline names it.
  var title: String
  /// Its bytes; nil when none is known.
  var password: [UInt8]?
  var file: Result<PoolDocuments.SharedDescriptor, Failure>

  init(name: String, spelling: String) {
    self.name = name
    self.spelling = spelling
    title = name
    file = .failure(Failure(.sourceUnreachable, name, "cannot be opened"))
  }
}
