import Foundation
import Glibc
import Testing

/// A program under observation while it runs.
final class RunningProgram {
  private let process = Process()
  private let streams: ProgramStreams
  private let started = ContinuousClock.now

  init(_ executable: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    streams = try ProgramStreams(process)
    try process.run()
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  var isRunning: Bool { process.isRunning }

  /// Lets the program run until a moment counted from its start. What a test does to a program that runs in real
  /// time it must do in real time; nothing is concluded from how long things take.
  func pass(until moment: Duration) {
    while process.isRunning, started.duration(to: .now) < moment {
      usleep(5000)
    }
  }

  var age: Duration { started.duration(to: .now) }

  /// The workers.
  var children: [Int32] {
    let pid = process.processIdentifier
    let text = try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// Descriptors that are open, but for those each worker has (socket, pidfd, what it says on standard error).
  func descriptorsBesideWorkers() throws -> Int {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd")
    return all.count - 3 * children.count
  }

  /// A figure of `/proc/PID/smaps_rollup`, in bytes (proc(5)).
  func memory(_ key: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/smaps_rollup", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(key + ":") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
  }

  /// Most of its memory so far that was in use at once, in bytes (VmHWM); 0 when it is gone.
  var peak: Int {
    let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) * 1024
  }

  /// What it has said on standard output so far.
  var output: String { streams.outputSoFar }

  /// Asks it to end, as the system does.
  func end() { process.terminate() }

  /// Ends it as a crash would.
  func crash() { kill(process.processIdentifier, SIGKILL) }

  func finish() throws -> ProgramRun {
    process.waitUntilExit()
    return try streams.run(of: process)
  }
}

/// What `--stats` has written.
struct RunStats {
  private let object: [String: Any]

  init(contentsOf file: URL) throws {
    object = try #require(
      try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
  }

  subscript(_ key: String) -> Int {
    get throws { try #require(object[key] as? Int) }
  }

  /// CPU ms of the longest turn of the loop.
  var longestTurn: Double {
    get throws { try turn("max") }
  }

  /// CPU ms that 99 of 100 turns of the loop did not exceed.
  var usualTurn: Double {
    get throws { try turn("p99") }
  }

  private func turn(_ share: String) throws -> Double {
    try #require((object["turnMs"] as? [String: Any])?[share] as? Double)
  }
}
