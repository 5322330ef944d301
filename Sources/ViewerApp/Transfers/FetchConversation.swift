import Glibc
import Posix
import ViewerCore
import Wire

/// A copy of a document from a server, open.
struct FetchedDocument: ~Copyable {
  let file: FileDescriptor
  let freshness: FetchReply.Freshness
}

/// Questions to `lectern-fetch`, each waited for: what the commands need.
final class FetchConversation {
  private let settings: FetchSettings
  private let process: FetchProcess
  private var number: UInt32 = 0

  init(_ settings: FetchSettings) throws(Failure) {
    self.settings = settings
    do throws(SystemError) {
      process = try FetchProcess(settings)
    } catch {
      throw Failure(.badConfiguration, settings.executable, "cannot be started: \(error.reason)")
    }
  }

  /// Fetches a document.
  /// - Returns: the copy, and how it came to be.
  func get(
    _ order: FetchOrder, _ bar: ProgressBar
  ) throws(Failure) -> FetchedDocument {
    defer { bar.end() }
    try send(.get(order), about: order.address)
    while true {
      var answer = try next(about: order.address)
      switch answer.reply.body {
      case .progress(let received, let total): bar.show(received, of: total)
      case .document(let freshness):
        guard let file = answer.takeFile() else { throw dead(order.address) }
        return FetchedDocument(file: file, freshness: freshness)
      case .failed(let code, let reason): throw Failure(code, order.address, reason)
      case .stream, .blocks, .whole, .entry, .done: throw dead(order.address)
      }
    }
  }

  /// Fetches several documents at the same time.
  /// - Parameter orders: nil where there is nothing to fetch, and so there is in what is returned.
  func get(_ orders: [FetchOrder?]) throws(Failure) -> [Result<PoolDocuments.SharedDescriptor, Failure>?] {
    let bar = ProgressBar()
    defer { bar.end() }
    var results: [Result<PoolDocuments.SharedDescriptor, Failure>?] = orders.map { _ in nil }
    var places: [UInt32: Int] = [:]
    var received = [Int](repeating: 0, count: orders.count)
    var totals: [Int?] = orders.map { $0 == nil ? 0 : nil }
    for (place, order) in orders.enumerated() {
      guard let order else { continue }
      try send(.get(order), about: order.address)
      places[number] = place
    }
    while let awaited = places.values.min(), let address = orders[awaited]?.address {
      guard case .answer(var answer) = process.receive() else { throw dead(address) }
      guard let place = places[answer.reply.number], let address = orders[place]?.address else { continue }
      switch answer.reply.body {
      case .progress(let bytes, let total):
        (received[place], totals[place]) = (bytes, total)
        let isKnown = totals.allSatisfy { $0 != nil }
        bar.show(received.reduce(0, +), of: isKnown ? totals.reduce(0) { $0 + ($1 ?? 0) } : nil)
        continue
      case .document(let freshness):
        guard let file = answer.takeFile() else { throw dead(address) }
        if freshness == .stale {
          bar.end()
          CommandReport.streams().warn(address, "the server cannot be asked; this is the last copy")
        }
        do throws(Failure) {
          results[place] = .success(.init(try SourceFile.checked(file, address)))
        } catch {
          results[place] = .failure(error)
        }
      case .failed(let code, let reason): results[place] = .failure(Failure(code, address, reason))
      case .stream, .blocks, .whole, .entry, .done: throw dead(address)
      }
      places[answer.reply.number] = nil
    }
    return results
  }

  func list() throws(Failure) -> [FetchReply.Entry] {
    try send(.list, about: settings.cacheFolder)
    var entries: [FetchReply.Entry] = []
    while true {
      switch try next(about: settings.cacheFolder).reply.body {
      case .entry(let entry): entries.append(entry)
      case .done: return entries
      case .failed(let code, let reason): throw Failure(code, settings.cacheFolder, reason)
      case .progress, .document, .stream, .blocks, .whole: throw dead(settings.cacheFolder)
      }
    }
  }

  /// Forgets copies.
  /// - Parameter order: nil for all.
  /// - Returns: how many there were, and their bytes.
  func remove(_ order: FetchOrder?) throws(Failure) -> (count: Int, byteCount: Int) {
    let subject = order?.address ?? settings.cacheFolder
    try send(order.map { .remove($0) } ?? .clear, about: subject)
    switch try next(about: subject).reply.body {
    case .done(let count, let byteCount): return (count, byteCount)
    case .failed(let code, let reason): throw Failure(code, subject, reason)
    case .progress, .document, .stream, .blocks, .whole, .entry: throw dead(subject)
    }
  }

  private func send(_ body: FetchRequest.Body, about subject: String) throws(Failure) {
    number += 1
    guard process.send(FetchRequest(number: number, body: body)) else { throw dead(subject) }
  }

  /// The next answer to what was asked last.
  private func next(about subject: String) throws(Failure) -> FetchAnswer {
    while true {
      guard case .answer(let answer) = process.receive() else { throw dead(subject) }
      if answer.reply.number == number { return answer }
    }
  }

  private func dead(_ subject: String) -> Failure {
    Failure(.networkError, subject, "the program that fetches documents has ended unexpectedly; try again")
  }
}
