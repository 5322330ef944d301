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
      let again = try ReleaseProgram.replay(row.path, [document], options, in: folder)
      #expect(again.bytes == trace.bytes)
    }
  }
}
