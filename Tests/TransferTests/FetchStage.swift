import Foundation
import Posix
import TestSupport
import ViewerCore
import Wire

@testable import Transfer

/// A service with a cache in a folder of its own, moved on by hand.
final class FetchStage {
  struct Answer {
    var reply: FetchReply
    /// What the document holds.
    var bytes: [UInt8]?
  }

  /// Documents that are read while they come, by the numbers of their requests.
  private(set) var readers: [UInt32: StreamReader] = [:]

  private(set) var answers: [Answer] = []
  private var service: FetchService?
  private var number: UInt32 = 0
  let cache: DocumentCache

  init(_ folder: URL, _ settings: TransferSettings = TransferSettings(), limit: Int = 1 << 30) throws {
    cache = try DocumentCache(
      folder: folder.appendingPathComponent("cache").path,
      keptFolder: folder.appendingPathComponent("state").path,
      limit: limit)
    guard let transfers = CurlTransfers() else { throw POSIXError(.ENOMEM) }
    self.transfers = transfers
    service = FetchService(settings, cache: cache, transfers: transfers) { [unowned self] reply, file in
      var bytes: [UInt8]?
      if let file, let duplicate = try? Self.duplicate(file) {
        if case .stream(let byteCount) = reply.body {
          readers[reply.number] = StreamReader(duplicate, byteCount)
        } else {
          bytes = try? duplicate.readAll(limit: 1 << 26)
        }
      }
      if case .blocks(let runs) = reply.body { readers[reply.number]?.take(runs) }
      answers.append(Answer(reply: reply, bytes: bytes))
    }
  }

  private let transfers: CurlTransfers

  private static func duplicate(_ number: Int32) throws -> FileDescriptor {
    FileDescriptor(owning: dup(number))
  }

  @discardableResult
  func ask(_ body: FetchRequest.Body) -> UInt32 {
    number += 1
    service?.handle(FetchRequest(number: number, body: body))
    return number
  }

  /// Moves everything on until a request has its last answer.
  func wait(for number: UInt32) -> Answer? {
    let end = MonotonicClock.now() + 20_000_000
    while MonotonicClock.now() < end {
      if let answer = answers.first(where: { $0.reply.number == number && $0.reply.isLast }) { return answer }
      step()
    }
    return nil
  }

  func step() {
    service?.advance()
    transfers.wait(for: nil, milliseconds: min(service?.pause ?? 50, 50))
  }

  /// Moves everything on until something is so.
  /// - Returns: whether it came to be.
  func wait(_ isSo: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + 20_000_000
    while MonotonicClock.now() < end {
      if isSo() { return true }
      step()
    }
    return false
  }

  /// Asks for a document to be read while it comes, and waits until it can be.
  func stream(_ address: String, _ change: (inout FetchOrder) -> Void = { _ in }) -> (UInt32, StreamReader)? {
    let order = Self.order(address) {
      $0.streams = true
      change(&$0)
    }
    let number = ask(.get(order))
    guard wait({ readers[number] != nil || last(number) != nil }), let reader = readers[number] else {
      return nil
    }
    return (number, reader)
  }

  /// The last answer to a request; nil while there is none.
  func last(_ number: UInt32) -> FetchReply.Body? {
    answers.last { $0.reply.number == number && $0.reply.isLast }?.reply.body
  }

  /// Puts on the disk what has come, as at the end of the process.
  func close() {
    service?.close()
  }

  /// Asks for a document and waits for it.
  func get(_ address: String, _ change: (inout FetchOrder) -> Void = { _ in }) -> FetchReply.Body? {
    wait(for: ask(.get(Self.order(address, change))))?.reply.body
  }

  static func order(_ address: String, _ change: (inout FetchOrder) -> Void = { _ in }) -> FetchOrder {
    var order = FetchOrder(address: address)
    change(&order)
    return order
  }
}
