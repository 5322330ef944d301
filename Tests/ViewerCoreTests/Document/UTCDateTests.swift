import Testing

@testable import ViewerCore

struct UTCDateTests {
  @Test(
    "Times since 1970 are dates of the calendar",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-5, "1970-01-01T00:00:00Z"), (86_399_999, "1970-01-01T23:59:59Z"),
      (951_782_400_000, "2000-02-29T00:00:00Z"), (951_868_800_000, "2000-03-01T00:00:00Z"),
      (1_796_031_300_000, "2026-11-30T09:35:00Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
    ] as [(Int64, String)])
  func dates(_ milliseconds: Int64, _ text: String) {
    #expect(UTCDate.text(milliseconds) == text)
  }
}
