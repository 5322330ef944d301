import Testing

@testable import ViewerCore

@Suite struct FormatGuessTests {
  private func key(_ page: Int32, _ kind: RenderKey.Kind = .base) -> RenderKey {
    let size = PixelSize(width: 8, height: 8)
    return RenderKey(
      document: 1, page: page, kind: kind, resolution: size, clip: PixelRect(size: size), rotation: .none,
      epoch: 0)
  }

  @Test("The first page is expected grey, the page after a coloured one in colour, after a grey one grey")
  func last() {
    var guess = FormatGuess()
    #expect(guess.expected(for: key(0)) == .grey)
    guess.record(.colour, for: key(0))
    #expect(guess.expected(for: key(1)) == .colour)
    guess.record(.grey, for: key(1))
    #expect(guess.expected(for: key(2)) == .grey)
  }

  @Test("A page drawn before is expected to be what it was")
  func known() {
    var guess = FormatGuess()
    guess.record(.colour, for: key(3))
    guess.record(.grey, for: key(4))
    #expect(guess.expected(for: key(3)) == .colour)
    #expect(guess.expected(for: key(3, .tile)) == .colour)
    guess.record(.colour, for: key(5))
    #expect(guess.expected(for: key(4)) == .grey)
  }

  @Test("A grey crop says nothing about its page, a coloured one does")
  func tile() {
    var guess = FormatGuess()
    guess.record(.colour, for: key(0))
    guess.record(.grey, for: key(0, .tile))
    #expect(guess.expected(for: key(0)) == .colour && guess.expected(for: key(1)) == .colour)
    guess.record(.grey, for: key(1))
    guess.record(.colour, for: key(1, .tile))
    #expect(guess.expected(for: key(1)) == .colour)
  }

  @Test("What is remembered of a long document is bounded, and the last page still counts")
  func bounded() {
    var guess = FormatGuess()
    guess.record(.colour, for: key(0))
    for page in 1...Int32(FormatGuess.limit) { guess.record(.grey, for: key(page)) }
    #expect(guess.expected(for: key(0)) == .grey)
    #expect(guess.expected(for: key(Int32(FormatGuess.limit))) == .grey)
  }
}
