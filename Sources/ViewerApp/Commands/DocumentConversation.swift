import Posix
import ViewerCore
import Wire

/// What a command asks of one document, or of several that are read as one. Each has a worker of its own.
///
/// A document that does not open counts as one page, which holds nothing. Failures name the document that they are of,
/// and its own pages.
final class DocumentConversation {
  struct Member {
    let file: MemberFile
    /// Nil for one that cannot be opened.
    let worker: WorkerConversation?
    fileprivate(set) var facts: DocumentFacts?
    /// Why it cannot.
    fileprivate(set) var failure: Failure?

    var name: String { file.name }
  }

  /// Workers that are there at the same time, but for a search's.
  private static let most = max(4, Surroundings.processorCount)

  let input: DocumentInput
  private(set) var members: [Member]
  /// Where those of each member stand.
  let pages: JoinedPages
  /// Members whose workers are there, the one that was asked last at the end.
  private var awake: [Int] = []

  /// Opens all documents, so many at a time.
  fileprivate init(_ input: DocumentInput, _ files: [MemberFile], _ settings: WorkerSettings) {
    self.input = input
    var members = files.map { file in
      do throws(Failure) {
        let worker = try Self.worker(for: file, settings)
        return Member(file: file, worker: worker)
      } catch {
        return Member(file: file, worker: nil, failure: error)
      }
    }
    for member in members.prefix(Self.most) { member.worker?.begin() }
    for index in members.indices {
      do throws(WorkFailure) {
        members[index].facts = try members[index].worker?.open()
      } catch {
        let failure = Failure(error, of: files[index].name)
        members[index] = Member(file: files[index], worker: nil, failure: failure)
      }
      let next = index + Self.most
      guard members.count > Self.most else { continue }
      members[index].worker?.rest()
      if members.indices.contains(next) { members[next].worker?.begin() }
    }
    self.members = members
    pages = JoinedPages(members.map { Int($0.facts?.pages ?? 1) })
  }

  convenience init(_ input: DocumentInput) throws(Failure) {
    self.init(input, try input.files(), try input.workerSettings())
  }

  private static func worker(
    for file: MemberFile, _ settings: WorkerSettings
  ) throws(Failure) -> WorkerConversation {
    let duplicate: FileDescriptor
    do {
      duplicate = try file.file.get().descriptor.duplicate()
    } catch let error as SystemError {
      throw Failure(.outOfMemory, file.name, "the document cannot be opened once more: \(error.reason)")
    } catch {
      throw error as? Failure ?? Failure(.sourceUnreachable, file.name, "cannot be opened")
    }
    return WorkerConversation(settings, file: duplicate, password: file.password)
  }

  /// Whether there are several, each of them a line of one outline.
  var isJoined: Bool { members.count > 1 }
  var pageCount: Int32 { Int32(clamping: pages.count) }

  /// What JSON says of where all this comes from.
  var sources: DocumentSources {
    guard input.joins else { return DocumentSources(members[0].file.spelling) }
    return DocumentSources(
      members.indices.map { index in
        DocumentSources.Row(
          source: members[index].file.spelling, first: pages.page(0, of: index),
          pages: members[index].facts.map { Int($0.pages) } ?? 1, failure: members[index].failure?.code)
      })
  }

  /// Checks a page number as a person gives it.
  /// - Returns: the page counted from 0.
  func index(ofPage number: Int) throws(Failure) -> Int32 {
    try input.index(ofPage: number, pages: pageCount)
  }

  /// The document that a page is of, and which of its pages it is.
  func place(_ page: Int32) throws(Failure) -> (member: Int, page: Int32) {
    guard let place = pages.place(Int(page)) else {
      throw Failure(.pageOutOfRange, input.name, "there is no page \(page + 1)")
    }
    return (place.member, Int32(place.page))
  }

  // MARK: Pages

  func text(page: Int32) throws(Failure) -> PageText {
    let (member, page) = try place(page)
    return try ask(member, page: page) { worker throws(WorkFailure) in try worker.text(page: page) } ?? .empty
  }

  func links(page: Int32) throws(Failure) -> [PageLink] {
    let (member, page) = try place(page)
    let links = try ask(member, page: page) { worker throws(WorkFailure) in try worker.links(page: page) }
    return links.map { isJoined ? pages.links($0, of: member) : $0 } ?? []
  }

  /// Asks the document that a page is of.
  /// - Throws: also where that is not open.
  func ask<Answer>(
    forPage page: Int32, _ question: (WorkerConversation, Int32) throws(WorkFailure) -> Answer
  ) throws(Failure) -> Answer {
    let (member, page) = try place(page)
    let answer = try ask(member, page: page) { worker throws(WorkFailure) in try question(worker, page) }
    guard let answer else {
      throw Failure(
        members[member].failure?.code ?? .damagedDocument, members[member].name,
        "there are no pages of it, for it cannot be opened")
    }
    return answer
  }

  // MARK: Documents

  /// Asks all documents. Of several, one that cannot tell is passed over.
  /// - Returns: nil for what is not there.
  func askAll<Answer>(
    _ report: inout CommandReport, _ question: (WorkerConversation) throws(WorkFailure) -> Answer
  ) throws(Failure) -> [Answer?] {
    var answers: [Answer?] = []
    for member in members.indices {
      do throws(Failure) {
        answers.append(try ask(member, question))
      } catch {
        guard isJoined else { throw error }
        report.complain(error)
        answers.append(nil)
      }
    }
    return answers
  }

  /// - Returns: nil for a document that is not open.
  private func ask<Answer>(
    _ member: Int, page: Int32? = nil, _ question: (WorkerConversation) throws(WorkFailure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let worker = members[member].worker else { return nil }
    if members.count > Self.most {
      awake.removeAll { $0 == member }
      if awake.count >= Self.most { members[awake.removeFirst()].worker?.rest() }
      awake.append(member)
    }
    do throws(WorkFailure) {
      return try question(worker)
    } catch {
      throw Failure(error, of: members[member].name, page: page.map { $0 + 1 })
    }
  }

  /// One more worker for a document that is open.
  func anotherWorker(for member: Int) throws(Failure) -> WorkerConversation {
    let worker = try Self.worker(for: members[member].file, try input.workerSettings())
    worker.begin()
    return worker
  }
}

/// Where the documents of a command come from, as JSON tells it: `source` for one, `sources` for joined ones.
struct DocumentSources {
  struct Row {
    var source: String
    /// Its first page among all, counted from 0.
    var first: Int
    var pages: Int
    /// Why it is not open; its place is one page then.
    var failure: ErrorCode?
  }

  let rows: [Row]
  private let single: String?

  init(_ source: String) {
    single = source
    rows = []
  }

  init(_ rows: [Row]) {
    self.rows = rows
    single = nil
  }

  func write(into json: inout JSONText) {
    if let single { return json.string("source", single) }
    json.array("sources") { json in
      for row in rows {
        json.object {
          $0.string("source", row.source)
          $0.number("firstPage", row.first + 1)
          $0.number("pages", row.pages)
          if let failure = row.failure { $0.string("failure", failure.rawValue) }
        }
      }
    }
  }
}
