import Glibc
import Pictures
import Posix
import ViewerCore

/// `lectern bench pictures`: a photograph of 12 megapixels made 1080 pixels wide, as JPEG of one pass and of several.
///
/// The whole of `lectern render` is measured, its worker and the writing of the PNG included, beside the same work of
/// mutool where that is installed: by turns, round by round, in processor time of all processes, of which the median
/// counts.
struct PictureBench {
  static let size = PixelSize(width: 4000, height: 3000)
  private static let width = 1080
  private static let rounds = 11

  /// ms, medians.
  struct Cost {
    var cpu: Double
    var wall: Double
  }

  private struct Run {
    var name: String
    var ours: Cost
    var peer: Cost?
  }

  private let runs: [Run]

  static func report(json: Bool) throws(Failure) -> String {
    let bench = try PictureBench()
    return json ? bench.json() : bench.table()
  }

  private init() throws(Failure) {
    let folder = "/tmp/lectern-bench.\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { throw Failure(.writeFailed, folder, "cannot be made") }
    let output = "\(folder)/page.png"
    let inputs = ["baseline", "progressive"].map { (name: $0, path: "\(folder)/\($0).jpg") }
    defer {
      for input in inputs { _ = unlink(input.path) }
      _ = unlink(output)
      rmdir(folder)
    }
    let photograph = Photograph(size: Self.size)
    let program = (try? Surroundings.programFolder()).map { "\($0)/lectern" } ?? "lectern"
    let peer = ["/usr/local/bin/mutool", "/usr/bin/mutool"].first { (path: String) in access(path, X_OK) == 0
    }
    var runs: [Run] = []
    for (name, path) in inputs {
      do throws(PictureError) {
        try PictureFile.write(try photograph.jpeg(isProgressive: name == "progressive"), to: path)
      } catch {
        throw Failure(.writeFailed, path, "cannot be written")
      }
      var costs: (ours: [Cost], peer: [Cost]) = ([], [])
      for round in 0...Self.rounds {
        let ours = try Self.measure(
          program, ["render", path, "--page", "1", "--width", "\(Self.width)", "-o", output])
        let other = try peer.map { peer throws(Failure) in
          try Self.measure(peer, ["draw", "-q", "-w", "\(Self.width)", "-o", output, path])
        }
        // The first one finds nothing in the kernel's cache.
        guard round > 0 else { continue }
        costs.ours.append(ours)
        if let other { costs.peer.append(other) }
      }
      runs.append(
        Run(name: name, ours: Self.median(costs.ours), peer: peer == nil ? nil : Self.median(costs.peer)))
    }
    self.runs = runs
  }

  private static func measure(_ program: String, _ arguments: [String]) throws(Failure) -> Cost {
    let before = childTime()
    let start = MonotonicClock.now()
    let status: ExitStatus
    do throws(SystemError) {
      var child = try ChildProcess(
        .init(executable: program, arguments: arguments, environment: ["LC_ALL=C.UTF-8"]))
      status = child.wait()
    } catch {
      throw Failure(.badConfiguration, program, "cannot be run: \(error.reason)")
    }
    guard status == .exited(0) else { throw Failure(.pageRenderFailed, program, "has failed") }
    return Cost(cpu: childTime() - before, wall: Double(MonotonicClock.now() - start) / 1000)
  }

  /// Processor time of all children that have ended, and of theirs, ms.
  private static func childTime() -> Double {
    var usage = rusage()
    guard getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(seconds) * 1e3 + Double(microseconds) / 1e3
  }

  private static func median(_ costs: [Cost]) -> Cost {
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return Cost(cpu: middle(costs.map(\.cpu)), wall: middle(costs.map(\.wall)))
  }
}

extension PictureBench {
  /// A line each, keys in a fixed order.
  private func json() -> String {
    let lines = runs.map { run in
      var line =
        "{\"case\":\"pictures\",\"picture\":\"\(run.name)\",\"size\":[\(Self.size.width),\(Self.size.height)]"
      line += ",\"width\":\(Self.width),\"ours\":\(Self.json(run.ours))"
      if let peer = run.peer {
        line +=
          ",\"peers\":{\"mutool\":{\"cpuMs\":\(Self.number(peer.cpu)),\"ratio\":\(Self.ratio(run, peer))}}"
      }
      return line + ",\"rounds\":\(Self.rounds)}"
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ cost: Cost) -> String {
    "{\"cpuMs\":\(number(cost.cpu)),\"wallMs\":\(number(cost.wall))}"
  }

  /// For people.
  private func table() -> String {
    let lines = runs.map { run in
      let name = run.name + String(repeating: " ", count: max(1, 14 - run.name.utf8.count))
      let peer = run.peer.map { ", mutool \(Self.number($0.cpu)) ms: \(Self.ratio(run, $0))" } ?? ""
      return "\(name)\(Self.number(run.ours.cpu)) ms\(peer)"
    }
    return
      "JPEG of \(Self.size.width)x\(Self.size.height) to \(Self.width) px, processor time of all processes:\n"
      + lines.joined(separator: "\n")
  }

  private static func number(_ milliseconds: Double) -> String { Decimal.text(milliseconds, places: 1) }

  private static func ratio(_ run: Run, _ peer: Cost) -> String {
    Decimal.text(run.ours.cpu / max(peer.cpu, 0.001), places: 2)
  }
}
