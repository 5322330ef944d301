import Posix
import ViewerCore
import Wire

/// Documents from servers for the one loop: asks `lectern-fetch` and waits for nothing.
///
/// The process is started with the first request. It may die at any time: then it is started anew and asked again for
/// what has not come, a few times.
final class FetchDesk {
  /// What has become of a request.
  enum News: ~Copyable {
    case progress(received: Int, total: Int?)
    case document(FileDescriptor, FetchReply.Freshness)
    /// It can be read while it comes into this file; what follows are `blocks`, and in the end `whole` or `failed`. It
    /// comes again where the process had to be started anew.
    case stream(FileDescriptor, byteCount: Int)
    case blocks([BlockRun])
    case whole(FetchReply.Freshness)
    case failed(Failure)
  }

  private struct Order {
    let order: FetchOrder
    var deaths = 0
  }

  /// Deaths of the process that a request outlives.
  private static let patience = 3
  private let loop: EventLoop
  private let options: TransferOptions
  private let connect: (() throws(SystemError) -> FetchProcess)?
  private var process: FetchProcess?
  private var watch: Poller.Registration?
  private var orders: [UInt32: Order] = [:]

  /// - Parameter connect: starts somebody else in the place of `lectern-fetch`.
  init(
    _ options: TransferOptions, loop: EventLoop, connect: (() throws(SystemError) -> FetchProcess)? = nil
  ) {
    self.options = options
    self.loop = loop
    self.connect = connect
  }

  /// Whether anything has not come yet.
  var isWorking: Bool { !orders.isEmpty }

  /// Asks for a document.
  /// - Parameters:
  ///   - number: names it in the news.
  ///   - streams: whether it may be read while it comes.
  func get(_ order: FetchOrder, number: UInt32, streams: Bool) throws(Failure) {
    var order = order
    order.streams = streams
    orders[number] = Order(order: order)
    do throws(Failure) {
      try start()
    } catch {
      orders[number] = nil
      throw error
    }
    // A process that is just ending is noticed by its socket, and the request asked again.
    _ = process?.send(FetchRequest(number: number, body: .get(order)))
  }

  /// Whether a document has not come to its end.
  func isFetching(_ number: UInt32) -> Bool { orders[number] != nil }

  /// Nobody waits for it any more.
  func cancel(_ number: UInt32) {
    guard orders.removeValue(forKey: number) != nil else { return }
    _ = process?.send(FetchRequest(number: number, body: .cancel(number)))
  }

  /// These blocks of a document that streams are wanted now, the most urgent first.
  func need(_ runs: [BlockRun], of number: UInt32) {
    send(.need(number, Array(runs.prefix(FetchLimits.runs))), of: number)
  }

  /// Whether the rest of a document that streams may come while nothing is needed.
  func fill(_ on: Bool, of number: UInt32) {
    send(.fill(number, on), of: number)
  }

  private func send(_ body: FetchRequest.Body, of number: UInt32) {
    guard orders[number] != nil else { return }
    _ = process?.send(FetchRequest(number: number, body: body))
  }

  /// Takes everything that has come.
  /// - Parameter take: hears a request's number and what has become of it.
  func handle(_ take: (UInt32, consuming News) -> Void) {
    while let process {
      switch process.receive() {
      case .nothing: return
      case .gone: bury(take)
      case .answer(var answer):
        let number = answer.reply.number
        // What nobody waits for any more is closed with the answer.
        guard let order = orders[number] else { continue }
        if answer.reply.isLast { orders[number] = nil }
        switch answer.reply.body {
        case .progress(let received, let total): take(number, .progress(received: received, total: total))
        case .document(let freshness):
          if let file = answer.takeFile() {
            take(number, .document(file, freshness))
          } else {
            take(number, .failed(Self.lost(order.order.address)))
          }
        case .failed(let code, let reason): take(number, .failed(Failure(code, order.order.address, reason)))
        case .stream(let byteCount):
          if let file = answer.takeFile() { take(number, .stream(file, byteCount: byteCount)) }
        case .blocks(let runs): take(number, .blocks(runs))
        case .whole(let freshness): take(number, .whole(freshness))
        case .entry, .done: break
        }
      }
    }
  }

  private func start() throws(Failure) {
    guard process == nil else { return }
    let settings = try FetchSettings(options)
    do throws(SystemError) {
      let process: FetchProcess
      if let connect { process = try connect() } else { process = try FetchProcess(settings) }
      try process.setNonBlocking()
      watch = try loop.watch(process.descriptor, .transfers)
      self.process = process
    } catch {
      throw Failure(.badConfiguration, settings.executable, "cannot be started: \(error.reason)")
    }
  }

  /// The process is gone: what has not come is asked of a new one.
  private func bury(_ take: (UInt32, consuming News) -> Void) {
    if let watch { loop.unwatch(watch) }
    process?.kill()
    (watch, process) = (nil, nil)
    for number in orders.keys.sorted() {
      guard var order = orders[number] else { continue }
      order.deaths += 1
      orders[number] = order.deaths > Self.patience ? nil : order
      guard orders[number] != nil, (try? start()) != nil else {
        orders[number] = nil
        take(number, .failed(Self.lost(order.order.address)))
        continue
      }
      _ = process?.send(FetchRequest(number: number, body: .get(order.order)))
    }
  }

  private static func lost(_ address: String) -> Failure {
    Failure(.networkError, address, "the program that fetches documents ends again and again")
  }
}
