import Display
import Foundation
import Glibc
import Pictures
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// Traces, stats and frames, in places that take them and in places that do not.
struct OutputFilesTests {
  private static func lines(_ url: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private final class Complaints {
    var errors: [SystemError] = []
  }

  // MARK: Trace

  @Test("A trace has a line for each event, its time counted from the start, and is on the disk when flushed")
  func trace() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("trace")
      try Data("what was there before, longer than the trace".utf8).write(to: path)
      let start = Timestamp(microseconds: 5_000_000)
      let trace = try TraceFile(path: path.path, start: start) { _ in Issue.record("nothing fails") }
      trace.write(.page(3), at: Timestamp(microseconds: 5_001_500))
      #expect(try Data(contentsOf: path).isEmpty)
      trace.flush()
      #expect(try Self.lines(path) == [#"{"t":1.500,"event":"page","page":3}"#])
      trace.write(.quit, at: Timestamp(microseconds: 7_000_000))
      trace.flush()
      trace.flush()
      #expect(try Self.lines(path).count == 2)
    }
  }

  @Test("A long trace is written in blocks, without being asked")
  func blocks() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("trace")
      let trace = try TraceFile(path: path.path, start: .zero) { _ in Issue.record("nothing fails") }
      for page in 1...3000 { trace.write(.page(page), at: .milliseconds(Double(page))) }
      let before = try Data(contentsOf: path).count
      #expect(before >= 1 << 16)
      trace.flush()
      #expect(try Self.lines(path).count == 3000)
      #expect(try Self.lines(path).last == #"{"t":3000.000,"event":"page","page":3000}"#)
    }
  }

  @Test("A trace on a full disk is told once, and stops nothing")
  func fullTrace() throws {
    let complaints = Complaints()
    let trace = try TraceFile(path: "/dev/full", start: .zero) { complaints.errors.append($0) }
    for _ in 0..<5000 { trace.write(.page(1), at: .zero) }
    trace.flush()
    trace.write(.quit, at: .zero)
    trace.flush()
    #expect(complaints.errors.map(\.code) == [ENOSPC])
  }

  @Test("A trace that cannot be opened is refused", arguments: ["/no/such/folder/trace", "/tmp", ""])
  func noTrace(_ path: String) {
    #expect(throws: SystemError.self) { try TraceFile(path: path, start: .zero) { _ in } }
  }

  @Test(
    "A live run waits for no reader of its trace: neither for one who is not there nor for one who reads nothing"
  )
  func pipe() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      let absent = #expect(throws: SystemError.self) {
        try TraceFile(path: path, start: .zero, waits: false) { _ in }
      }
      #expect(absent?.code == ENXIO)
      let reader = try FileDescriptor.open(path, .read, blocking: false)
      let complaints = Complaints()
      let trace = try TraceFile(path: path, start: .zero, waits: false) { complaints.errors.append($0) }
      for page in 1...10_000 { trace.write(.page(page), at: .zero) }
      #expect(complaints.errors.map(\.code) == [EAGAIN])
      #expect(try reader.read(upTo: 100).count == 100)
    }
  }

  // MARK: Stats

  @Test("Stats replace what was there, and are written into what is no file")
  func stats() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("stats")
      try Data("old".utf8).write(to: path)
      try StatsFile.write("{}", to: path.path)
      #expect(try Self.lines(path) == ["{}"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["stats"])

      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let reader = open(pipe, O_RDWR | O_CLOEXEC)
      defer { close(reader) }
      try StatsFile.write("{}", to: pipe)
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(read(reader, &bytes, 16) == 3 && bytes.starts(with: Array("{}\n".utf8)))
      #expect(try FileStatus(path: pipe).kind == .pipe)
    }
  }

  @Test("Stats that cannot be written say whether the disk is full")
  func noStats() throws {
    try inTemporaryFolder { folder in
      // By way of a link, so that a writer that replaces what is there would replace the link alone.
      let full = folder.appendingPathComponent("full").path
      #expect(symlink("/dev/full", full) == 0)
      let failure = failureOf { try StatsFile.write("{}", to: full) }
      #expect(failure?.code == .storageFull && failure?.subject == full)
      let kind = try FileStatus(path: full).kind
      #expect(kind == .characterDevice)
      let missing = folder.appendingPathComponent("no/folder/stats").path
      #expect(failureOf { try StatsFile.write("{}", to: missing) }?.code == .writeFailed)
      #expect(failureOf { try StatsFile.write("{}", to: folder.path) }?.code == .writeFailed)
    }
  }

  // MARK: Frames

  /// Lends a small picture in one colour.
  private static func withPicture(_ pixel: UInt32 = 0xFF33_6699, _ body: (PixelView) -> Void) {
    var pixels = [UInt32](repeating: pixel, count: 16 * 6)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      body(PixelView(base: base, stride: 64, width: 8, height: 6, format: .xrgb8888))
    }
  }

  @Test("Frames are numbered by six digits or more, in a folder that is made for them")
  func frames() throws {
    try inTemporaryFolder { folder in
      let place = folder.appendingPathComponent("a/b")
      let frames = try FrameFolder(place.path, waits: true)
      Self.withPicture { picture in for number in [1, 123, 1_234_567] { frames.write(number, picture) } }
      frames.finish()
      #expect(frames.failure == nil && frames.leftOut == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      #expect(names == ["frame-000001.png", "frame-000123.png", "frame-1234567.png"])
      let bytes = [UInt8](try Data(contentsOf: place.appendingPathComponent(names[0])))
      #expect(Array(bytes[16..<24]) == [0, 0, 0, 8, 0, 0, 0, 6])
    }
  }

  @Test("A folder that waits leaves out no frame, however fast they come")
  func many() throws {
    try inTemporaryFolder { folder in
      let frames = try FrameFolder(folder.path, waits: true)
      for number in 1...60 { Self.withPicture(UInt32(number)) { frames.write(number, $0) } }
      frames.finish()
      #expect(frames.leftOut == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 60)
    }
  }

  @Test("A full disk ends the frames with a failure, and nothing is written after it")
  func fullFrames() throws {
    try inTemporaryFolder { folder in
      let first = folder.appendingPathComponent("frame-000001.png").path
      #expect(symlink("/dev/full", first) == 0)
      let frames = try FrameFolder(folder.path, waits: true)
      Self.withPicture { frames.write(1, $0) }
      frames.finish()
      #expect(frames.failure?.code == .storageFull && frames.failure?.subject == first)
      Self.withPicture { frames.write(2, $0) }
      frames.finish()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["frame-000001.png"])
    }
  }

  @Test("A folder for frames that cannot be is refused at once", arguments: ["/dev/full", "/dev/null/x", ""])
  func noFrames(_ path: String) {
    let failure = failureOf { try FrameFolder(path, waits: true) }
    #expect(failure?.code == .writeFailed && failure?.subject == path)
  }

  // MARK: Words

  @Test("A full disk is told from other failures, whoever reports it")
  func words() {
    for code in [ENOSPC, EDQUOT] {
      #expect(OutputFailure.cannotWrite("f", SystemError(call: "write", code: code)).code == .storageFull)
    }
    #expect(OutputFailure.cannotWrite("f", SystemError(call: "open", code: EROFS)).code == .writeFailed)
    #expect(OutputFailure.cannotWrite("f", .storageFull(path: "f")).code == .storageFull)
    #expect(OutputFailure.cannotWrite("f", .writeFailed(path: "f", errno: EIO)).code == .writeFailed)
    #expect(OutputFailure.cannotWrite("f", .encodingFailed("no")).code == .writeFailed)
    #expect(
      OutputFailure.cannotWrite("f", SystemError(call: "open", code: EACCES)).line.contains("Permission"))
  }
}
