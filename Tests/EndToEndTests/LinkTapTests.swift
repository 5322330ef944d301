import Foundation
import Testing

/// The sample guide's own links and outline, by the installed programs.
@Suite(.enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct LinkTapTests {
  struct Listed: Decodable {
    struct Link: Decodable {
      var page: Int
      var box: [Double]
      var kind: String
    }
    struct Line: Decodable {
      var title: String
      var depth: Int
      var page: Int?
    }
    var links: [Link]?
    var outline: [Line]?
  }

  static func guide(in folder: URL) throws -> URL {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: (ReleaseProgram.folder ?? "") + "/lectern-sample")
    let file = folder.appendingPathComponent("guide.pdf")
    process.arguments = ["-o", file.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return file
  }

  static func listed(_ arguments: [String]) throws -> Listed {
    let run = try ReleaseProgram.run(arguments + ["--json"])
    try #require(run.status == 0, "\(run.complaints)")
    return try JSONDecoder().decode(Listed.self, from: Data(run.output.utf8))
  }

  @Test("Each link of the guide's contents, tapped in a clip, leads to the page that it names, and back")
  func taps() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = try Self.guide(in: folder)
    let links = try #require(try Self.listed(["links", guide.path]).links)
    let inside = links.filter { $0.kind == "page" }
    try #require(inside.count >= 4)
    let page = inside[0].page
    // Where a page's top is the panel's, a point is this many pixels.
    let size = try #require(try Self.pageSize(guide, page))
    let scale = 540 / size
    var clip = ""
    let tapped = inside.filter { $0.page == page && $0.box[3] * scale < 900 }
    for (index, link) in tapped.enumerated() {
      let x = (link.box[0] + link.box[2]) / 2 * scale
      let y = (link.box[1] + link.box[3]) / 2 * scale
      clip += "\(index * 2000) ctl goto \(page)\n\(index * 2000 + 500) tap \(Int(x)),\(Int(y))\n"
    }
    clip += "\(tapped.count * 2000) wait 100ms\n"
    let file = folder.appendingPathComponent("taps.clip")
    try Data(clip.utf8).write(to: file)
    let trace = folder.appendingPathComponent("trace.jsonl")
    let run = try ReleaseProgram.run([
      "replay", "--config", "none", "--controls", "off", "--size", "540x960", "--dpi", "80", "--input",
      file.path, "--trace",
      trace.path, guide.path,
    ])
    try #require(run.status == 0, "\(run.complaints)")
    let lines = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    let events = try lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let followed = events.filter { $0["event"] as? String == "link" }
    #expect(followed.count == tapped.count)
    for event in followed {
      let time = try #require(event["t"] as? Double)
      let target = try #require(event["target"] as? Int)
      #expect(event["taken"] as? Bool == true)
      let frame = events.first {
        $0["event"] as? String == "frame" && ($0["t"] as? Double ?? 0) >= time
      }
      let visible = try #require(frame?["visible"] as? [[Any]])
      #expect(visible.contains { $0.first as? Int == target }, "page \(target) is on the screen at once")
    }
  }

  private static func pageSize(_ guide: URL, _ page: Int) throws -> Double? {
    let run = try ReleaseProgram.run(["info", "--json", guide.path])
    let sheet = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let sizes = sheet?["sizes"] as? [[Double]]
    return sizes?[page - 1].first
  }

  @Test("The guide's outline names its chapters and their pages")
  func outline() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outline-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = try Self.guide(in: folder)
    let lines = try #require(try Self.listed(["outline", guide.path]).outline)
    #expect(lines.count >= 4)
    #expect(lines.first?.depth == 0)
    #expect(lines.allSatisfy { !$0.title.isEmpty && $0.page != nil })
    let pages = lines.compactMap(\.page)
    #expect(pages == pages.sorted())
    let plain = try ReleaseProgram.run(["outline", guide.path])
    #expect(
      plain.output
        == lines.map { String(repeating: "  ", count: $0.depth) + "\($0.title)\t\($0.page ?? 0)\n" }.joined())
  }
}
