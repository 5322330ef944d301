import Display
import Glibc
import Posix
package import ViewerCore

/// `lectern bench frames`: what it costs to bring a frame to the display buffer, measured in memcpys of the frame.
///
/// Everything runs in turn, round by round, on one core in one process, and medians of
/// CPU time are compared: load and clock speed fall out. `memcpyMs` = one `memcpy` of the frame from the shadow to the buffer, both in ordinary memory.
/// Of that: `compose` = a settled scene drawn anew in full, one page from its base and one from a tile, 1:1, with the
/// page label blended over; `copy` = shadow to buffer; `pan` = the same after scrolling (nothing is reused), plus
/// copy; `pinch` = bases of zoom 1 stretched to a zoom, plus copy; `rotated` = pan on a panel that hangs turned by 90°.
/// Pages of 8 bits (`grey`) are not drawn yet, so they have no figure.
package struct FrameBench {
  static let zooms = [0.25, 0.5, 0.75, 0.9, 1.1, 1.5, 2, 3, 4]

  /// Medians, ms.
  private var memcpy: Double = 0
  private var compose: Double = 0
  private var copy: Double = 0
  private var pan: Double = 0
  private var rotated: Double = 0
  private var pinch: [Double] = []

  /// Measures and prints to standard output.
  /// - Parameter size: of the panel's memory.
  /// - Parameter idleWakeups: how often an idle viewer wakes up, measured by whoever owns the loop; the key is left
  ///   out without it.
  /// - Returns: the exit status.
  package static func run(json: Bool, size: PixelSize, idleWakeups: (() -> Int)? = nil) -> Int32 {
    // Where pinning is forbidden the figures are only noisier.
    _ = try? ProcessorCore.pinThread()
    let bench = FrameBench(size: size, rounds: 31)
    let report = json ? bench.json(size: size, idleWakeups: idleWakeups?()) : bench.table(size: size)
    print(report)
    return 0
  }

  init(size: PixelSize, rounds: Int) {
    let stage = FrameBenchStage(memory: size)
    let turnedStage = FrameBenchStage(turning: stage, rotation: .quarter)
    var compositor = Compositor()
    var turnedCompositor = Compositor()
    let settled = stage.settled()
    let pinched = Self.zooms.map { stage.pinched(zoom: $0) }
    var times = Array(repeating: [Double](), count: 5 + pinched.count)
    func measure(_ row: Int, _ work: () -> Void) {
      work()
      let start = Self.threadTime()
      work()
      times[row].append(Self.threadTime() - start)
    }
    // The first round meets cold pages and does not count.
    for round in 0...rounds {
      if round == 1 { for row in times.indices { times[row].removeAll(keepingCapacity: true) } }
      measure(0) {
        Glibc.memcpy(
          stage.buffer.view.base, stage.shadow.view.base, stage.shadow.view.stride * size.height)
      }
      measure(1) { stage.compose(settled, with: &compositor) }
      measure(2) { stage.copy() }
      let scrolled = stage.scrolled(by: 7 * round + 1)
      measure(3) {
        stage.compose(scrolled, with: &compositor)
        stage.copy()
      }
      let turned = turnedStage.scrolled(by: 7 * round + 1)
      measure(4) {
        turnedStage.compose(turned, with: &turnedCompositor)
        turnedStage.copy()
      }
      for (index, scene) in pinched.enumerated() {
        measure(5 + index) {
          stage.compose(scene, with: &compositor)
          stage.copy()
        }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    memcpy = medians[0]
    compose = medians[1]
    copy = medians[2]
    pan = medians[3]
    rotated = medians[4]
    pinch = Array(medians[5...])
  }

  /// CPU time of this thread, ms: what other programs take from the core meanwhile doesn't count.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// One line, keys in a fixed order.
  func json(size: PixelSize, idleWakeups: Int?) -> String {
    let scales = zip(Self.zooms, pinch).map { "\"\(Self.zoomName($0))\":\(ratio($1))" }
    var parts = [
      "\"case\":\"frames\"", "\"size\":[\(size.width),\(size.height)]",
      "\"memcpyMs\":\(Decimal.text(memcpy, places: 3))",
      "\"compose\":\(ratio(compose))", "\"copy\":\(ratio(copy))", "\"pan\":\(ratio(pan))",
      "\"pinch\":{\(scales.joined(separator: ","))}", "\"rotated\":\(ratio(rotated))",
    ]
    if let idleWakeups { parts.append("\"idleWakeups\":\(idleWakeups)") }
    return "{\(parts.joined(separator: ","))}"
  }

  /// For people.
  func table(size: PixelSize) -> String {
    var rows = [
      ("compose", compose), ("copy", copy), ("pan", pan), ("rotated", rotated),
    ]
    rows += zip(Self.zooms, pinch).map { ("pinch \(Self.zoomName($0))", $1) }
    let lines = rows.map { name, time in
      name + String(repeating: " ", count: max(1, 14 - name.utf8.count)) + ratio(time)
    }
    return
      "frame \(size.width)x\(size.height), memcpy \(Decimal.text(memcpy, places: 3)) ms; in memcpys of the frame:\n"
      + lines.joined(separator: "\n")
  }

  private func ratio(_ time: Double) -> String {
    Decimal.text(time / memcpy, places: 2)
  }

  private static func zoomName(_ zoom: Double) -> String {
    zoom == zoom.rounded() ? "\(Int(zoom))" : "\(zoom)"
  }
}
