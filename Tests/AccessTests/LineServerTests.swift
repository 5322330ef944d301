import Foundation
import Glibc
import Posix
import TestSupport
import Testing

@testable import Access

@Suite("Sockets of lines")
struct LineServerTests {
  private static func stage(
    _ limits: LineServer.Limits = .init(line: 100, longLine: 5000, output: 1 << 20, turn: 64),
    _ body: (LineServer, Watch, String) throws -> Void
  ) throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.sock").path
      let watch = Watch()
      let server = try LineServer(path: path, group: nil, limits: limits, tooLong: "too long", watcher: watch)
      try body(server, watch, path)
    }
  }

  private static func heard(_ server: LineServer, _ watch: Watch, atMost count: Int = .max) -> [String] {
    var lines: [String] = []
    while lines.count < count {
      watch.turn { server.handle(number: $0) }
      guard let (_, line) = server.nextLine() else { break }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return lines
  }

  @Test("Lines are heard in order however their bytes are cut, and each client in its turn")
  func order() throws {
    try Self.stage { server, watch, path in
      let (first, second) = (try Client(path), try Client(path))
      try first.send("a1\na2\na")
      try second.send("b1\nb2\n")
      #expect(Self.heard(server, watch) == ["a1", "b1", "a2", "b2"])
      try first.send("3\n\n")
      #expect(Self.heard(server, watch) == ["a3", ""])
    }
  }

  @Test("Many lines at once are all heard, a few at a time, while no more is read than is heard")
  func flood() throws {
    try Self.stage { server, watch, path in
      let client = try Client(path)
      let lines = (0..<5000).map { "line \($0)" }
      try client.send(lines.joined(separator: "\n") + "\n")
      var heard: [String] = []
      while true {
        let part = Self.heard(server, watch, atMost: 3)
        if part.isEmpty { break }
        heard += part
      }
      #expect(heard == lines)
    }
  }

  @Test("While a request is not answered the client's next lines wait, and other clients' do not")
  func hold() throws {
    try Self.stage { server, watch, path in
      let (first, second) = (try Client(path), try Client(path))
      try first.send("a1\na2\n")
      try second.send("b1\n")
      watch.turn { server.handle(number: $0) }
      let (number, line) = try #require(server.nextLine())
      #expect(String(decoding: line, as: UTF8.self) == "a1")
      server.hold(number)
      #expect(Self.heard(server, watch) == ["b1"] && !server.hasLines)
      server.release(number)
      #expect(server.hasLines && Self.heard(server, watch) == ["a2"])
    }
  }

  @Test("Who has said all there is gets its answers, and is let go then; who has gone is heard still")
  func ends() throws {
    try Self.stage { server, watch, path in
      let client = try Client(path)
      try client.send("last\n")
      client.end()
      watch.turn { server.handle(number: $0) }
      let (number, _) = try #require(server.nextLine())
      server.hold(number)
      watch.turn { server.handle(number: $0) }
      #expect(watch.count == 2)
      server.tell(number, "answer")
      server.release(number)
      #expect(client.lines() == ["answer"] && client.lines() == nil && watch.count == 1)

      // It has gone before anybody listens.
      try Client(path).send("one\ntwo\nthree\n")
      watch.turn { server.handle(number: $0) }
      var said: [String] = []
      while let (number, line) = server.nextLine() {
        said.append(String(decoding: line, as: UTF8.self))
        server.tell(number, "unheard")
        watch.turn { server.handle(number: $0) }
      }
      #expect(said == ["one", "two", "three"] && watch.count == 1 && server.numbers.isEmpty)
    }
  }

  @Test("Who subscribes goes on being told although it has said all, until it goes")
  func kept() throws {
    try Self.stage { server, watch, path in
      do {
        let client = try Client(path)
        try client.send("subscribe\n")
        client.end()
        watch.turn { server.handle(number: $0) }
        let (number, _) = try #require(server.nextLine())
        server.keep(number)
        for word in ["yes", "news", "more news"] {
          server.tell(number, word)
          watch.turn { server.handle(number: $0) }
          #expect(client.lines() == [word])
        }
      }
      watch.turn { server.handle(number: $0) }
      #expect(server.numbers.isEmpty)
    }
  }

  @Test("A line that is too long ends the conversation; one client at a time may send a long one")
  func long() throws {
    try Self.stage { server, watch, path in
      let (first, second) = (try Client(path), try Client(path))
      try first.send(String(repeating: "x", count: 4000))
      watch.turn { server.handle(number: $0) }
      #expect(server.numbers.count == 2)
      try second.send(String(repeating: "y", count: 101))
      watch.turn { server.handle(number: $0) }
      #expect(server.numbers.count == 1 && second.lines() == ["too long"])
      try first.send("\nshort\n")
      #expect(Self.heard(server, watch).map(\.count) == [4000, 5])
      try first.send(String(repeating: "x", count: 6000))
      watch.turn { server.handle(number: $0) }
      #expect(server.numbers.isEmpty)
    }
  }

  @Test("A file goes along with its line, whatever is told before and after")
  func enclosure() throws {
    try Self.stage { server, watch, path in
      let client = try Client(path)
      watch.turn { server.handle(number: $0) }
      let number = try #require(server.takeNewcomers().first)
      let long = String(repeating: "w", count: 600_000)
      server.tell(number, long)
      for text in ["first", "second"] {
        server.tell(number, text, enclosing: LentFile(try memoryFile(Array("file of \(text)".utf8))))
      }
      server.tell(number, "last")
      var bytes: [UInt8] = []
      var files: [(at: Int, text: String)] = []
      while bytes.count < long.utf8.count + "\nfirst\nsecond\nlast\n".utf8.count {
        watch.turn { server.handle(number: $0) }
        var part = try client.descriptor.receiveSome(upTo: 1000)
        if let file = part.takeDescriptor() {
          files.append((bytes.count, String(decoding: try file.readAll(limit: 100), as: UTF8.self)))
        }
        bytes += part.bytes
      }
      #expect(String(decoding: bytes, as: UTF8.self) == long + "\nfirst\nsecond\nlast\n")
      #expect(files.map(\.text) == ["file of first", "file of second"])
      // Each with the bytes in which its line begins.
      #expect(files.map(\.at).allSatisfy { $0 >= long.utf8.count - 1000 })
    }
  }

  @Test("Files that a client sends along are never taken")
  func strangers() throws {
    try Self.stage { server, watch, path in
      let client = try Client(path)
      let file = try memoryFile(Array("somebody's".utf8))
      watch.turn { server.handle(number: $0) }
      var inode = stat()
      fstat(file.rawValue, &inode)
      for _ in 0..<50 {
        _ = try client.descriptor.sendSome(Array("take this\n".utf8)[...], lending: file.rawValue)
      }
      #expect(Self.heard(server, watch).count == 50)
      // Other tests open files at the same time: only this one counts.
      let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        var status = stat()
        guard let number = Int32($0), fstat(number, &status) == 0 else { return false }
        return status.st_ino == inode.st_ino && status.st_dev == inode.st_dev
      }
      #expect(copies.count == 1)
    }
  }
}
