import Testing
import ViewerCore
import Wire

@testable import Touch

@Suite("Clips in real time")
struct ClipPlayerTests {
  static let panel = Panel(size: PixelSize(width: 1000, height: 500), dotsPerInch: 254)

  @Test("Events come when they are due, on the machine's clock, apart from real devices")
  func plays() throws {
    let clip = try Clip(Array("0 tap 5,6\n20 key Home\n100 ctl next\n200 wait 50ms".utf8), panel: Self.panel)
    let start = Timestamp(microseconds: 7_000_000)
    let player = ClipPlayer(clip, start: start)
    var events: [InputEvent] = []
    player.dispatch(now: start - .microseconds(1), into: &events)
    #expect(events.isEmpty)
    #expect(player.nextDue == start)
    player.dispatch(now: start + .milliseconds(30), into: &events)
    guard case .touch(let frame)? = events.first else {
      Issue.record("no touch")
      return
    }
    #expect(frame.time == start)
    #expect(frame.device >= ClipPlayer.firstDevice)
    #expect(frame.changes.map(\.slot) == [ClipPlayer.firstSlot])
    #expect(events.dropFirst() == [.key(.home, at: start + .milliseconds(20))])
    #expect(player.nextDue == start + .milliseconds(60))
    player.dispatch(now: start + .seconds(1), into: &events)
    #expect(events.count == 4)
    #expect(events.last == .played(.control("next"), at: start + .milliseconds(100)))
    #expect(player.nextDue == nil)
    #expect(player.eventDescriptor == nil)
  }

  @Test("The clip's silence at its end is played too")
  func ends() throws {
    let player = ClipPlayer(
      try Clip(Array("0 hide\n10 wait 90ms".utf8), panel: Self.panel), start: .zero)
    var events: [InputEvent] = []
    #expect(!player.isOver(at: .milliseconds(200)))
    player.dispatch(now: .milliseconds(50), into: &events)
    #expect(!player.isOver(at: .milliseconds(99)))
    #expect(player.isOver(at: .milliseconds(100)))
  }
}
