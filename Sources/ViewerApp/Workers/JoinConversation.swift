import Glibc
import Posix
import ViewerCore
import Wire

/// Has documents of one kind put together into one PDF document by one worker, which gets all of them.
///
/// Nothing is tried twice: a document that kills the worker takes what was done so far with it.
final class JoinConversation {
  private let worker: WorkerProcess
  private var pages: Int32 = 0
  private var documents: UInt32 = 0

  /// - Parameter format: of the documents; nil for PDF.
  init(_ settings: WorkerSettings, for format: FileFormat? = nil) throws(WorkFailure) {
    do {
      worker = try WorkerProcess(settings, for: format)
    } catch {
      let program = settings.program(for: format)
      throw WorkFailure(code: .badConfiguration, detail: "\(program): \(error.reason)")
    }
  }

  /// Puts a document behind those that are there.
  /// - Parameter title: of its line in the outline.
  /// - Throws: `no-permission` where it does not let itself be put together with others.
  func append(_ file: borrowing FileDescriptor, password: [UInt8]?, title: String) throws(WorkFailure) {
    documents += 1
    guard case .opened(let facts) = try ask(.open(password: password), documents, lending: file.rawValue)
    else { throw .senseless }
    guard !facts.encrypted || facts.permissions.mayBeJoined else {
      throw WorkFailure(code: .noPermission, detail: "")
    }
    guard case .appended = try ask(.append(title: title), documents) else { throw .senseless }
    pages += facts.pages
  }

  /// Writes the whole.
  /// - Parameter output: an empty file, open for writing.
  func write(to output: Int32) throws(WorkFailure) {
    guard case .exported = try ask(.join(pages: pages), documents, lending: output) else { throw .senseless }
  }

  private func ask(
    _ body: WorkerRequest.Body, _ document: UInt32, lending: Int32? = nil
  ) throws(WorkFailure) -> WorkerOutcome {
    let now = Timestamp(microseconds: MonotonicClock.now())
    _ = worker.send(body, document: document, lending: lending.map { [$0] } ?? [], now: now)
    switch worker.answer() {
    case .success(.failed(let code, let detail)): throw WorkFailure(code: code, detail: detail)
    case .success(let outcome): return outcome
    case .failure(let death): throw WorkFailure(death, body, words: worker.lastWords())
    }
  }
}
