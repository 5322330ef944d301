import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import Access

@Suite("Conversations over the text channel")
struct TextChannelConversationTests {
  private static func tree(_ text: String = "Words of the page.", withText: Bool) -> AccessTree {
    AccessTree(
      nodes: [
        AccessNode(
          id: "page-1", role: .page, label: .phrase(.page("1")), value: withText ? .plain(text) : nil,
          bounds: PixelRect(x: 0, y: 0, width: 10, height: 10), parent: "document")
      ], focus: nil, place: nil, language: .english)
  }

  private static func stage(_ body: (TextChannel, Watch, String) throws -> Void) throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("text.sock").path
      let watch = Watch()
      let channel = try TextChannel(
        path: path, group: nil, watcher: watch,
        words: { words, _ in
          switch words {
          case .plain(let text): text
          case .phrase(let phrase): "<\(phrase)>"
          }
        })
      try body(channel, watch, path)
    }
  }

  @Test("Nobody but the owner and the group may connect, and the name goes with the channel")
  func permissions() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("text.sock").path
      do {
        let watch = Watch()
        let channel = try TextChannel(path: path, group: nil, watcher: watch, words: { _, _ in "" })
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        #expect(throws: SystemError.self) {
          _ = try TextChannel(path: path, group: nil, watcher: watch, words: { _, _ in "" })
        }
        _ = channel
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("A name that a program left behind is taken over, a file in its place is not")
  func leftBehind() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("text.sock").path
      let watch = Watch()
      let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      #expect(bound == 0)
      close(raw)
      #expect(FileManager.default.fileExists(atPath: path))
      _ = try TextChannel(path: path, group: nil, watcher: watch, words: { _, _ in "" })

      let file = folder.appendingPathComponent("text.sock")
      try Data("somebody's".utf8).write(to: file)
      #expect(throws: SystemError.self) {
        _ = try TextChannel(path: file.path, group: nil, watcher: watch, words: { _, _ in "" })
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == "somebody's")
    }
  }

  @Test(
    "A screen reader is told the tree with the words, automation the tree without them, nobody before hello")
  func trees() throws {
    try Self.stage { channel, watch, path in
      let reader = try Client(path)
      let automation = try Client(path)
      let silent = try Client(path)
      _ = watch.turn(channel)
      #expect(!channel.hasListeners)
      try reader.send("{\"hello\":\"screen-reader\"}\n")
      try automation.send("{\"hello\":\"automation\"}\n")
      _ = watch.turn(channel)
      #expect(channel.hasListeners && channel.hasScreenReader && channel.owesTree)
      channel.show { Self.tree(withText: $0) }
      #expect(!channel.owesTree)
      let heard = try #require(reader.lines())
      #expect(heard.count == 2 && heard[0].hasPrefix(#"{"lectern":"text-channel","version":1"#))
      #expect(heard[1].contains("Words of the page."))
      let told = try #require(automation.lines())
      #expect(told.count == 2 && !told[1].contains("Words of the page."))
      #expect(silent.lines()?.count == 1)

      channel.show { Self.tree("Other words.", withText: $0) }
      #expect(reader.lines()?.first?.contains("Other words.") == true)
      // Nothing is different for one who does not hear the words.
      #expect(automation.lines() == [])
      channel.say(.plain("Page 2"))
      channel.tell(page: 4, text: "Asked for.")
      #expect(reader.lines() == [#"{"say":"Page 2"}"#, #"{"page":5,"text":"Asked for."}"#])
      try reader.send("{\"say\":\"again\"}\n")
      _ = watch.turn(channel)
      #expect(reader.lines() == [#"{"say":"Page 2"}"#])
      channel.forget()
      try reader.send("{\"say\":\"again\"}\n")
      _ = watch.turn(channel)
      #expect(reader.lines() == [])
    }
  }

  @Test("Requests come in their order, however the bytes are cut; before hello they are refused")
  func requests() throws {
    try Self.stage { channel, watch, path in
      let client = try Client(path)
      try client.send("{\"focus\":\"next\"}\n")
      #expect(watch.turn(channel).isEmpty)
      #expect(client.lines()?.last == #"{"error":"say hello first"}"#)
      for part in ["{\"hello\":\"autom", "ation\"}\n{\"read\":2}\n{\"fo", "cus\":\"next\"}\n"] {
        try client.send(part)
        let requests = watch.turn(channel)
        #expect(
          requests == (part.hasPrefix("ation") ? [.read(page: 1)] : part.hasPrefix("cus") ? [.focusNext] : [])
        )
      }
    }
  }

  @Test(
    "A client that sends no request is told so and let go",
    arguments: [
      "garbage\n", "\u{0}\u{1}\u{2}\n", "{\"hello\":\"x\"}\n", String(repeating: "x", count: 70_000),
    ])
  func garbage(text: String) throws {
    try Self.stage { channel, watch, path in
      let client = try Client(path)
      _ = watch.turn(channel)
      #expect(watch.count == 2)
      try client.send(text)
      _ = watch.turn(channel)
      #expect(watch.count == 1)
      // What was sent and not read resets the connection, which may cost the last line.
      if let lines = client.lines() { #expect(lines.last?.hasPrefix(#"{"error":"#) == true) }
    }
  }

  @Test("A client that never reads is let go when too much waits for it, and costs the others nothing")
  func deaf() throws {
    try Self.stage { channel, watch, path in
      let deaf = try Client(path)
      let reader = try Client(path)
      for client in [deaf.descriptor.rawValue, reader.descriptor.rawValue] {
        let hello = Array("{\"hello\":\"screen-reader\"}\n".utf8)
        #expect(write(client, hello, hello.count) == hello.count)
      }
      _ = watch.turn(channel)
      _ = reader.lines()
      let long = String(repeating: "w", count: 256 << 10)
      var turns = 0
      while watch.count == 3, turns < 100 {
        channel.tell(copied: long)
        // The reader's socket is emptied as it fills.
        while true {
          let lines = try #require(reader.lines())
          _ = watch.turn(channel)
          if lines.isEmpty { break }
        }
        turns += 1
      }
      #expect(watch.count == 2)
      #expect(turns * (long.utf8.count) >= TextChannel.limits.output)
      #expect(turns * (long.utf8.count) <= 3 * TextChannel.limits.output)
      channel.say(.plain("still here"))
      #expect(reader.lines() == [#"{"say":"still here"}"#])
    }
  }

  @Test("So many clients are served; the next ones are let go at once, and a place that is free is taken")
  func crowd() throws {
    try Self.stage { channel, watch, path in
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { close(descriptor) } }
      for _ in 0..<TextChannel.limits.clients + 4 {
        descriptors.append(try LocalSocket.connect(to: path).release())
        _ = watch.turn(channel)
      }
      #expect(watch.count == TextChannel.limits.clients + 1)
      for _ in 0..<4 { close(descriptors.removeFirst()) }
      _ = watch.turn(channel)
      #expect(watch.count == TextChannel.limits.clients + 1 - 4)
      let client = try Client(path)
      _ = watch.turn(channel)
      #expect(client.lines()?.count == 1)
    }
  }
}
