import Foundation
import Glibc
import TestSupport
import Testing

/// The distribution's web server with TLS, on a port and in a folder of its own; it ends with this value.
///
/// What it serves is packed by gzip, but below `/slow/`, which is sent in parts too, and no faster than 400 kB/s, and
/// below `/plain/`, which is sent in parts as fast as it goes.
final class Nginx {
  private static let program = "/usr/sbin/nginx"
  private static let openssl = "/usr/bin/openssl"
  static let isThere = access(program, X_OK) == 0 && access(openssl, X_OK) == 0
  static let reason: Comment = "nginx and openssl are not installed (packages nginx-light and openssl)"

  let port: UInt16
  /// Of what it serves.
  let folder: URL
  /// The certificate that only this house knows.
  let certificate: String
  private let log: URL
  private let process = Process()

  /// - Parameters:
  ///   - parent: a server that was here before is followed by this one, with its files and certificate.
  ///   - port: nil for one that is free.
  init(in parent: URL, serving files: [String: [UInt8]] = [:], port: UInt16? = nil) throws {
    let place = parent.appendingPathComponent("nginx")
    folder = place.appendingPathComponent("www")
    certificate = place.appendingPathComponent("ca.pem").path
    log = place.appendingPathComponent("requests")
    if !FileManager.default.fileExists(atPath: certificate) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Self.makeCertificates(in: place)
    }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    self.port = try port ?? Self.freePort()
    let file = place.appendingPathComponent("nginx.conf")
    try Data(Self.configuration(port: self.port).utf8).write(to: file)
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-p", place.path, "-c", file.path, "-e", "stderr"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1000 where process.isRunning && !Self.answers(self.port) { usleep(10_000) }
    try #require(process.isRunning)
  }

  deinit { kill() }

  /// Ends it without a word to anybody.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func address(_ name: String) -> String { "https://localhost:\(port)/\(name)" }

  /// What was asked so far: `206 /plain/guide.pdf bytes=0-65535`.
  func requests() throws -> [Substring] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
  }

  private static func configuration(port: UInt16) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp-\($0);" }
    // One process, so that killing it kills all of it.
    return """
      daemon off; master_process off; pid nginx.pid; error_log stderr; \(geteuid() == 0 ? "user root;" : "")
      events { worker_connections 64; }
      http {
        log_format line '$status $uri $http_range'; access_log requests line;
        gzip on; gzip_types *; gzip_min_length 1; \(temporary.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port) ssl http2; ssl_certificate server.pem; ssl_certificate_key server.key;
          root www;
          location /slow/ { gzip off; limit_rate 400k; rewrite ^/slow/(.*)$ /$1 break; }
          location /plain/ { gzip off; rewrite ^/plain/(.*)$ /$1 break; }
        }
      }
      """
  }

  private static func makeCertificates(in folder: URL) throws {
    try Data("subjectAltName=DNS:localhost".utf8).write(to: folder.appendingPathComponent("names"))
    for words in [
      "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=House",
      "req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost",
      "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile names",
    ] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: openssl)
      process.currentDirectoryURL = folder
      process.arguments = words.split(separator: " ").map(String.init)
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
  }

  private static func freePort() throws -> UInt16 {
    let server = try LoopbackServer { _ in nil }
    defer { server.stop() }
    return server.port
  }

  private static func answers(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
