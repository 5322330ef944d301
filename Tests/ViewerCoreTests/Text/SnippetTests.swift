import Testing
import ViewerCore

struct SnippetTests {
  @Test("A match is shown on one line with whole words about it")
  func wholeWords() {
    let page = PageText(text: "The quick brown\nfox jumps over the lazy dog", boxes: [])
    let snippet = Snippet(page, 16..<19, room: 9)
    #expect(snippet.before == " brown " && snippet.match == "fox" && snippet.after == " jumps")
    #expect(Snippet(page, 0..<3, room: 100).text == "The quick brown fox jumps over the lazy dog")
  }

  @Test("A broken word is shown whole, a ligature as letters")
  func plain() {
    let page = PageText(text: "the docu-\nmentation o\u{FB03}ce", boxes: [])
    #expect(Snippet(page, 4..<19).match == "documentation")
    #expect(Snippet(page, 4..<19).after == " office")
  }

  @Test("A range beyond the page shows what is there")
  func beyond() {
    #expect(Snippet(PageText(text: "ab", boxes: []), 1..<9).text == "ab")
    #expect(Snippet(.empty, 0..<1).text == "")
  }
}
