import Foundation
import TestSupport
import Testing

/// One row of `touch-expect.tsv`: what a recording of fingers should be understood as.
struct TouchRow: Sendable, CustomTestStringConvertible {
  var file: String
  var size: String
  /// For each gesture in order the kinds that are right; `none` = it may be missing.
  var kinds: [Set<String>]
  var most: Int
  var scale: ClosedRange<Double>?

  var testDescription: String { file }
  var path: URL { URL(fileURLWithPath: (Self.folder ?? "") + "/" + file) }

  static let folder = ProcessInfo.processInfo.environment["LECTERN_CORPUS"]

  static let all: [TouchRow] = {
    guard let folder, let table = try? String(contentsOfFile: folder + "/touch-expect.tsv", encoding: .utf8)
    else { return [] }
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 6, let most = Int(columns[3]) else { return nil }
      let kinds =
        columns[2] == "none"
        ? []
        : columns[2].split(separator: ",").map { kind in
          Set(kind.split(separator: "/").map(String.init))
        }
      var scale: ClosedRange<Double>?
      if let middle = Double(columns[4]), let tolerance = Double(columns[5]) {
        scale = (middle - tolerance)...(middle + tolerance)
      }
      return TouchRow(file: columns[0], size: columns[1], kinds: kinds, most: most, scale: scale)
    }
  }()

  /// What is wrong with the gestures of a run; nil when they are as they should be.
  func fault(_ gestures: [RunTrace.Gesture]) -> String? {
    let seen = gestures.map(\.kind)
    guard seen.count <= most, Self.match(seen[...], kinds[...]) else {
      let wanted = kinds.map { $0.sorted().joined(separator: "/") }.joined(separator: ", ")
      return "gestures are \(seen.joined(separator: ", ")); wanted: \(wanted)"
    }
    for gesture in gestures where gesture.kind == "pinch" {
      guard let scale, let seen = gesture.scale else { continue }
      if !scale.contains(seen) { return "the pinch's scale is \(seen), not within \(scale)" }
    }
    return nil
  }

  private static func match(_ seen: ArraySlice<String>, _ wanted: ArraySlice<Set<String>>) -> Bool {
    guard let first = wanted.first else { return seen.isEmpty }
    if first.contains("none"), match(seen, wanted.dropFirst()) { return true }
    guard let kind = seen.first, first.contains(kind) else { return false }
    return match(seen.dropFirst(), wanted.dropFirst())
  }
}

/// Recordings of real and of imagined touchscreens, replayed by the real program.
@Suite(
  "Recorded touches",
  .enabled(if: TouchRow.folder != nil, "LECTERN_CORPUS names the recordings; it is not set"),
  .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct TouchCorpusTests {
  /// Rows that come out otherwise, and why that is right.
  private static let exceptions = [
    // The table's taps come one after the other on a page at rest. Here the second tap is a double tap, the page
    // zooms for 250 ms, and the contact that lands after 125 ms stops it: a touch on a moving page is no tap.
    "touch/fast-taps__Atmel_maXTouch_TS-1-finger-fast-taps__0.yml"
  ]

  @Test("At most one recording in twenty is understood otherwise than expected")
  func exceptionsAreFew() {
    #expect(TouchRow.all.count == 70)
    #expect(Self.exceptions.count * 20 <= TouchRow.all.count)
  }

  @Test(
    "A recording is understood as expected, twice the same, and a pinch keeps the page under the fingers",
    arguments: TouchRow.all)
  func recording(_ row: TouchRow) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12))
      let options = ["--min-zoom", "0.05", "--dpi", "92.5", "--size", row.size]
      let trace = try ReleaseProgram.replay(row.path, [document], options, in: folder)
      #expect(trace.isWhole)
      if Self.exceptions.contains(row.file) {
        #expect(row.fault(trace.gestures) != nil, "this exception is none any more")
      } else {
        #expect(row.fault(trace.gestures) == nil)
      }
      let strayed = try PinchWatch(row).farthest(trace)
      #expect(strayed.distance <= 1)
      if row.file.hasPrefix("touch/pinch-") { #expect(strayed.looks >= 2) }
      if row.file.hasPrefix("touch/pinch-in") {
        #expect(try #require(trace.frames.last).zoom < 0.8, "below the fitted size, where it may stay")
      }
      let again = try ReleaseProgram.replay(row.path, [document], options, in: folder)
      #expect(again.bytes == trace.bytes)
    }
  }

  /// Swipes and drags along an axis, and by how many pages they turn it: faster than 400 dp/s at the lift or further
  /// than half a page, by one; else the page comes back.
  private static let turns: [(file: String, axis: String, turn: Int)] = [
    ("drag-left__elan_04f3_000c_0__1", "horizontal", 1),
    ("drag-right__focaltech_10c4_81b9_0__0", "horizontal", -1),
    ("drag-right__ilitek_222a_001c_0__0", "horizontal", -1),
    // The finger swings back before it lifts.
    ("swipe-right-diagonal__dell_canvas_touch__3", "horizontal", 0),
    ("swipe-right__asus-computers_0486_0185_0__0", "horizontal", -1),
    ("swipe-right__irtouch_6615_0070_0__2", "horizontal", -1),
    // 174 dp/s at the lift, and a sixth of the width.
    ("swipe-right__sitronix_1403_5001_0__4", "horizontal", 0),
    ("synth-edge-swipe-from-left", "horizontal", -1),
    ("synth-swipe-left-24hz", "horizontal", 1),
    // It slows to 34 dp/s before the lift.
    ("swipe-down-diagonal__3m_0596_0500_0__0", "vertical", 0),
    ("synth-swipe-portrait-panel-tlsc6x", "vertical", 0),
  ]

  @Test("A swipe turns one page at most, and comes to rest on it", arguments: turns, [false, true])
  func swipe(_ swipe: (file: String, axis: String, turn: Int), rtl: Bool) throws {
    guard swipe.axis == "horizontal" || !rtl else { return }
    let row = try #require(TouchRow.all.first { $0.file == "touch/\(swipe.file).yml" })
    // The same glass with a third of the pixels a side: what a finger means is a matter of mm and dp.
    let size = row.size.split(separator: "x").compactMap { Int($0) }.map { String($0 / 3) }
      .joined(separator: "x")
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12))
      let options =
        ["--layout", "paged", "--axis", swipe.axis, "--fit", "page", "--page", "6", "--dpi", "30.83"]
        + ["--size", size] + (rtl ? ["--rtl"] : [])
      let trace = try ReleaseProgram.replay(row.path, [document], options, in: folder)
      let last = try #require(trace.frames.last)
      #expect(last.page == 6 + (rtl ? -swipe.turn : swipe.turn))
      #expect(last.visible.map(\.number) == [last.page] && last.isSharp)
      let seen = Set(trace.frames.flatMap { $0.visible.map(\.number) })
      #expect(seen.count <= 2, "no other page is passed: \(seen)")
    }
  }
}
