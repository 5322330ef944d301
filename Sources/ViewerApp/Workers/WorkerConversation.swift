import Glibc
package import Posix
package import ViewerCore
package import Wire

/// Questions to a worker about one document, each waited for: what the commands need.
///
/// A worker that hangs is killed, one that dies is started anew and the document opened again, so that a bad page
/// costs itself alone. Work that a crash ended is tried once more, after a foreign kill up to five times.
package final class WorkerConversation {
  private let settings: WorkerSettings
  private let file: FileDescriptor
  private let password: [UInt8]?
  private var worker: WorkerProcess?
  private static let document: UInt32 = 1
  /// Asked before anybody waits for it.
  private var expected: WorkerRequest.Body?
  /// What was put into the form, for every worker that opens the document.
  private var filled = FormEdits()

  /// Facts of the document, once it is open.
  package private(set) var facts: DocumentFacts?

  /// - Parameters:
  ///   - file: a regular file or memfd.
  ///   - password: its bytes; nil when none is known.
  package init(_ settings: WorkerSettings, file: consuming FileDescriptor, password: [UInt8]?) {
    self.settings = settings
    self.file = file
    self.password = password
  }

  /// Starts a worker and has it open the document; `open` waits for that.
  package func begin() {
    // Who waits says why there is none.
    guard worker == nil, let started = try? WorkerProcess(settings, for: SourceFile.format(of: file)) else {
      return
    }
    worker = started
    facts = nil
    let body = WorkerRequest.Body.open(password: password)
    if started.send(body, document: Self.document, lending: [file.rawValue], now: Self.now) {
      expected = body
    }
  }

  /// Lets the worker go; the next question starts another one.
  package func rest() {
    worker = nil
    expected = nil
  }

  package func open() throws(WorkFailure) -> DocumentFacts {
    if let facts, worker != nil { return facts }
    guard case .opened(let facts) = try ask(.open(password: password), lending: file.rawValue) else {
      throw .senseless
    }
    self.facts = facts
    return facts
  }

  /// Sizes of all pages in points, upright; zero for a page without a usable one.
  package func pageSizes() throws(WorkFailure) -> [Size] {
    let pages = try open().pages
    var sizes: [Size] = []
    while sizes.count < Int(pages) {
      let first = Int32(sizes.count)
      let count = min(pages - first, Int32(WorkerLimits.sizes))
      guard case .sizes(_, let more) = try ask(.pageSizes(first: first, count: count)), !more.isEmpty else {
        throw .senseless
      }
      sizes += more
    }
    return sizes
  }

  package func pageSize(_ page: Int32) throws(WorkFailure) -> Size {
    guard case .sizes(_, let sizes) = try ask(.pageSizes(first: page, count: 1)), let size = sizes.first
    else {
      throw .senseless
    }
    return size
  }

  /// Asks for what will be waited for later, so that several workers read at a time. One that rests wakes up for it.
  package func expect(_ body: WorkerRequest.Body) {
    guard expected == nil else { return }
    guard let worker else { return begin() }
    _ = worker.send(body, document: Self.document, now: Self.now)
    expected = body
  }

  /// Waits until one of several workers has an answer that was expected of it, or needs looking after.
  /// - Returns: which; nil when none is expected to answer.
  package static func first(of conversations: [WorkerConversation]) -> Int? {
    var watched: [pollfd] = []
    var owners: [Int] = []
    var timeout: Int32 = -1
    for (index, conversation) in conversations.enumerated() where conversation.expected != nil {
      guard let worker = conversation.worker, worker.mayAnswer else { return index }
      for descriptor in [worker.socketDescriptor, worker.processDescriptor] {
        watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        owners.append(index)
      }
      if let check = worker.nextCheck {
        let wait = Int32(clamping: max(0, (check - now).microseconds / 1000 + 1))
        timeout = timeout < 0 ? wait : min(timeout, wait)
      }
    }
    guard !watched.isEmpty else { return nil }
    while true {
      let ready = poll(&watched, nfds_t(watched.count), timeout)
      if ready > 0, let place = watched.firstIndex(where: { $0.revents != 0 }) { return owners[place] }
      // A deadline is looked at by whoever waits for the answer.
      if ready == 0 {
        return owners.min { deadline(of: conversations[$0]) < deadline(of: conversations[$1]) }
      }
    }
  }

  private static func deadline(of conversation: WorkerConversation) -> Timestamp {
    conversation.worker?.nextCheck ?? Timestamp(microseconds: .max)
  }

  /// The words of those of neighbouring pages that hold what is looked for.
  package func find(
    _ query: String, first: Int32, count: Int32
  ) throws(WorkFailure) -> [PageAnswer<PageText>] {
    guard case .found(let pages) = try ask(.find(first: first, count: count, query: query)) else {
      throw .senseless
    }
    return pages
  }

  package func text(page: Int32) throws(WorkFailure) -> PageText {
    guard case .text(let text) = try ask(.text(page: page)) else { throw .senseless }
    return text
  }

  package func links(page: Int32) throws(WorkFailure) -> [PageLink] {
    guard case .links(let links) = try ask(.links(page: page)) else { throw .senseless }
    return links
  }

  package func info() throws(WorkFailure) -> DocumentInfo {
    guard case .info(let info) = try ask(.info) else { throw .senseless }
    return info
  }

  package func outline() throws(WorkFailure) -> [OutlineItem] {
    guard case .outline(let items) = try ask(.outline) else { throw .senseless }
    return items
  }

  package func forms() throws(WorkFailure) -> (kind: FormKind, fields: Int32) {
    guard case .forms(let kind, let fields) = try ask(.forms) else { throw .senseless }
    return (kind, fields)
  }

  package func form() throws(WorkFailure) -> DocumentForm {
    guard case .fields(let form) = try ask(.fields) else { throw .senseless }
    return form
  }

  /// The document from now on: with these values in its form, and no others.
  package func fill(_ edits: FormEdits) throws(WorkFailure) {
    _ = try open()
    try hand(over: edits)
    filled = edits
  }

  /// Writes the document with what was put into its form.
  /// - Parameter output: an empty file, open for writing.
  package func export(to output: Int32) throws(WorkFailure) {
    guard case .exported = try ask(.export, lending: output) else { throw .senseless }
  }

  /// The document's file as it is read.
  package func duplicateFile() throws(SystemError) -> FileDescriptor { try file.duplicate() }

  private func hand(over edits: FormEdits) throws(WorkFailure) {
    let memory = try Self.memory(edits)
    guard case .filled = try ask(.fill, lending: memory.rawValue) else { throw .senseless }
  }

  private static func memory(_ edits: FormEdits) throws(WorkFailure) -> FileDescriptor {
    do {
      let memory = try FileDescriptor.growingMemory(name: "lectern-form")
      try memory.writeAll(edits.encodedBulk())
      return memory
    } catch {
      throw WorkFailure(code: .outOfMemory, detail: error.reason)
    }
  }

  /// - Parameter bitmap: a memfd of at least `order.byteCount` bytes that cannot shrink.
  package func render(_ order: RenderOrder, into bitmap: Int32) throws(WorkFailure) -> RenderedPage {
    guard case .rendered(let page) = try ask(.render(order), lending: bitmap) else { throw .senseless }
    return page
  }

  /// Asks, and asks again as far as the policy lets: the answer is never `failed`.
  private func ask(
    _ body: WorkerRequest.Body, lending: Int32? = nil
  ) throws(WorkFailure) -> WorkerOutcome {
    var patience = WorkPatience()
    while true {
      let worker = try readyWorker(for: body)
      switch wait(worker, body, lending) {
      case .success(.failed(let code, let detail)): throw WorkFailure(code: code, detail: detail)
      case .success(let outcome): return outcome
      case .failure(let death):
        let words = worker.lastWords()
        self.worker = nil
        expected = nil
        if patience.record(death.blame) || death == .dismissed {
          throw WorkFailure(death, body, words: words)
        }
      }
    }
  }

  /// A living worker that has the document open, unless it is to be opened just now.
  private func readyWorker(for body: WorkerRequest.Body) throws(WorkFailure) -> WorkerProcess {
    if let worker { return worker }
    let format = SourceFile.format(of: file)
    do {
      let worker = try WorkerProcess(settings, for: format)
      self.worker = worker
    } catch {
      let program = settings.program(for: format)
      throw WorkFailure(code: .badConfiguration, detail: "\(program): \(error.reason)")
    }
    if case .open = body {
    } else {
      facts = nil
      _ = try open()
      if body != .fill, !filled.isEmpty { try hand(over: filled) }
    }
    guard let worker else { throw .senseless }
    return worker
  }

  private func wait(
    _ worker: WorkerProcess, _ body: WorkerRequest.Body, _ lending: Int32?
  ) -> Result<WorkerOutcome, WorkerDeath> {
    if body != expected {
      if let other = expected {
        // Its answer comes first.
        if case .failure(let death) = wait(worker, other, nil) { return .failure(death) }
      }
      _ = worker.send(body, document: Self.document, lending: lending.map { [$0] } ?? [], now: Self.now)
    }
    let answer = worker.answer()
    if case .success = answer { expected = nil }
    return answer
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }
}

/// Why a question has no answer.
package struct WorkFailure: Error, Hashable, Sendable {
  package var code: ErrorCode
  /// For a log: what the engine said.
  package var detail: String

  package init(code: ErrorCode, detail: String) {
    self.code = code
    self.detail = detail
  }

  static let senseless = WorkFailure(code: .pageRenderFailed, detail: "the engine gave a senseless answer")

  init(_ death: WorkerDeath, _ body: WorkerRequest.Body, words: String) {
    code = death.code
    // An engine that cannot even open a document says so by dying.
    if case .open = body, code == .pageRenderFailed { code = .damagedDocument }
    let lastLine = words.split(separator: "\n").last.map { ": \($0)" } ?? ""
    detail = death.explanation + lastLine
  }
}
