package import Foundation
import Glibc
package import Testing

/// The distribution's web server with TLS, on a port and in a folder of its own; it ends with this value.
///
/// What it serves is packed by gzip where somebody asks for that; below `/slow/` at 2 MB/s, below `/plain/` never packed.
package final class Nginx {
  private static let program = "/usr/sbin/nginx"
  private static let openssl = "/usr/bin/openssl"
  package static let isThere = access(program, X_OK) == 0 && access(openssl, X_OK) == 0
  package static let reason: Comment =
    "nginx and openssl are not installed (packages nginx-light and openssl)"

  package let port: UInt16
  /// Of what it serves.
  package let folder: URL
  /// The certificate that only this house knows.
  package let certificate: String
  private let log: URL
  private let place: URL
  private var running: Process?

  /// - Parameter parent: a folder for all it needs.
  package init(in parent: URL, serving files: [String: [UInt8]] = [:]) throws {
    place = parent.appendingPathComponent("nginx")
    folder = place.appendingPathComponent("www")
    certificate = place.appendingPathComponent("ca.pem").path
    log = place.appendingPathComponent("requests")
    port = try Self.freePort()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.makeCertificates(in: place)
    for (name, bytes) in files { try put(name, bytes) }
    try Data(Self.configuration(port: port).utf8).write(to: place.appendingPathComponent("nginx.conf"))
    try start()
  }

  deinit { kill() }

  /// - Parameter date: when it was made; the server names versions by that and by the length.
  package func put(_ name: String, _ bytes: [UInt8], at date: Date = Date()) throws {
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
  }

  /// Begins to serve, also again.
  package func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-p", place.path, "-c", place.path + "/nginx.conf", "-e", "stderr"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    running = process
    // It listens once it has written its number.
    while process.isRunning, access(place.path + "/nginx.pid", R_OK) != 0 { usleep(2000) }
    try #require(process.isRunning)
  }

  /// Ends it without a word to anybody.
  package func kill() {
    guard let process = running else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    unlink(place.path + "/nginx.pid")
    running = nil
  }

  package func address(_ name: String) -> String { "https://localhost:\(port)/\(name)" }

  /// A line for each answer: protocol, status, bytes of the body, and the parts that were asked for.
  package func requests() throws -> [Substring] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
  }

  private static func configuration(port: UInt16) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp-\($0);" }
    // One process, so that killing it kills all of it.
    return """
      daemon off; master_process off; pid nginx.pid; error_log stderr; \(geteuid() == 0 ? "user root;" : "")
      events { worker_connections 64; }
      http {
        log_format line '$server_protocol $status $body_bytes_sent $http_range'; access_log requests line;
        gzip on; gzip_types *; gzip_min_length 1; \(temporary.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port) ssl http2; ssl_certificate server.pem; ssl_certificate_key server.key;
          root www;
          location /slow/ { gzip off; limit_rate 2m; rewrite ^/slow/(.*)$ /$1 break; }
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
}
