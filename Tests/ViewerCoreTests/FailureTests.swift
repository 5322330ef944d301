import Testing

@testable import ViewerCore

@Suite struct FailureTests {
  @Test(
    "A failure is one line with its code, whatever a file is called",
    arguments: [
      (Failure(.notFound, "a.pdf", "there is no such file"), "a.pdf: there is no such file [not-found]"),
      (Failure(.usage, "", "name a file"), "name a file [usage]"),
      (Failure(.notFound, "a\u{1B}[2J\nb", "is\tmissing"), "a?[2J?b: is?missing [not-found]"),
      (Failure(.notFound, "Führer \u{9B}2J 案内.pdf", "x"), "Führer ?2J 案内.pdf: x [not-found]"),
    ])
  func line(failure: Failure, text: String) {
    #expect(failure.line == text)
  }

  @Test("A fling asked for a moment before it began is where it began")
  func beforeTheStart() {
    let motion = AxisMotion(from: 100, velocity: 2000, in: 0...5000, pixelsPerDP: 1)
    #expect(motion.position(at: .milliseconds(-5)) == 100)
    #expect(motion.position(at: .zero) == 100)
  }
}
