import Testing
import ViewerCore

@testable import Display

@Suite struct FramePacerTests {
  private static let period = Duration.microseconds(16_667)

  @Test("From idle a frame starts at once")
  func idle() {
    var pacer = FramePacer(period: Self.period)
    let now = Timestamp.milliseconds(500)
    #expect(pacer.nextFrameTime(now: now) == now)
    pacer.flipped(at: .milliseconds(100), sequence: 6)
    #expect(pacer.nextFrameTime(now: now) == now)
  }

  @Test("After a flip a frame starts one window before the next vblank: 7 ms until costs are known")
  func firstWindow() {
    var pacer = FramePacer(period: Self.period)
    pacer.flipped(at: .milliseconds(100), sequence: 6)
    #expect(pacer.nextFrameTime(now: .milliseconds(100)) == Timestamp(microseconds: 100_000 + 9667))
    #expect(pacer.nextFrameTime(now: .milliseconds(112)) == .milliseconds(112))
  }

  @Test(
    "The window is the 95th percentile and a quarter, plus 1.5 ms, within 3 ms and a millisecond less than a period",
    arguments: [(100, 3000), (2000, 4000), (6000, 9000), (30_000, 15_667)] as [(Int64, Int64)])
  func window(cost: Int64, window: Int64) {
    var pacer = FramePacer(period: Self.period)
    for _ in 0..<64 { pacer.record(cost: .microseconds(cost)) }
    #expect(pacer.window == .microseconds(window))
  }

  @Test("Three slow frames of 64 do not widen the window, four do; old ones are forgotten")
  func percentile() {
    var pacer = FramePacer(period: Self.period)
    for index in 0..<64 { pacer.record(cost: .microseconds(index < 3 ? 8000 : 2000)) }
    #expect(pacer.window == .microseconds(4000))
    for _ in 0..<61 { pacer.record(cost: .microseconds(2000)) }
    for _ in 0..<4 { pacer.record(cost: .microseconds(8000)) }
    #expect(pacer.window == .microseconds(11_500))
    for _ in 0..<64 { pacer.record(cost: .microseconds(2000)) }
    #expect(pacer.window == .microseconds(4000))
  }

  @Test("A card without vblanks is not asked for more frames than its mode has")
  func withoutVblanks() {
    var pacer = FramePacer(period: Self.period)
    pacer.flipped(at: .milliseconds(100), sequence: 0)
    #expect(pacer.nextFrameTime(now: .milliseconds(100)) == Timestamp(microseconds: 116_667))
  }
}
