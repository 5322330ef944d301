import Foundation
import Glibc
import Posix
import TestSupport
import Testing

@testable import Transfer

/// nginx with one document, on a port of its own.
final class Nginx {
  static let isThere = access("/usr/sbin/nginx", X_OK) == 0 && access("/usr/bin/openssl", X_OK) == 0

  let address: String
  let settings: TransferSettings
  private let folder: URL
  private var running: Process?

  init(_ folder: URL, _ served: ServedFile, rate: String = "0") throws {
    self.folder = folder.appendingPathComponent("nginx")
    try FileManager.default.createDirectory(
      at: self.folder.appendingPathComponent("files"), withIntermediateDirectories: true)
    let port = try Self.freePort()
    address = "https://127.0.0.1:\(port)/guide.pdf"
    var settings = TransferSettings()
    settings.certificates = self.folder.path + "/house.pem"
    self.settings = settings
    try Self.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=house", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", self.folder.path + "/key.pem", "-out",
        self.folder.path + "/house.pem",
      ])
    let path = self.folder.path
    let configuration = """
      daemon off; master_process off; pid \(path)/pid; error_log \(path)/error.log;
      events { worker_connections 64; }
      http {
        types { application/pdf pdf; } gzip on; gzip_types application/pdf;
        log_format plain '$server_protocol $status $body_bytes_sent $http_range';
        access_log \(path)/access.log plain;
        client_body_temp_path \(path)/a; proxy_temp_path \(path)/b; fastcgi_temp_path \(path)/c;
        uwsgi_temp_path \(path)/d; scgi_temp_path \(path)/e;
        server {
          listen 127.0.0.1:\(port) ssl http2; root \(path)/files; limit_rate \(rate);
          ssl_certificate \(path)/house.pem; ssl_certificate_key \(path)/key.pem;
        }
      }
      """
    try configuration.write(to: self.folder.appendingPathComponent("conf"), atomically: true, encoding: .utf8)
    try put(served, at: Date(timeIntervalSinceNow: -2000))
    try start()
  }

  deinit {
    kill()
  }

  func put(_ served: ServedFile, at date: Date) throws {
    let file = folder.appendingPathComponent("files/guide.pdf")
    try Data(served.bytes(0..<served.byteCount)).write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    // Whoever serves it may be another user.
    for place in [file.path, folder.path, folder.deletingLastPathComponent().path] { chmod(place, 0o755) }
  }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
    process.arguments = ["-p", folder.path, "-c", folder.path + "/conf", "-e", folder.path + "/error.log"]
    try process.run()
    running = process
    // It listens once it has written its number.
    while process.isRunning, access(folder.path + "/pid", R_OK) != 0 { usleep(2000) }
    #expect(process.isRunning)
  }

  /// Ends it without a word to anybody.
  func kill() {
    guard let process = running else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    unlink(folder.path + "/pid")
    running = nil
  }

  /// A line for each answer: protocol, status, bytes of the body, and what was asked for.
  func log() throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent("access.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.EINVAL) }
  }

  private static func freePort() throws -> UInt16 {
    // Free again once the socket is closed, and not given to others so soon.
    let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket.rawValue, address, length) == 0 && getsockname(socket.rawValue, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }
}
