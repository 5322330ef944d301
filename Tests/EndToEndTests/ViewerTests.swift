import Display
import Posix
import Testing
import ViewerCore

@testable import ViewerApp

@Suite("Viewer")
struct ViewerTests {
  private static func second(_ time: Double) -> Timestamp { Timestamp(microseconds: Int64(time * 1_000_000)) }

  /// A viewer of three pages that nobody draws, with the page label in front since second 1.
  private static func viewer(on output: any DisplayOutput) throws -> Viewer {
    var options = ViewerOptions()
    options.sources = [SourceOptions(location: "/nowhere.pdf")]
    let pool = WorkerPool(
      WorkerSettings(executable: "/nowhere"), count: 1, sources: try SourceList(options),
      loop: try EventLoop())
    let session = Session(options: SessionOptions(budget: 1 << 24), panel: output.panel)
    let viewer = Viewer(session: session, pool: pool, output: output, trace: nil)
    viewer.handle(
      .opened(document: 1, pages: 3, first: Size(width: 300, height: 400), encrypted: false), at: second(1))
    return viewer
  }

  @Test("What has faded away while a picture was drawn is taken off the screen, however late the next one is")
  func lateFade() throws {
    let size = PixelSize(width: 120, height: 200)
    let viewer = try Self.viewer(on: HeadlessOutput(size: size, dotsPerInch: 100, pacing: .realTime))
    #expect(viewer.compose(at: Self.second(1)))
    // The label fades from second 4 to 4.15.
    #expect(viewer.compose(at: Self.second(4.1)))
    let late = Self.second(5)
    #expect(try #require(viewer.nextFrame(after: late)) <= late)
    #expect(viewer.needsFrame(at: late))
    #expect(viewer.compose(at: late))
    #expect(viewer.nextFrame(after: late) == nil)
    #expect(!viewer.needsFrame(at: late))
  }

  @Test("What becomes of a picture is kept for the loop: a screen may be lost or paused by it")
  func outcomes() throws {
    let output = HeadlessOutput(size: PixelSize(width: 120, height: 200), dotsPerInch: 100, pacing: .realTime)
    let viewer = try Self.viewer(on: output)
    #expect(viewer.outcome == .unchanged)
    viewer.compose(at: Self.second(1))
    #expect(viewer.outcome == .queued)
    output.pause()
    viewer.compose(at: Self.second(4.05))
    #expect(viewer.outcome == .paused)
    output.resume(now: Self.second(4.1))
    // Nothing to show, nothing to hear of.
    viewer.compose(at: Self.second(5))
    viewer.compose(at: Self.second(6))
    #expect(viewer.outcome == .unchanged)
  }
}
