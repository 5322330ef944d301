import Testing

@testable import ViewerCore

@Suite struct CourseTests {
  private func views(pace: Int, rest: Int) -> [Double] {
    let start = Viewport(size: PixelSize(width: 100, height: 200))
    return Course.views(pace: .milliseconds(pace), rest: .milliseconds(rest)) { time in
      var view = start
      view.show(offset: Point(x: 0, y: time.seconds * 1000))
      return view
    }.map(\.offset.y)
  }

  @Test("A course begins when a render begun now is done for sure, and ends where the page comes to rest")
  func moments() {
    #expect(views(pace: 200, rest: 600) == [350, 450, 550, 600])
    #expect(views(pace: 200, rest: 100) == [100])
    #expect(views(pace: 100, rest: 5000) == [175, 225, 275, 325, 375, 425, 475, 525, 5000])
  }

  @Test("Pages that are drawn within two frames are wanted as they come into view", arguments: [0, 16, 33])
  func fast(_ pace: Int) {
    #expect(views(pace: pace, rest: 1000).isEmpty)
    #expect(!views(pace: 34, rest: 1000).isEmpty)
  }

  @Test("The pace is a mean in which the latest render counts a quarter, and a very slow one as two seconds")
  func pace() {
    var pace = RenderPace()
    #expect(pace.estimate == .zero)
    for (time, mean) in [(100, 100), (200, 125), (25, 100), (60_000, 575), (-5, 431.25)] as [(Int, Double)] {
      pace.record(.milliseconds(time))
      #expect(pace.estimate == .microseconds(Int64(mean * 1000)))
    }
  }

  @Test("Where a page coasts is where it will be, and at rest nothing coasts")
  func coast() throws {
    var reader = Reader.reading(pages: 40)
    #expect(reader.session.scroller.coast == nil)
    reader.drag(from: Point(x: 500, y: 1400), to: Point(x: 500, y: 200), milliseconds: 80, resting: false)
    let coast = try #require(reader.session.scroller.coast)
    let (now, end) = (reader.now, coast.end)
    #expect(end > now + .milliseconds(500))
    let middle = coast.viewport(at: now + .milliseconds(300))
    let rest = coast.viewport(at: end)
    reader.wait(milliseconds: 300)
    #expect(abs(reader.viewport.offset.y - middle.offset.y) < 150, "a frame may be 16 ms ago")
    #expect(rest.offset.y > middle.offset.y && middle.offset.y > 1200)
    reader.rest()
    #expect(reader.viewport == rest && reader.session.scroller.coast == nil)
  }

  /// Two workers that take so long for a page, and a reader who flings on and on.
  /// - Returns: the share of frames of the motion in which some page has its pixels.
  private func share(pace: Int, flings: Int = 12) -> Double {
    var reader = Reader.reading(pages: 200, options: SessionOptions(budget: 64 << 20))
    reader.hands = WorkerHands(idle: 2, count: 2)
    var due: [(time: Timestamp, work: Work)] = []
    var (frames, shown) = (0, 0)
    func pass(_ milliseconds: Int) {
      let end = reader.now + .milliseconds(milliseconds)
      while reader.now < end {
        reader.wait(milliseconds: min(8, (end - reader.now).seconds * 1000))
        for item in due where item.time <= reader.now { reader.answer(item.work) }
        due.removeAll { $0.time <= reader.now }
        for work in reader.take() {
          due.append((work.key == nil ? reader.now : reader.now + .milliseconds(pace), work))
        }
        frames += 1
        if reader.scene.pages.contains(where: { $0.base != nil }) { shown += 1 }
      }
    }
    for _ in 0..<flings {
      reader.touch(.down, Point(x: 500, y: 1400))
      for step in 1...10 {
        pass(8)
        reader.touch(.move, Point(x: 500, y: 1400 - 120 * Double(step)))
      }
      reader.touch(.up, Point(x: 500, y: 200))
      pass(420)
    }
    let share = Double(shown) / Double(frames)
    // At rest all is there, whatever went before.
    pass(3000)
    #expect(reader.session.isSharp && !reader.session.isMovingOrHeld)
    #expect(reader.session.stats.cache.usedBytes <= 64 << 20)
    return share
  }

  @Test(
    "Flung through faster than pages are drawn, a document still shows pages most of the time",
    arguments: [(200, 0.95), (300, 0.75), (400, 0.5)])
  func slowPages(_ pace: Int, _ least: Double) {
    let share = share(pace: pace)
    #expect(share >= least)
  }
}
