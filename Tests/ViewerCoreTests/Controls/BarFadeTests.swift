import Testing

@testable import ViewerCore

@Suite struct BarFadeTests {
  private func ms(_ value: Double) -> Timestamp { .milliseconds(value) }

  @Test("It comes within 150 ms, stays 3 s, and goes within 150 ms")
  func life() {
    var bar = BarFade()
    #expect(bar.opacity(at: ms(0)) == 0 && bar.nextChange(after: ms(0)) == nil)
    bar.show(at: ms(1000))
    let moments: [(Double, UInt8)] = [
      (1000, 0), (1075, 128), (1150, 255), (3999, 255), (4000, 255), (4075, 128), (4150, 0),
      (9000, 0),
    ]
    for (time, opacity) in moments {
      #expect(bar.opacity(at: ms(time)) == opacity, "at \(time) ms")
    }
    #expect(bar.isUp(at: ms(3999)) && !bar.isUp(at: ms(4000)))
    #expect(bar.nextChange(after: ms(1100)) == ms(1100))
    #expect(bar.nextChange(after: ms(2000)) == ms(4000))
    #expect(bar.nextChange(after: ms(4100)) == ms(4100))
    #expect(bar.nextChange(after: ms(4150)) == nil, "at rest nothing wakes")
  }

  @Test("While a finger is down it stays, and the 3 s begin with the lift")
  func held() {
    var bar = BarFade()
    bar.show(at: ms(0))
    bar.hold(at: ms(2000))
    #expect(bar.opacity(at: ms(60_000)) == 255 && bar.nextChange(after: ms(60_000)) == nil)
    bar.release(at: ms(60_000))
    #expect(bar.isUp(at: ms(62_999)) && !bar.isUp(at: ms(63_000)))
  }

  @Test("Half gone it comes back from there, and a hidden one cannot be held")
  func back() {
    var bar = BarFade()
    bar.show(at: ms(0))
    bar.hide(at: ms(1000))
    #expect(!bar.isUp(at: ms(1000)))
    let half = bar.opacity(at: ms(1075))
    bar.show(at: ms(1075))
    #expect(abs(Int(bar.opacity(at: ms(1075))) - Int(half)) <= 1)
    #expect(bar.opacity(at: ms(1150)) == 255)
    var hidden = BarFade()
    hidden.hold(at: ms(0))
    hidden.release(at: ms(5))
    #expect(hidden.opacity(at: ms(10)) == 0)
  }

  @Test("Without motion it is there or not")
  func still() {
    var bar = BarFade(reducesMotion: true)
    bar.show(at: ms(0))
    #expect(bar.opacity(at: ms(0)) == 255 && bar.nextChange(after: ms(0)) == ms(3000))
    #expect(bar.opacity(at: ms(3000)) == 0 && bar.nextChange(after: ms(3000)) == nil)
  }

  @Test("Where it stays no time and no tap takes it away; afterwards it goes as ever")
  func stays() {
    var bar = BarFade()
    bar.setStays(true, at: ms(0))
    #expect(bar.opacity(at: ms(75)) == 128 && bar.opacity(at: ms(60_000)) == 255)
    bar.hide(at: ms(60_000))
    #expect(bar.isUp(at: ms(99_000)) && bar.nextChange(after: ms(99_000)) == nil)
    bar.setStays(false, at: ms(100_000))
    #expect(bar.opacity(at: ms(100_000)) == 255 && !bar.isUp(at: ms(103_000)))
  }
}
