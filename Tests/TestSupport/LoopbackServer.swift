import Foundation
import Glibc
import Synchronization

/// A request as a server hears it.
package struct HeardRequest: Hashable, Sendable {
  package var method: String
  package var path: String
  /// Names in small letters.
  package var fields: [String: String]
}

/// What a server answers, and how it misbehaves meanwhile.
package struct ServedAnswer: Sendable {
  package var status = 200
  package var fields: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// A body that is made while it is sent, instead: how many bytes, and those of a part of it.
  package var content: ServedContent?
  /// Said instead of the body's length; nil for the truth.
  package var claimedLength: Int?
  /// Sent in pieces without a length.
  package var isChunked = false
  /// Bytes of the body after which the connection breaks off.
  package var breaksAfter: Int?
  /// Called before each piece of the body with how much has been sent; false breaks the connection off.
  package var onPiece: (@Sendable (Int) -> Bool)?

  package init(_ status: Int = 200, _ body: [UInt8] = [], _ fields: [(name: String, value: String)] = []) {
    self.status = status
    self.body = body
    self.fields = fields
  }
}

/// A body that is never in memory as a whole.
package struct ServedContent: Sendable {
  package var byteCount: Int
  package var bytes: @Sendable (Range<Int>) -> [UInt8]

  package init(byteCount: Int, _ bytes: @escaping @Sendable (Range<Int>) -> [UInt8]) {
    self.byteCount = byteCount
    self.bytes = bytes
  }
}

/// A web server for tests on the loopback interface: answers as a closure says, and remembers what it heard.
///
/// A thread for each connection, which ends with its answer. Only TCP itself is real here, HTTP is as right or wrong as
/// a test wants it.
package final class LoopbackServer: Sendable {
  package let port: UInt16
  private let socket: Int32
  private let heard = Mutex<[HeardRequest]>([])
  private let sent = Mutex(0)
  private let answer: @Sendable (HeardRequest) -> ServedAnswer?

  /// - Parameter answer: nil ends the connection without a word.
  package init(_ answer: @escaping @Sendable (HeardRequest) -> ServedAnswer?) throws {
    self.answer = answer
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 16) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread { [weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        if connection < 0 { return }
        guard let server = self else {
          close(connection)
          return
        }
        Thread {
          server.serve(connection)
          close(connection)
        }.start()
      }
    }.start()
  }

  deinit { stop() }

  /// Nobody can connect any more.
  package func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  package var requests: [HeardRequest] { heard.withLock { $0 } }
  /// Bytes of all bodies so far, as many as the other side's system has taken.
  package var sentBytes: Int { sent.withLock { $0 } }

  package func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: Int32) {
    guard let request = Self.read(connection) else { return }
    heard.withLock { $0.append(request) }
    guard let answer = answer(request) else { return }
    var head = "HTTP/1.1 \(answer.status) Answer\r\nConnection: close\r\n"
    for (name, value) in answer.fields { head += "\(name): \(value)\r\n" }
    if answer.isChunked {
      head += "Transfer-Encoding: chunked\r\n"
    } else if answer.status != 304 {
      head += "Content-Length: \(answer.claimedLength ?? answer.content?.byteCount ?? answer.body.count)\r\n"
    }
    guard Self.write(Array((head + "\r\n").utf8), connection), request.method != "HEAD", answer.status != 304
    else { return }
    let body = answer.body
    let content = answer.content ?? ServedContent(byteCount: body.count) { Array(body[$0]) }
    let end = min(content.byteCount, answer.breaksAfter ?? .max)
    let step = answer.isChunked ? 1000 : 16 << 10
    for start in stride(from: 0, to: end, by: step) {
      guard answer.onPiece?(start) ?? true else { return }
      var piece = content.bytes(start..<min(start + step, end))
      let count = piece.count
      if answer.isChunked {
        piece = Array("\(String(count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
      }
      // Counted before, so that whoever has the bytes finds them counted.
      sent.withLock { $0 += count }
      guard Self.write(piece, connection) else {
        sent.withLock { $0 -= count }
        return
      }
    }
    if answer.isChunked, answer.breaksAfter == nil { Self.write(Array("0\r\n\r\n".utf8), connection) }
  }

  private static func read(_ connection: Int32) -> HeardRequest? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = Glibc.read(connection, &piece, piece.count)
      if count <= 0 { return nil }
      bytes += piece[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespaces)
    }
    return HeardRequest(method: words[0], path: words[1], fields: fields)
  }

  @discardableResult
  private static func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress.map { $0 + start }, $0.count - start, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      done += count
    }
    return true
  }
}
