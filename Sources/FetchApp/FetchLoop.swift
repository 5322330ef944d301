import Glibc
import Posix
import Transfer
import ViewerCore
import Wire

/// Takes requests from the socket, moves transfers on, and hands answers over, until the viewer is gone.
final class FetchLoop {
  private let socket: MessageSocket
  private var isOver = false
  private var status: Int32 = 0

  init(socket: consuming MessageSocket) {
    self.socket = socket
  }

  /// - Returns: the exit status: 0 when the viewer closed the socket.
  func run(_ options: FetchOptions) -> Int32 {
    guard let transfers = CurlTransfers() else { return EX_OSERR }
    let cache: DocumentCache
    do throws(SystemError) {
      cache = try DocumentCache(
        folder: options.cacheFolder, keptFolder: options.stateFolder, limit: options.limit)
      try socket.setNonBlocking(true)
    } catch {
      return refuseAll("the cache cannot be used: \(error.reason) (--cache-dir)", error)
    }
    let service = FetchService(options.transfer, cache: cache, transfers: transfers) {
      [unowned self] reply, file in
      send(reply, file)
    }
    while !isOver {
      takeRequests(service)
      service.advance()
      if isOver { break }
      transfers.wait(for: socket.rawValue, milliseconds: service.pause)
    }
    service.close()
    return status
  }

  private func takeRequests(_ service: FetchService) {
    while !isOver {
      guard let request = next() else { return }
      service.handle(request)
    }
  }

  /// The next request; nil when there is none (yet).
  private func next() -> FetchRequest? {
    guard let reception = try? socket.receive(limit: FetchLimits.message) else {
      end(EX_IOERR)
      return nil
    }
    switch consume reception {
    case .message(let message):
      guard let request = try? FetchRequest(decoding: message.bytes[...]) else {
        end(EX_PROTOCOL)
        return nil
      }
      return request
    case .wouldBlock: return nil
    case .closed: end(0)
    case .truncated: end(EX_PROTOCOL)
    }
    return nil
  }

  private func send(_ reply: FetchReply, _ file: Int32?) {
    let descriptors = file.map { [$0] } ?? []
    while !isOver {
      switch try? socket.send(reply.encoded(), descriptors: descriptors) {
      case .sent: return
      case .closed, nil: end(0)
      case .wouldBlock:
        // The viewer is busy; what it will hear soon again need not wait for it.
        if case .progress = reply.body { return }
        waitForRoom()
      }
    }
  }

  private func waitForRoom() {
    var watched = pollfd(fd: socket.rawValue, events: Int16(POLLOUT), revents: 0)
    poll(&watched, 1, 1000)
  }

  private func end(_ status: Int32) {
    isOver = true
    self.status = status
  }

  /// Without a cache there is nothing to do but to say so to each request.
  private func refuseAll(_ reason: String, _ error: SystemError) -> Int32 {
    let code: ErrorCode =
      error.isPermission ? .noPermission : error.isStorageFull ? .storageFull : .writeFailed
    while !isOver {
      while let request = next() {
        send(FetchReply(number: request.number, body: .failed(code, reason)), nil)
      }
      guard !isOver else { break }
      var watched = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, -1)
    }
    return status
  }
}
