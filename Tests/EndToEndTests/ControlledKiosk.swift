import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import Wire

/// A kiosk on the headless screen, and its control socket.
final class ControlledKiosk {
  let folder: URL
  let socket: String
  let program: RunningProgram

  /// - Parameter document: of a few small pages where none is given.
  init(_ folder: URL, document: [UInt8]? = nil, _ options: [String] = []) throws {
    self.folder = folder
    socket = folder.appendingPathComponent("c.sock").path
    let file = try folder.file("guide.pdf", document ?? Self.document(pages: 12))
    program = try RunningProgram(
      Programs.lectern,
      [
        "show", "--config", "none", "--display", "headless", "--size", "120x160", "--memory", "16",
        "--workers", "2",
        "--text-channel", "off", "--control", socket,
      ] + options + [file.path])
  }

  /// Small pages with a word and a box each.
  static func document(pages: Int) -> [UInt8] {
    var pdf = PDFFixture()
    for page in 1...pages {
      pdf.addPage(
        width: 60, height: 80,
        contents: PDFFixture.box(page % 2 == 0 ? "1 0 0" : "0 0 1", x: 5, y: 5, width: 20 + page, height: 20)
          + "\n0 g\n"
          + PDFFixture.text(page % 3 == 0 ? "quay \(page)" : "page \(page)", x: 5, y: 60, height: 8))
    }
    return pdf.bytes()
  }

  func file(_ name: String, _ bytes: [UInt8]) throws -> URL { try folder.file(name, bytes) }

  /// A conversation; waits until the kiosk listens, and has a place for one more.
  func connect() throws -> ControlClient {
    // No limit for a test: a guard against a kiosk that never listens.
    let end = Date(timeIntervalSinceNow: 60)
    while true {
      do {
        return try ControlClient(socket)
      } catch {
        guard Date() < end else { throw error }
        usleep(5000)
      }
    }
  }

  /// Runs `lectern ctl` to its end.
  /// - Parameter input: what it reads from its standard input.
  func ctl(_ arguments: [String], input: [UInt8] = []) throws -> ProgramRun {
    try Self.ctl(arguments + ["--control", socket], input: input)
  }

  static func ctl(_ arguments: [String], input: [UInt8] = []) throws -> ProgramRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", "120", Programs.lectern, "ctl"] + arguments
    let streams = try ProgramStreams(process)
    let typed = FileManager.default.temporaryDirectory.appendingPathComponent("lectern-input-\(UUID())")
    defer { try? FileManager.default.removeItem(at: typed) }
    try Data(input).write(to: typed)
    process.standardInput = try FileHandle(forReadingFrom: typed)
    try process.run()
    process.waitUntilExit()
    return try streams.run(of: process)
  }

  /// Asks for the picture as visitors see it.
  func screenshot() throws -> Data {
    let file = folder.appendingPathComponent("shot-\(UUID()).png")
    let run = try ctl(["screenshot", file.path])
    try #require(run.status == 0, "\(run.complaints)")
    return try Data(contentsOf: file)
  }
}

/// A program that speaks with a kiosk's control socket by itself.
final class ControlClient {
  let descriptor: FileDescriptor
  private var pending: [UInt8] = []
  private var lastID = 0
  private(set) var greeting = JSONValue.null

  init(_ path: String) throws {
    descriptor = try LocalSocket.connect(to: path)
    guard let first = try line() else { throw Full() }
    greeting = first
  }

  /// A kiosk that has ended the conversation is an error, and no signal.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try descriptor.sendSome(rest)) }
  }
  func send(_ line: String) throws { try send(Array((line + "\n").utf8)) }

  /// The kiosk serves no more clients.
  struct Full: Error {}

  func next() throws -> JSONValue { try #require(try line(), "the kiosk has ended the conversation") }

  /// The next line, nil at the end; the time is a guard against a kiosk that hangs.
  private func line() throws -> JSONValue? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending[..<end]
        defer { pending.removeFirst(end + 1) }
        let value: JSONValue = try #require(JSONValue(line), "\(String(decoding: line, as: UTF8.self))")
        return value
      }
      var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      try #require(Glibc.poll(&poll, 1, 120_000) > 0, "the kiosk says nothing")
      let part = try descriptor.read(upTo: 65536)
      if part.isEmpty { return nil }
      pending += part
    }
  }

  /// The next line that is of interest.
  func next(_ isMeant: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      let line = try next()
      if isMeant(line) { return line }
    }
  }

  /// Whether the kiosk has ended the conversation; what it said before is passed over.
  func isOver() -> Bool {
    while true {
      var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 120_000) > 0 else { return false }
      guard let part = try? descriptor.read(upTo: 65536), !part.isEmpty else { return true }
    }
  }

  /// Sends a request, the members besides its id, and takes the answer.
  func ask(_ members: String) throws -> JSONValue {
    lastID += 1
    try send("{\"id\":\(lastID),\(members)}")
    while true {
      let line = try next()
      // Events come between.
      if line["event"] != nil { continue }
      #expect(line["id"]?.integer == lastID)
      return line
    }
  }

  func status() throws -> JSONValue { try ask(#""command":"status""#) }

  /// Asks until something is so: what the kiosk does by itself, in its own time.
  func status(_ what: Comment, until isSo: (JSONValue) -> Bool) throws -> JSONValue {
    let end = Date(timeIntervalSinceNow: 120)
    while true {
      let status = try status()
      if isSo(status) { return status }
      try #require(Date() < end, what)
      usleep(5000)
    }
  }
}

extension JSONValue {
  var isDone: Bool { self["ok"] == .bool(true) }
  var code: String? { self["error"]?["code"]?.text }
}
