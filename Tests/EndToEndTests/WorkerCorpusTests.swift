import Foundation
import Posix
import TestSupport
import Testing
import ViewerApp
import ViewerCore
import Wire

/// One row of `pdf-expect.tsv`: what a file should come to, step by step.
struct CorpusRow: Sendable, CustomTestStringConvertible {
  var file: String
  /// Nil when none is needed, or none is known.
  var password: [UInt8]?
  var openWithoutPassword: String
  var openWithPassword: String
  var pages: Int
  /// Points with two decimals, as the table spells them.
  var size: [String]
  var text: String
  var links: String
  var render: String
  /// Outcomes besides the expected ones that are right too.
  var allowed: Set<String>

  var testDescription: String { file }

  static let folder = ProcessInfo.processInfo.environment["LECTERN_CORPUS"]

  static let all: [CorpusRow] = {
    guard let folder, let table = try? String(contentsOfFile: folder + "/pdf-expect.tsv", encoding: .utf8)
    else { return [] }
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 11 else { return nil }
      return CorpusRow(
        file: columns[0], password: bytes(hexadecimal: columns[1]), openWithoutPassword: columns[2],
        openWithPassword: columns[3], pages: Int(columns[4]) ?? -1, size: Array(columns[5...6]),
        text: columns[7], links: columns[8], render: columns[9],
        allowed: Set(columns[10].split(separator: ",").map(String.init)))
    }
  }()

  private static func bytes(hexadecimal text: String) -> [UInt8]? {
    guard !text.isEmpty, text != "?" else { return nil }
    return stride(from: 0, to: text.utf8.count, by: 2).compactMap {
      UInt8(text.dropFirst($0).prefix(2), radix: 16)
    }
  }

  func accepts(_ outcome: String, _ expected: String) -> Bool {
    outcome == expected || allowed.contains(outcome)
  }
}

/// Real documents of many makers, broken and hostile ones among them, through the real programs.
///
/// With lowered limits: what hangs is found in seconds, what is fine needs none.
@Suite(.enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"))
struct WorkerCorpusTests {
  private static let reading = ["--open-timeout", "4", "--text-timeout", "2"]
  private static let drawing = ["--open-timeout", "4", "--render-timeout", "2"]

  @Test("A real document comes to what is expected of it", arguments: CorpusRow.all)
  func document(_ row: CorpusRow) throws {
    let path = (CorpusRow.folder ?? "") + "/" + row.file
    try inTemporaryFolder { folder in
      var options: [String] = []
      let locked = try lectern(["info", "--json", path] + Self.reading)
      #expect(row.accepts(Self.outcome(locked), row.openWithoutPassword), "\(locked.complaints)")
      var expected = row.openWithoutPassword
      if let password = row.password {
        let file = folder.appendingPathComponent("password")
        try Data(password).write(to: file)
        options = ["--password-file", file.path]
        expected = row.openWithPassword
      }
      let info =
        row.password == nil ? locked : try lectern(["info", "--json", path] + Self.reading + options)
      #expect(row.accepts(Self.outcome(info), expected), "\(info.complaints)")
      guard info.status == 0 else { return }

      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any])
      #expect(object["pages"] as? Int == row.pages)
      if row.size != ["-", "-"] {
        let first = (object["sizes"] as? [[Double]])?.first ?? []
        #expect(first.map { String(format: "%.2f", $0) } == row.size)
      }

      let text = try lectern(["text", path, "--page", "1"] + Self.reading + options)
      let words = text.output.contains { !$0.isWhitespace } ? "ok" : "empty"
      #expect(row.accepts(text.status == 0 ? words : Self.outcome(text), row.text), "\(text.complaints)")

      let picture = folder.appendingPathComponent("page.png").path
      let render = try lectern(["render", path, "--width", "200", "-o", picture] + Self.drawing + options)
      #expect(row.accepts(Self.outcome(render), Self.outcome(ofRender: row.render)), "\(render.complaints)")
      #expect(FileManager.default.fileExists(atPath: picture) == (render.status == 0))

      #expect(row.accepts(try Self.links(path, row.password), row.links))
    }
  }

  private static func links(_ path: String, _ password: [UInt8]?) throws -> String {
    let worker = WorkerConversation(
      WorkerSettings(
        executable: Programs.worker,
        limits: WorkLimits(open: .seconds(4), render: .seconds(2), text: .seconds(2))),
      file: try FileDescriptor.open(path), password: password)
    do {
      _ = try worker.open()
      _ = try worker.links(page: 0)
      return "ok"
    } catch {
      return error.code == .pageRenderFailed ? "failed" : error.code.rawValue
    }
  }

  private static func outcome(_ result: CommandResult) -> String {
    result.status == 0 ? "ok" : result.code
  }

  /// The table tells engines' own states apart: a blank page that should not be is a page all the same.
  private static func outcome(ofRender expected: String) -> String {
    switch expected {
    case "status-error": "page-render-failed"
    case "blank-but-should-not": "ok"
    default: expected
    }
  }
}
