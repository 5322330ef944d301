import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// The kiosk's loop under a service manager: a real socket, the headless display, real time.
struct ServiceLineTests {
  private struct Kiosk {
    let listener: ServiceListener
    let stage: ViewerStage
    let loop: ShowLoop
    let wakeUps: () -> Int

    init(_ document: [UInt8]?, watchdog: Duration?) throws {
      stage = try ViewerStage([document]) {
        $0.output.size = PixelSize(width: 120, height: 160)
        $0.trace = nil
      }
      listener = try ServiceListener("@" + stage.folder.path)
      let invitation = ServiceSocket.Invitation(address: listener.address, watchdog: watchdog)
      let start = try ViewerStart(stage.start.options, worker: Programs.worker)
      let screen = try KioskScreen(start.options)
      let output = try #require(screen.output)
      let now = Timestamp(microseconds: MonotonicClock.now())
      wakeUps = { start.loop.wakeUps }
      loop = ShowLoop(
        viewer: try start.viewer(on: output, start: now, isLive: true), loop: start.loop, screen: screen,
        devices: nil, player: nil, host: try ShowHost(ownsConsole: false), meters: Meters(start: now),
        service: try ServiceLine(invitation))
    }

    var document: String { stage.folder.appendingPathComponent("0.pdf").path }

    /// Runs the loop until a line is heard; what came before it too. The turns only guard against one that hangs.
    func hear(_ line: String) throws -> [String] {
      var heard: [String] = []
      for _ in 0..<600 where !heard.contains(line) {
        try run(for: .milliseconds(100))
        heard += listener.heard()
      }
      return heard
    }

    func run(for time: Duration) throws {
      try loop.run(until: Timestamp(microseconds: MonotonicClock.now()) + time)
    }
  }

  @Test("Ready is said when the document's own pixels are on the screen, not before, and its pages are told")
  func ready() throws {
    let kiosk = try Kiosk(Material.document(pages: 3), watchdog: nil)
    try kiosk.loop.run(until: .zero)
    #expect(kiosk.listener.heard() == ["EXTEND_TIMEOUT_USEC=10000000", "STATUS=Opening \(kiosk.document)"])
    let status = "STATUS=\(kiosk.document), 3 pages"
    var heard = try kiosk.hear("READY=1")
    #expect(heard.contains("READY=1"))
    if !heard.contains(status) { heard += try kiosk.hear(status) }
    #expect(heard.filter { $0 == "READY=1" }.count == 1)
    #expect(heard.contains(status))
  }

  @Test("A document that cannot be shown is an answer, too")
  func failure() throws {
    let kiosk = try Kiosk(nil, watchdog: nil)
    let heard = try kiosk.hear("READY=1")
    #expect(heard.contains("READY=1"))
    #expect(heard.contains { $0.hasPrefix("STATUS=") && $0.hasSuffix("[not-found]") })
  }

  @Test("A loop that turns is fed for, at rest too; one that hangs is not, and is again when it goes on")
  func watchdog() throws {
    let kiosk = try Kiosk(Material.document(pages: 1), watchdog: .milliseconds(200))
    #expect(try kiosk.hear("WATCHDOG=1").contains("READY=1"))
    #expect(try kiosk.hear("WATCHDOG=1").contains("WATCHDOG=1"))
    // It hangs: what was said before is taken in, then three times the watchdog's period nothing comes.
    _ = kiosk.listener.heard()
    #expect(kiosk.listener.next(within: 600) == nil)
    #expect(try kiosk.hear("WATCHDOG=1").contains("WATCHDOG=1"))
  }

  @Test("The manager hears that the kiosk ends because it was told to")
  func stopping() throws {
    let kiosk = try Kiosk(Material.document(pages: 1), watchdog: nil)
    _ = try kiosk.hear("READY=1")
    #expect(pthread_kill(pthread_self(), SIGTERM) == 0)
    try kiosk.loop.run()
    #expect(kiosk.listener.heard().suffix(2) == ["STOPPING=1", "STATUS=Ending"])
  }

  @Test("Words that the manager cannot take are said again")
  func deaf() throws {
    let kiosk = try Kiosk(Material.document(pages: 1), watchdog: nil)
    let socket = try ServiceSocket(kiosk.listener.address)
    // Until the kernel queues no more.
    for _ in 0..<100_000 { if (try? socket.say(["NOISE"])) == nil { break } }
    try kiosk.run(for: .milliseconds(300))
    #expect(!kiosk.listener.heard().contains { $0 != "NOISE" })
    #expect(try kiosk.hear("READY=1").contains("READY=1"))
  }
}
