import Testing

@testable import ViewerCore

@Suite struct ThumbnailTests {
  @Test(
    "A thumbnail is at most 480 px long, less on a small panel, and has the page's shape",
    arguments: [
      (PixelSize(width: 1080, height: 1527), PixelSize(width: 1080, height: 1920), 339, 480),
      (PixelSize(width: 33_110, height: 23_410), PixelSize(width: 3840, height: 2160), 480, 339),
      (PixelSize(width: 600, height: 848), PixelSize(width: 1024, height: 600), 191, 270),
      (PixelSize(width: 3, height: 400_000), PixelSize(width: 1080, height: 1920), 1, 480),
    ])
  func size(page: PixelSize, viewport: PixelSize, width: Int, height: Int) {
    #expect(ThumbnailSize.of(page: page, viewport: viewport) == PixelSize(width: width, height: height))
  }

  @Test(
    "The last idle worker is kept for pages in view, but a single one does all",
    arguments: [(0, 2, false), (1, 2, false), (2, 2, true), (1, 1, true), (3, 4, true)])
  func hands(idle: Int, count: Int, may: Bool) {
    #expect(WorkerHands(idle: idle, count: count).mayServeOthers == may)
  }
}
