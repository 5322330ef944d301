import Testing

@testable import ViewerApp

struct ProgressBarTests {
  @Test(
    "A bar grows with what has come; without an end there is only a number",
    arguments: [
      (0, 2_000_000, "[------------------------------] 0.0 of 2.0 MB"),
      (1_000_000, 2_000_000, "[###############---------------] 1.0 of 2.0 MB"),
      (2_000_000, 2_000_000, "[##############################] 2.0 of 2.0 MB"),
      (1_250_000, nil, "1.3 MB"), (3_000_000, 2_000_000, "3.0 MB"), (5, 0, "0.0 MB"),
    ] as [(Int, Int?, String)])
  func text(_ received: Int, _ total: Int?, _ text: String) {
    #expect(ProgressBar.text(received, of: total) == text)
  }
}
