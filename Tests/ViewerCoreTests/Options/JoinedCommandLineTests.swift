import Testing

@testable import ViewerCore

@Suite("Command lines with several documents")
struct JoinedCommandLineTests {
  static let joined: [([String], [String])] = [
    (["info", "--join", "a", "b", "c"], ["a", "b", "c"]),
    (["outline", "a", "b", "--join"], ["a", "b"]),
    (["links", "--join", "a", "-"], ["a", "-"]),
    (["text", "--join", "a"], ["a"]),
    (["search", "--join", "words", "a", "b"], ["a", "b"]),
    (["render", "--join", "a", "b", "-o", "c.png"], ["a", "b"]),
    (["forms", "--join", "get", "a", "b"], ["a", "b"]),
    (["export", "--join", "a", "b", "-o", "c.pdf"], ["a", "b"]),
  ]

  @Test("Commands that read documents take several with --join", arguments: joined)
  func joins(arguments: [String], sources: [String]) throws {
    let document: DocumentOptions =
      switch try Command(arguments + ["--password-file", "p"]) {
      case .info(let options), .outline(let options): options.document
      case .links(let options): options.document
      case .text(let options): options.document
      case .search(let options): options.document
      case .render(let options): options.document
      case .forms(let options): options.document
      case .export(let options): options.document
      default: DocumentOptions()
      }
    #expect(document.sources == sources && document.joins)
    #expect(sources.indices.allSatisfy { document.passwordFile(ofSource: $0) == "p" })
  }

  @Test("Of several passwords each source has its own, or none")
  func passwords() throws {
    let words = ["none", "q", "p"].map { "--password-file=\($0)" }
    guard case .text(let text) = try Command(["text", "--join", "a", "b", "c"] + words) else {
      Issue.record("no text")
      return
    }
    #expect((0...3).map { text.document.passwordFile(ofSource: $0) } == [nil, "q", "p", nil])
  }
}
