import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// The distribution's own web server: TLS with a certificate of the house's, HTTP/2, packing, and sudden ends.
@Suite("A real web server", .enabled(if: Nginx.isThere, Nginx.reason))
struct NginxTests {
  private static func nginx(_ folder: URL, _ served: ServedFile) throws -> Nginx {
    let nginx = try Nginx(in: folder)
    try put(served, in: nginx, age: 2000)
    return nginx
  }

  private static func put(_ served: ServedFile, in nginx: Nginx, age: TimeInterval) throws {
    try nginx.put("guide.pdf", served.bytes(0..<served.byteCount), at: Date(timeIntervalSinceNow: -age))
  }

  private static func stage(_ folder: URL, _ nginx: Nginx) throws -> FetchStage {
    var settings = TransferSettings()
    settings.certificates = nginx.certificate
    return try FetchStage(folder, settings)
  }

  @Test(
    "Blocks come over TLS and HTTP/2 from a server that packs what it can, each once; a stranger's word is refused"
  )
  func blocks() throws {
    try inTemporaryFolder { folder in
      let served = ServedFile(5_000_001)
      let server = try Self.nginx(folder, served)
      let stage = try Self.stage(folder, server)
      let (number, reader) = try #require(stage.stream(server.address("guide.pdf")))
      stage.ask(.need(number, [BlockRun(first: 70, count: 3), BlockRun(first: 40, count: 1)]))
      #expect(stage.wait { reader.present.count >= 5 })
      #expect(reader.agrees(with: served))
      stage.ask(.fill(number, true))
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      #expect(reader.isComplete && reader.agrees(with: served) && reader.told.values.allSatisfy { $0 == 1 })
      let log = try server.requests()
      #expect(log.allSatisfy { $0.hasPrefix("HTTP/2.0 206 ") })
      #expect(log.compactMap { Int($0.split(separator: " ")[2]) }.reduce(0, +) == served.byteCount)
      #expect(stage.get(server.address("guide.pdf")) == .document(.validated))
      // Whoever does not know the house's certificate believes nobody.
      #expect(
        try FetchStage(folder.appendingPathComponent("x")).get(server.address("guide.pdf"))?.code == .tlsError
      )
    }
  }

  @Test("A server that is killed in the middle of a body and comes back goes on where it was")
  func kill() throws {
    try inTemporaryFolder { folder in
      let served = ServedFile(4_000_000)
      // A second for all of it: it is killed in the middle.
      let server = try Self.nginx(folder, served)
      let stage = try Self.stage(folder, server)
      let (number, reader) = try #require(stage.stream(server.address("slow/guide.pdf")))
      stage.ask(.fill(number, true))
      #expect(stage.wait { reader.present.count > 3 })
      server.kill()
      #expect(!reader.isComplete)
      try server.start()
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      #expect(reader.agrees(with: served))
    }
  }

  @Test("A file that is replaced under the server ends its stream, and is had anew")
  func change() throws {
    try inTemporaryFolder { folder in
      let (old, new) = (ServedFile(3_000_000), ServedFile(3_000_000, version: 2))
      let server = try Self.nginx(folder, old)
      let stage = try Self.stage(folder, server)
      let (number, reader) = try #require(stage.stream(server.address("guide.pdf")))
      // nginx makes its tags of time and length.
      try Self.put(new, in: server, age: 1000)
      stage.ask(.need(number, [BlockRun(first: 30, count: 1)]))
      #expect(stage.wait(for: number)?.reply.body.code == .sourceUnreachable)
      #expect(reader.agrees(with: old))
      let (again, fresh) = try #require(stage.stream(server.address("guide.pdf")))
      stage.ask(.fill(again, true))
      #expect(stage.wait(for: again)?.reply.body == .whole(.downloaded))
      #expect(fresh.isComplete && fresh.agrees(with: new))
    }
  }
}
