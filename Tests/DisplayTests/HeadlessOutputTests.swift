import Testing
import ViewerCore

@testable import Display

@Suite struct HeadlessOutputTests {
  private static let size = PixelSize(width: 40, height: 30)

  @Test("In virtual time a frame is shown when it is presented")
  func virtual() {
    let output = HeadlessOutput(size: Self.size, dotsPerInch: 160, pacing: .virtual)
    output.withShadow { fill($0, PixelRect(size: Self.size), 3) }
    let now = Timestamp.milliseconds(50)
    #expect(output.present(Damage(PixelRect(size: Self.size)), now: now) == .queued)
    #expect(output.deadline == now)
    var events: [DisplayEvent] = []
    output.service(now: now, into: &events)
    #expect(events == [.flip(time: now, sequence: 2)])
    #expect(output.withScreen { $0.pixel(x: 39, y: 29) } == 3)
    #expect(output.isReady)
    #expect(output.deadline == nil)
  }

  @Test("In real time frames are 60 Hz apart, and what comes meanwhile follows")
  func realTime() {
    let output = HeadlessOutput(size: Self.size, dotsPerInch: 160, pacing: .realTime)
    let damage = Damage(PixelRect(size: Self.size))
    var events: [DisplayEvent] = []
    var now = Timestamp.zero
    #expect(output.present(damage, now: now) == .queued)
    #expect(output.present(damage, now: now) == .busy)
    while events.count < 60, let next = output.deadline {
      output.service(now: next - .microseconds(1), into: &events)
      #expect(output.deadline == next)
      now = next
      output.service(now: now, into: &events)
      _ = output.present(damage, now: now)
    }
    #expect(now == Timestamp(microseconds: 60 * 16_667))
    #expect(events.last == .flip(time: now, sequence: 60))
  }

  @Test("Copies cost what they cost on a real screen: each buffer gets what it lacks")
  func copies() {
    let output = HeadlessOutput(size: Self.size, dotsPerInch: 160, pacing: .virtual)
    var events: [DisplayEvent] = []
    func present(_ rect: PixelRect) -> Int {
      let before = output.bytesCopied
      _ = output.present(Damage(rect), now: .zero)
      output.service(now: .zero, into: &events)
      return output.bytesCopied - before
    }
    let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let whole = 40 * 30 * 4
    #expect(present(PixelRect(size: Self.size)) == whole)
    #expect(present(pixel) == whole)
    // From now on only the last two frames' damage, in lines of 64 bytes.
    #expect(present(pixel) == 64)
    #expect(present(PixelRect(x: 17, y: 5, width: 1, height: 2)) == 64 + 128)
    #expect(present(pixel) == 64 + 128)
  }

  @Test("Off, away or closed it shows nothing; back it shows everything")
  func offAndOn() {
    let output = HeadlessOutput(size: Self.size, dotsPerInch: 160, pacing: .virtual)
    var events: [DisplayEvent] = []
    let damage = Damage(PixelRect(x: 0, y: 0, width: 1, height: 1))
    output.setActive(false, now: .zero)
    output.withShadow { fill($0, PixelRect(size: Self.size), 3) }
    #expect(output.present(damage, now: .zero) == .paused)
    output.setActive(true, now: .zero)
    output.service(now: .zero, into: &events)
    #expect(output.withScreen { $0.pixel(x: 20, y: 20) } == 3)
    output.pause()
    output.withShadow { fill($0, PixelRect(size: Self.size), 4) }
    #expect(output.present(damage, now: .zero) == .paused)
    #expect(output.deadline == nil)
    output.resume(now: .zero)
    output.service(now: .zero, into: &events)
    #expect(output.withScreen { $0.pixel(x: 20, y: 20) } == 4)
    #expect(events.count == 2)
    output.close()
    #expect(output.present(damage, now: .zero) == .paused)
  }

  @Test("A turned screen lies turned in memory")
  func turned() {
    let output = HeadlessOutput(size: Self.size, dotsPerInch: 160, rotation: .quarter, pacing: .virtual)
    #expect(output.panel.size == Self.size)
    #expect(output.pixelSize == PixelSize(width: 30, height: 40))
    #expect(output.withShadow { $0.size } == PixelSize(width: 30, height: 40))
  }
}
