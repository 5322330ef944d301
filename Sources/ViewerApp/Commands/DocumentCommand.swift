import Wire
import Posix
package import ViewerCore

/// What every command on one document needs to know, and how it begins.
package struct DocumentInput: Sendable {
  package var source: String
  /// Path of a file whose first line is the password.
  package var passwordFile: String?
  /// Bytes of address space for the worker.
  package var workerMemory: Int
  package var limits: WorkLimits
  /// How it is had from a server.
  package var transfer = TransferOptions()

  package init(
    source: String, passwordFile: String? = nil, workerMemory: Int = 1 << 30,
    limits: WorkLimits = WorkLimits()
  ) {
    self.source = source
    self.passwordFile = passwordFile
    self.workerMemory = workerMemory
    self.limits = limits
  }

  package init(_ options: DocumentOptions) {
    let worker = options.worker
    self.init(
      source: options.source, passwordFile: options.passwordFile, workerMemory: worker.memory << 20,
      limits: WorkLimits(open: worker.openTimeout, render: worker.renderTimeout, text: worker.textTimeout))
    transfer = options.transfer
  }

  /// Checks the file, starts a worker and opens the document in it.
  func converse() throws(Failure) -> WorkerConversation {
    let file = try open()
    var password: [UInt8]?
    if let passwordFile { password = try SourceFile.password(from: passwordFile) }
    let settings = WorkerSettings(
      executable: try WorkerSettings.findExecutable(), addressSpace: workerMemory, limits: limits)
    let conversation = WorkerConversation(settings, file: file, password: password)
    do throws(WorkFailure) {
      _ = try conversation.open()
    } catch {
      throw failure(error)
    }
    return conversation
  }

  /// The document's file.
  func open() throws(Failure) -> FileDescriptor {
    let source = try SourceName(source)
    guard case .address(let address) = source else { return try SourceFile.open(source) }
    let fetched = try FetchConversation(FetchSettings(transfer)).get(transfer.order(address), ProgressBar())
    if fetched.freshness == .stale {
      CommandReport.streams().warn(address, "the server cannot be asked; this is the last copy")
    }
    return fetched.file
  }

  /// The file that a worker reads, once more.
  func duplicate(of worker: WorkerConversation) throws(Failure) -> FileDescriptor {
    do {
      return try worker.duplicateFile()
    } catch {
      throw Failure(.outOfMemory, source, "the document cannot be opened once more: \(error.reason)")
    }
  }

  /// A failure of the worker in plain words.
  /// - Parameter page: counted from 1; nil when it is about the document.
  func failure(_ failure: WorkFailure, page: Int32? = nil) -> Failure {
    let what = page.map { "page \($0)" } ?? "the document"
    let sentence = DocumentFailure.sentence(failure.code, about: what)
    let detail = failure.detail.isEmpty ? "" : " (\(failure.detail))"
    return Failure(failure.code, source, sentence + detail)
  }

  /// Checks a page number as a person gives it.
  /// - Returns: the page counted from 0.
  func index(ofPage number: Int, pages: Int32) throws(Failure) -> Int32 {
    guard number >= 1, number <= Int(pages) else {
      throw Failure(
        .pageOutOfRange, source,
        "there is no page \(number); the document has \(pages) page\(pages == 1 ? "" : "s")")
    }
    return Int32(number - 1)
  }
}
