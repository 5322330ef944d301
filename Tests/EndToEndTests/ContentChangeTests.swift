import Foundation
import TestSupport
import Testing

/// A kiosk whose document is replaced, cut off, rewritten and deleted under its eyes.
@Suite(.enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason), .serialized)
struct ContentChangeTests {
  /// The same on every run.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  private static func write(_ bytes: [UInt8], to file: URL, atomically: Bool = false) {
    // What was deleted may not be there to be written to: then it is made.
    try? Data(bytes).write(to: file, options: atomically ? .atomic : [])
  }

  /// One change: of what kind and of which version, the dice say.
  private static func change(_ file: URL, _ versions: [[UInt8]], _ dice: inout Dice) {
    let version = versions[dice.roll(versions.count)]
    switch dice.roll(6) {
    case 0, 1: write(version, to: file, atomically: true)
    case 2: write(version, to: file)
    case 3: truncate(file.path, off_t(dice.roll(version.count)))
    case 4: try? FileManager.default.removeItem(at: file)
    default:
      // In two halves, as a slow copy does.
      write(Array(version.prefix(version.count / 2)), to: file)
      usleep(useconds_t(dice.roll(20_000)))
      write(version, to: file)
    }
  }

  private static func events(_ trace: URL, _ name: String) throws -> [[String: Any]] {
    // The kiosk may not have begun it yet.
    guard FileManager.default.fileExists(atPath: trace.path) else { return [] }
    return try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("\"event\":\"\(name)\"") }
      .compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
  }

  /// Waits for what the kiosk tells in its trace.
  private static func wait(
    _ program: RunningProgram, for what: String, _ isTold: () throws -> Bool
  ) throws {
    while try !isTold() {
      try #require(program.isRunning && program.age < .seconds(300), "\(what)")
      usleep(20_000)
    }
  }

  @Test(
    "A thousand changes of its file cost a kiosk neither its picture nor its life, and the last one is shown")
  func thousand() throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("guide.pdf")
      let trace = folder.appendingPathComponent("trace")
      let versions = (3...8).map { Fixtures.document(pages: $0) }
      Self.write(versions[0], to: file)
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--controls", "off", "--display", "headless", "--size", "270x480",
        "--dpi", "80", "--workers", "2", "--memory", "32", "--page", "2", "--trace", trace.path, file.path,
      ])
      defer { program.end() }
      try Self.wait(program, for: "the first picture") {
        (try? Self.events(trace, "frame").last).map { "\($0)".contains("sharp") } ?? false
      }
      var dice = Dice(state: 7)
      for _ in 0..<1000 {
        Self.change(file, versions, &dice)
        // Now and then there is time for it to come to rest.
        usleep(useconds_t(dice.roll(12) == 0 ? 400_000 : dice.roll(20_000)))
        try #require(program.isRunning)
      }
      Self.write(Fixtures.document(pages: 11), to: file, atomically: true)
      try Self.wait(program, for: "the last version") {
        try Self.events(trace, "load").last?["pages"] as? Int == 11
      }
      try Self.wait(program, for: "its picture") {
        "\(try Self.events(trace, "frame").last ?? [:])".contains("sharp")
      }
      #expect(try Self.events(trace, "load").count > 20)
      program.end()
      let run = try program.finish()
      #expect(run.status == 0, "\(run.complaints.suffix(500))")
      // From the first picture on there was always one.
      let frames = try Self.events(trace, "frame").drop {
        !"\($0)".contains("sharp") && !"\($0)".contains("base")
      }
      for frame in frames {
        let qualities = (frame["visible"] as? [[Any]] ?? []).compactMap { $0.last as? String }
        #expect(qualities.contains { $0 != "placeholder" }, "\(frame)")
      }
    }
  }

  @Test(
    "A folder's documents come, go and change their names, and the list follows; the one that is shown stays")
  func folder() throws {
    try inTemporaryFolder { folder in
      let content = folder.appendingPathComponent("content")
      try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
      let trace = folder.appendingPathComponent("trace")
      for (name, pages) in [("10.pdf", 10), ("5.pdf", 5)] {
        Self.write(Fixtures.document(pages: pages), to: content.appendingPathComponent(name))
      }
      // Every other second the next one.
      let clip = try folder.file(
        "clip", (1...60).map { "\($0 * 1000) ctl next" }.joined(separator: "\n") + "\n")
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--controls", "off", "--display", "headless", "--size", "270x480",
        "--dpi", "80", "--memory", "32", "--input", clip.path, "--trace", trace.path, content.path,
      ])
      defer { program.end() }
      func loads() throws -> [Int] { try Self.events(trace, "load").compactMap { $0["pages"] as? Int } }
      try Self.wait(program, for: "both") { try loads().count >= 3 }
      #expect(try loads().prefix(3) == [5, 10, 5])
      Self.write(Fixtures.document(pages: 7), to: content.appendingPathComponent("7.pdf"))
      try Self.wait(program, for: "the new one") { try loads().contains(7) }
      try FileManager.default.removeItem(at: content.appendingPathComponent("10.pdf"))
      let before = try loads().count
      try Self.wait(program, for: "a round without the one that is gone") { try loads().count >= before + 6 }
      #expect(try Set(loads().suffix(4)) == [5, 7])
    }
  }
}
