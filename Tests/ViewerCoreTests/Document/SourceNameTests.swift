import Testing

@testable import ViewerCore

struct SourceNameTests {
  @Test(
    "What a person writes names a file, standard input, or base64",
    arguments: [
      ("guide.pdf", .path("guide.pdf"), "guide.pdf"),
      ("./-", .path("./-"), "./-"),
      ("-x", .path("-x"), "-x"),
      ("-", .standardInput, "standard input"),
      ("base64:-", .base64Input, "base64:-"),
      ("base64:@a@b", .base64File("a@b"), "base64:@a@b"),
      ("base64:-_-_", .base64Text("-_-_"), "base64 text"),
      ("base64:JVBERi0", .base64Text("JVBERi0"), "base64 text"),
      ("http://host/a.pdf", .address("http://host/a.pdf"), "http://host/a.pdf"),
      ("HTTPS://h", .address("HTTPS://h"), "HTTPS://h"),
      ("a:b//c", .path("a:b//c"), "a:b//c"),
      ("BASE64:-", .path("BASE64:-"), "BASE64:-"),
    ] as [(String, SourceName, String)])
  func good(_ text: String, _ name: SourceName, _ title: String) throws {
    let read = try SourceName(text)
    #expect(read == name && read.title == title)
    #expect(read.isInput == (text == "-" || text == "base64:-"))
    // What it holds is left out.
    if case .base64Text = read { #expect(read.spelling == "base64:") } else { #expect(read.spelling == text) }
  }

  @Test(
    "What names nothing is refused", arguments: ["", "base64:", "base64:@", "ftp://x", "://x", "file:///a"])
  func bad(_ text: String) {
    let failure = #expect(throws: Failure.self) { try SourceName(text) }
    #expect(failure?.code == .invalidSource && failure?.subject == text)
  }
}
