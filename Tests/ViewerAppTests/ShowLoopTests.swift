import Display
import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import Touch
import ViewerCore

@testable import ViewerApp

/// The kiosk's loop on the headless display, in real time.
struct ShowLoopTests {
  private struct Kiosk {
    /// Has the files; its own viewer stands still.
    let stage: ViewerStage
    let start: ViewerStart
    let screen: KioskScreen
    let viewer: Viewer
    let loop: ShowLoop

    init(_ documents: [[UInt8]?], clip: String? = nil) throws {
      stage = try ViewerStage(documents, clip: clip) {
        $0.output.size = PixelSize(width: 120, height: 160)
        $0.trace = nil
      }
      start = try ViewerStart(stage.start.options, worker: Programs.worker)
      screen = try KioskScreen(start.options)
      let output = try #require(screen.output)
      let now = Timestamp(microseconds: MonotonicClock.now())
      viewer = try start.viewer(on: output, start: now, isLive: true)
      let player =
        clip == nil
        ? nil
        : ClipPlayer(try start.clip(panel: output.panel, rotation: output.rotation), start: now)
      loop = ShowLoop(
        viewer: viewer, loop: start.loop, screen: screen, devices: nil, player: player,
        host: try ShowHost(ownsConsole: false), meters: Meters(start: now))
    }

    var isAtRest: Bool {
      let now = Timestamp(microseconds: MonotonicClock.now())
      return viewer.session.isAtRest(at: now) && viewer.session.isSharp && !viewer.pool.isBusy
        && !viewer.needsFrame(at: now)
    }

    /// Runs for a while, from now.
    func run(for time: Duration) throws {
      try loop.run(until: Timestamp(microseconds: MonotonicClock.now()) + time)
    }
  }

  @Test(
    "At rest nothing wakes the loop before its time is over, and a signal ends it"
  )
  func rest() throws {
    let kiosk = try Kiosk([Material.document(pages: 3)])
    // No limit: as long as the machine takes to draw a page and the label to fade.
    for _ in 0..<600 where !kiosk.isAtRest { try kiosk.run(for: .milliseconds(100)) }
    // The last picture reaches the screen, and a worker grown fat its end.
    try kiosk.run(for: .milliseconds(100))
    let isAtRest = kiosk.isAtRest
    try #require(isAtRest)
    #expect(kiosk.viewer.frames > 1 && kiosk.viewer.showsPixels)
    let wakeUps = kiosk.start.loop.wakeUps
    let frames = kiosk.viewer.frames
    try kiosk.run(for: .milliseconds(400))
    #expect(kiosk.start.loop.wakeUps == wakeUps + 1)
    #expect(kiosk.viewer.frames == frames)

    // To this thread alone, which has it blocked: the loop takes it as news.
    #expect(pthread_kill(pthread_self(), SIGTERM) == 0)
    try kiosk.loop.run()
    // The signal has been taken, else it would end the tests as soon as it is let through.
    var pending = sigset_t()
    #expect(sigpending(&pending) == 0 && sigismember(&pending, SIGTERM) == 0)
  }

  @Test("With a clip the run ends when it is over and all has come to rest")
  func clip() throws {
    let kiosk = try Kiosk(
      [Material.document(pages: 3), Material.document(pages: 2)], clip: "0 ctl next\n3000 ctl goto 2\n")
    try kiosk.loop.run()
    #expect(kiosk.viewer.session.pageNumber == 2 && kiosk.viewer.session.pageCount == 2)
    let isAtRest = kiosk.isAtRest
    #expect(isAtRest)
    let pixels = kiosk.screen.output?.withShadow { $0.pixel(x: 60, y: 130) & 0xFFFFFF }
    #expect(pixels == 0x0000FF)
  }

  @Test("Words in a clip that are no command end the run with a failure")
  func words() throws {
    let kiosk = try Kiosk([Material.document(pages: 1)], clip: "0 ctl dance\n")
    #expect(failureOf { try kiosk.loop.run() }?.subject == "ctl dance")
  }

  @Test("A moment that has come ends the run in its first turn")
  func past() throws {
    let kiosk = try Kiosk([nil])
    let wakeUps = kiosk.start.loop.wakeUps
    try kiosk.loop.run(until: .zero)
    #expect(kiosk.start.loop.wakeUps == wakeUps)
    #expect(kiosk.viewer.session.documentFailure?.code == .notFound)
  }
}
