import Foundation
import Testing

/// A kiosk whose visitors go from one document to the next all day.
@Suite(.enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason), .serialized)
struct DocumentChangeTests {
  @Test(
    "A thousand changes of the document, most of them before it is there, leave neither memory nor descriptors"
  )
  func thousand() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("changes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = try LinkTapTests.guide(in: folder)
    let other = folder.appendingPathComponent("other.pdf")
    try FileManager.default.copyItem(at: guide, to: other)
    // First a hundred changes and a rest, then nine hundred more and another.
    let step = 30
    var lines: [String] = []
    for change in 0..<1000 {
      let word = change % 10 == 9 ? "ctl reload" : change % 7 == 3 ? "ctl open \(other.path)" : "ctl next"
      lines.append("\(500 + change * step + (change < 100 ? 0 : 6000)) \(word)")
    }
    let end = 500 + 1000 * step + 6000
    lines.append("\(end) wait 6000ms")
    let clip = folder.appendingPathComponent("changes.clip")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: clip)
    let stats = folder.appendingPathComponent("stats.json")
    let program = try ReleaseProgram.start([
      "show", "--config", "none", "--controls", "off", "--display", "headless", "--size", "540x960", "--dpi",
      "80", "--workers",
      "2",
      "--memory", "32", "--input", clip.path, "--stats", stats.path, guide.path, other.path,
    ])
    program.pass(until: .milliseconds(500 + 100 * step + 5000))
    let memory = try program.memory("Anonymous")
    let descriptors = try program.descriptorsBesideWorkers()
    program.pass(until: .milliseconds(end + 5000))
    let later = try program.memory("Anonymous")
    let laterDescriptors = try program.descriptorsBesideWorkers()
    #expect(later - memory < 2 << 20, "from \(memory) to \(later)")
    // Bitmaps of the pages that are kept differ in number.
    #expect(laterDescriptors - descriptors <= 12, "from \(descriptors) to \(laterDescriptors)")
    let run = try program.finish()
    #expect(run.status == 0 && run.failures.isEmpty, "\(run.complaints)")
    let figures = try RunStats(contentsOf: stats)
    #expect(try figures["workersKilled"] == 0, "what is not needed any more is ended, not killed by surprise")
    #expect(try figures["documents"] >= 2)
  }
}
