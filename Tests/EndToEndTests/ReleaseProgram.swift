import Foundation
import Testing

/// The optimised `lectern`, with its real workers: what visitors get.
///
/// The tests' own build draws some fifty times slower; anything that draws many frames runs this one.
enum ReleaseProgram {
  /// A folder with `lectern`, `lectern-worker` and `lectern-sample`.
  static let folder = ProcessInfo.processInfo.environment["LECTERN_BIN"]
  static let isThere = folder != nil
  static let reason: Comment = "LECTERN_BIN names the folder of the optimised programs; it is not set"
  static var lectern: String { (folder ?? "") + "/lectern" }

  /// Runs a command to its end.
  /// - Parameters:
  ///   - folder: where it runs.
  ///   - seconds: a guard against a run that hangs, no measure of anything.
  static func run(_ arguments: [String], in folder: URL? = nil, atMost seconds: Int = 300) throws
    -> ProgramRun
  {
    let process = Process()
    if let folder { process.currentDirectoryURL = folder }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", String(seconds), lectern] + arguments
    let streams = try ProgramStreams(process)
    try process.run()
    process.waitUntilExit()
    return try streams.run(of: process)
  }

  /// Starts a command and leaves it running.
  static func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(lectern, arguments)
  }

  /// Plays a clip in virtual time. There are no controls unless `options` name them: fingers that land at the lower
  /// edge mean the page.
  /// - Parameter options: `--size`, `--dpi` and the like.
  static func replay(
    _ clip: URL, _ documents: [URL], _ options: [String] = [], in folder: URL
  ) throws -> RunTrace {
    let trace = folder.appendingPathComponent("trace-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: trace) }
    let result = try run(
      ["replay", "--config", "none", "--controls", "off", "--input", clip.path, "--trace", trace.path]
        + options + documents.map(\.path))
    try #require(result.status == 0, "\(result.complaints)")
    return try RunTrace(contentsOf: trace)
  }
}

/// What a run came to.
struct ProgramRun {
  /// As a shell tells it: 128 and more after a signal.
  var status: Int32
  var output: String
  var complaints: String

  /// Whole lines of standard error that are no warnings.
  var failures: [String] {
    complaints.split(separator: "\n").map(String.init).filter { !$0.contains(": warning: ") }
  }

  /// The code in brackets at the end of the first failure; `ok` when there is none.
  var code: String {
    guard let line = failures.first else { return "ok" }
    guard line.hasSuffix("]"), let start = line.lastIndex(of: "[") else { return "" }
    return String(line[line.index(after: start)...].dropLast())
  }
}

/// Files that take what a program says: pipes could fill up.
struct ProgramStreams {
  private let output: URL
  private let complaints: URL

  init(_ process: Process) throws {
    let folder = FileManager.default.temporaryDirectory
    output = folder.appendingPathComponent("lectern-output-\(UUID())")
    complaints = folder.appendingPathComponent("lectern-errors-\(UUID())")
    for file in [output, complaints] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
  }

  /// Of one that may still run.
  var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  /// Of a process that has ended; the files are gone afterwards.
  func run(of process: Process) throws -> ProgramRun {
    defer { for file in [output, complaints] { try? FileManager.default.removeItem(at: file) } }
    return ProgramRun(
      status: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0),
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      complaints: String(decoding: try Data(contentsOf: complaints), as: UTF8.self))
  }
}
