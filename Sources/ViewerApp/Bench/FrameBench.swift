import Display
import Glibc
import Posix
package import ViewerCore

/// `lectern bench frames`: what it costs to bring a frame to the display buffer, measured in memcpys of the frame.
///
/// Everything runs in turn, round by round, on one core in one process. A figure is taken in the middle of its gesture:
/// a frame, one `memcpy` of the frame from the shadow to the buffer (ordinary memory both), and the same frame again,
/// which is measured; its ratio is that of the two medians of CPU time, so that load, clock speed and caches concern
/// both alike. `memcpyMs` = the median of all memcpys.
///
/// - `compose`: a settled scene drawn anew in full, one page from its base and one from a tile, 1:1, the page label
///   blended over.
/// - `copy`: shadow to buffer.
/// - `pan`: the scene after scrolling drawn as the viewer draws it, and copied: all that differs from the scene before,
///   which is the whole panel (nothing is reused) but for what lies below the solid part of a bar.
/// - `pinch`: bases of zoom 1 stretched to a zoom, and copied. Pages are as wide as the layout makes them: below zoom
///   1 a column in the middle of the screen.
/// - `grey`, `marked`, `rotated`: `pan` with pages of 8 bits; with a third of each page selected, three matches in
///   every other line of the rest and the viewer's own bar and handles on the screen; on a panel that hangs turned by
///   90°. `greyPinch`, `markedPinch`, `rotatedPinch` likewise.
package struct FrameBench {
  static let zooms = [0.25, 0.5, 0.75, 0.9, 1.1, 1.5, 2, 3, 4]

  /// The median of all memcpys, ms.
  private let memcpyTime: Double
  /// In memcpys of the frame.
  private let compose: Double
  private let copy: Double
  /// Of each of `kinds`: pan, and pinch by zoom.
  private let motions: [(pan: Double, pinch: [Double])]

  /// The first one has the plain names, the others begin with theirs.
  private static let kinds: [(name: String, kind: FrameBenchStage.Kind)] = [
    ("", FrameBenchStage.Kind()), ("grey", FrameBenchStage.Kind(pages: .grey8)),
    ("marked", FrameBenchStage.Kind(isMarked: true)), ("rotated", FrameBenchStage.Kind(rotation: .quarter)),
  ]

  /// Measures, and puts the figures into words.
  /// - Parameter size: of the panel's memory.
  /// - Parameter idleWakeups: how often an idle viewer wakes up, measured by whoever owns the loop; the key is left
  ///   out without it.
  package static func report(json: Bool, size: PixelSize, idleWakeups: Int? = nil) -> String {
    // Where pinning is forbidden the figures are only noisier.
    _ = try? ProcessorCore.pinThread()
    let bench = FrameBench(size: size, rounds: 31)
    return json ? bench.json(size: size, idleWakeups: idleWakeups) : bench.table(size: size)
  }

  init(size: PixelSize, rounds: Int) {
    let stage = FrameBenchStage(memory: size)
    let stages = Self.kinds.map { FrameBenchStage($0.kind, on: stage) }
    var compositor = Compositor()
    let settled = stage.settled()
    let pinched = stages.map { stage in
      Self.zooms.map { (stage.pinched(zoom: $0 * 0.98), stage.pinched(zoom: $0)) }
    }
    let perKind = 1 + Self.zooms.count
    var times = Array(
      repeating: (frames: [Double](), memcpys: [Double]()), count: 2 + Self.kinds.count * perKind)
    func measure(_ row: Int, _ frame: () -> Void) {
      frame()
      let start = Self.threadTime()
      memcpy(stage.buffer.view.base, stage.shadow.view.base, stage.shadow.view.stride * size.height)
      let copied = Self.threadTime()
      frame()
      times[row].frames.append(Self.threadTime() - copied)
      times[row].memcpys.append(copied - start)
    }
    for round in 0..<rounds {
      measure(0) { stage.compose(settled, with: &compositor) }
      measure(1) { stage.copy() }
      for (kind, stage) in stages.enumerated() {
        let steps = [(stage.scrolled(by: 7 * round - 7), stage.scrolled(by: 7 * round))] + pinched[kind]
        for (index, step) in steps.enumerated() {
          measure(2 + kind * perKind + index) {
            let damage = stage.damage(from: step.0, to: step.1)
            stage.compose(step.1, damage, with: &compositor)
            stage.copy(damage)
          }
        }
      }
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    memcpyTime = median(times.flatMap(\.memcpys))
    let ratios = times.map { median($0.frames) / median($0.memcpys) }
    compose = ratios[0]
    copy = ratios[1]
    motions = Self.kinds.indices.map { kind in
      let first = 2 + kind * perKind
      return (ratios[first], Array(ratios[first + 1..<first + perKind]))
    }
  }

  /// CPU time of this thread, ms: what other programs take from the core meanwhile doesn't count.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// One line, keys in a fixed order.
  func json(size: PixelSize, idleWakeups: Int?) -> String {
    var parts = [
      "\"case\":\"frames\"", "\"size\":[\(size.width),\(size.height)]",
      "\"memcpyMs\":\(Decimal.text(memcpyTime, places: 3))",
      "\"compose\":\(Self.ratio(compose))", "\"copy\":\(Self.ratio(copy))",
    ]
    for (row, motion) in zip(Self.kinds, motions) {
      let scales = zip(Self.zooms, motion.pinch).map { "\"\(Self.zoomName($0))\":\(Self.ratio($1))" }
      let isPlain = row.name.isEmpty
      parts.append("\"\(isPlain ? "pan" : row.name)\":\(Self.ratio(motion.pan))")
      parts.append("\"\(isPlain ? "pinch" : row.name + "Pinch")\":{\(scales.joined(separator: ","))}")
    }
    if let idleWakeups { parts.append("\"idleWakeups\":\(idleWakeups)") }
    return "{\(parts.joined(separator: ","))}"
  }

  /// For people.
  func table(size: PixelSize) -> String {
    var rows = [("compose", compose), ("copy", copy)]
    for (row, motion) in zip(Self.kinds, motions) {
      let name = row.name.isEmpty ? "" : row.name + " "
      rows.append((name + "pan", motion.pan))
      rows += zip(Self.zooms, motion.pinch).map { (name + "pinch \(Self.zoomName($0))", $1) }
    }
    let lines = rows.map { name, time in
      name + String(repeating: " ", count: max(1, 20 - name.utf8.count)) + Self.ratio(time)
    }
    return
      "frame \(size.width)x\(size.height), memcpy \(Decimal.text(memcpyTime, places: 3)) ms; in memcpys of the frame:\n"
      + lines.joined(separator: "\n")
  }

  private static func ratio(_ value: Double) -> String {
    Decimal.text(value, places: 2)
  }

  private static func zoomName(_ zoom: Double) -> String {
    zoom == zoom.rounded() ? "\(Int(zoom))" : "\(zoom)"
  }
}
