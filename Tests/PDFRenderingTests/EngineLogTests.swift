import PDFRendering
import Posix
import TestSupport
import Testing

/// The log is fed through a standard error of its own; GLib's writer is the worker's, one a process.
@Suite("The engine's log")
struct EngineLogTests {
  @Test("Lines are told once, in order, without empty ones")
  func once() throws {
    let errors = try memoryFile(Array("first\n\n  \nsecond\u{1B}[0m\nlast without an end".utf8))
    let log = EngineLog(errorOutput: errors.rawValue)
    #expect(log.take().lines == ["first", "second [0m", "last without an end"])
    #expect(log.take().lines == [])
    try errors.writeAll("more\n")
    #expect(log.take().lines == ["more"])
  }

  @Test("A line that repeats is one")
  func repeated() throws {
    let errors = try memoryFile(Array("a\na\na\nb\na\n".utf8))
    #expect(EngineLog(errorOutput: errors.rawValue).take().lines == ["a", "b", "a"])
  }

  @Test("Of a flood the first 64 lines stay, and words that decide even behind them")
  func flood() throws {
    var text = (0..<500).map { "complaint \($0)\n" }.joined()
    text += "Out of memory\nSyntax error\nUnsupported security handler 'X'\n"
    let errors = try memoryFile(Array(text.utf8))
    let messages = EngineLog(errorOutput: errors.rawValue).take()
    #expect(messages.lines.count == 66)
    #expect(messages.lines.prefix(64) == (0..<64).map { "complaint \($0)" }[...])
    #expect(messages.tellOutOfMemory == "Out of memory")
    #expect(messages.tellUnsupportedEncryption == "Unsupported security handler 'X'")
  }

  @Test("Not even words that decide may flood")
  func decisiveFlood() throws {
    let text = (0..<500).map { "Out of memory \($0)\n" }.joined()
    let errors = try memoryFile(Array(text.utf8))
    #expect(EngineLog(errorOutput: errors.rawValue).take().lines.count == 128)
  }

  @Test("A standard error that has grown long is emptied, and goes on from its beginning")
  func emptied() throws {
    let errors = try memoryFile([])
    let log = EngineLog(errorOutput: errors.rawValue)
    let long = String(repeating: String(repeating: "x", count: 99) + "\n", count: 660)
    for round in 0..<40 {
      try errors.writeAll(long)
      try errors.writeAll("round \(round)\n")
      // A piece is read at a time; the rest comes with the next.
      for _ in 0..<3 { _ = log.take() }
    }
    #expect(try errors.size() < 1 << 18)
    try errors.writeAll("afterwards\n")
    #expect(log.take().lines.last == "afterwards")
  }

  @Test("Without a standard error to read there is nothing to tell", arguments: [nil, -1] as [Int32?])
  func none(_ descriptor: Int32?) {
    #expect(EngineLog(errorOutput: descriptor).take().lines == [])
  }

  @Test(
    "Words about memory are known in every spelling",
    arguments: [
      "Out of memory", "gmem: out of memory", "libpng error: memory exhausted", "failed to allocate 3 bytes",
      "what(): std::bad_alloc",
    ])
  func memoryWords(_ line: String) {
    let messages = EngineMessages(lines: ["Syntax Warning", line])
    #expect(messages.tellOutOfMemory == line)
    #expect(messages.tellUnsupportedEncryption == nil)
  }

  @Test(
    "Words about protection are known in every spelling",
    arguments: [
      "Unsupported version/revision (7/9) of Standard security handler",
      "Couldn't find the 'Adobe.PubSec' security handler", "unsupported security handler",
      "Unsupported security handler", "Invalid encryption key length. version: 9 - revision: 9",
      "Weird encryption info",
    ])
  func encryptionWords(_ line: String) {
    let messages = EngineMessages(lines: [line])
    #expect(messages.tellUnsupportedEncryption == line)
    #expect(messages.tellOutOfMemory == nil)
  }
}
