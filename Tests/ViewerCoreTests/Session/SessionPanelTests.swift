import Testing

@testable import ViewerCore

@Suite struct SessionPanelTests {
  private static let wide = Panel(size: PixelSize(width: 1500, height: 1000), dotsPerInch: 160)

  @Test(
    "Nothing is drawn while hidden, a late page out of sight is dropped, a visible one kept, and all is back on show"
  )
  func hidden() throws {
    var reader = Reader.reading()
    reader.handle(.command(.goTo(page: 10)))
    let work = reader.take()
    #expect(work.compactMap(\.page) == [9, 10, 11, 12, 8])
    reader.forget()
    reader.handle(.hidden(true))
    #expect(!reader.session.isVisible)
    for item in work.prefix(4) { reader.answer(item) }
    #expect(reader.take().isEmpty)
    #expect(reader.session.desk.cache.base(9) != nil && reader.session.desk.cache.base(10) != nil)
    #expect(reader.session.desk.cache.base(11) == nil)
    let results = reader.trace.compactMap { if case .render(_, let result) = $0 { result } else { nil } }
    #expect(results == [.ok, .ok, .stale, .stale])
    reader.answer(work[4])
    reader.handle(.hidden(false))
    #expect(reader.take().compactMap(\.page) == [11, 12, 8])
    reader.workAll()
    #expect(reader.lost.isEmpty && reader.session.isSharp)
  }

  @Test(
    "A fling that is under way when the picture is hidden asks for no frames, and is over when it shows again"
  )
  func hiddenWhileMoving() {
    var reader = Reader.reading()
    reader.drag(from: Point(x: 500, y: 1200), to: Point(x: 500, y: 600), milliseconds: 80, resting: false)
    #expect(reader.session.nextFrame(after: reader.now) == reader.now)
    reader.handle(.hidden(true))
    #expect(reader.session.nextFrame(after: reader.now) == nil)
    #expect(reader.viewport.offset.y > 1000, "it is where it was bound for")
    reader.wait(milliseconds: 1000)
    #expect(reader.session.deadline == nil)
    let place = reader.viewport
    reader.handle(.hidden(false))
    reader.rest()
    #expect(reader.viewport == place)
  }

  @Test("A finger that is down when the picture is hidden does nothing more")
  func hiddenWhileHeld() {
    var reader = Reader.reading()
    reader.touch(.down, Point(x: 500, y: 1200))
    for step in 1...5 {
      reader.wait(milliseconds: 10)
      reader.touch(.move, Point(x: 500, y: 1200 + Double(step) * 40))
    }
    #expect(reader.viewport.offset.y < 0)
    reader.handle(.hidden(true))
    #expect(reader.viewport.offset.y == 0)
    reader.touch(.move, Point(x: 500, y: 400))
    #expect(reader.viewport.offset.y == 0)
  }

  @Test("Without an output every bitmap goes, late results too; with the next one all are drawn again")
  func detached() {
    var reader = Reader.reading()
    reader.handle(.command(.goTo(page: 10)))
    let work = reader.take(2)
    reader.handle(.panel(nil, .none))
    reader.handle(.panel(nil, .none))
    #expect(reader.trace.count { if case .trim(.detached, _, _) = $0 { true } else { false } } == 1)
    for item in work { reader.answer(item) }
    #expect(reader.session.stats.cache.usedBytes == 0 && reader.lost.isEmpty)
    #expect(reader.take().isEmpty)
    reader.handle(.panel(Reader.panel, .none))
    reader.workAll()
    #expect(reader.session.isSharp && reader.session.pageNumber == 10 && reader.lost.isEmpty)
    #expect(reader.session.stats.counters.documents == 1)
  }

  @Test("Short of memory only visible pages are kept and drawn, for thirty seconds")
  func pressure() {
    var reader = Reader.reading()
    reader.handle(.command(.goTo(page: 10)))
    reader.workAll()
    reader.rest()
    reader.handle(.pressure)
    #expect(
      reader.trace.contains {
        if case .trim(.pressure, let before, let after) = $0 { after < before } else { false }
      })
    #expect(reader.take().isEmpty && reader.session.isSharp)
    #expect(reader.session.isAtRest(at: reader.now))
    reader.handle(.command(.goTo(page: 5)))
    #expect(reader.take().compactMap(\.page) == [4, 5])
    reader.workAll()
    reader.wait(milliseconds: 29_900)
    #expect(reader.take().isEmpty)
    reader.wait(milliseconds: 200)
    #expect(reader.take().compactMap(\.page).starts(with: [6, 7, 3]))
    #expect(reader.session.deadline == nil)
  }

  private func pool(_ reader: Reader) -> BufferPool { reader.session.desk.cache.pool }

  @Test(
    "Free buffers go when the picture is hidden, the screen is gone or memory short; the trace counts them, too"
  )
  func pools() {
    for event in [SessionEvent.hidden(true), .panel(nil, .none), .pressure] {
      var reader = Reader.reading(
        options: SessionOptions(limits: ZoomLimits(minimum: 0.1), budget: 256 << 20))
      // Smaller bases replace larger ones, whose memory is put away.
      reader.handle(.command(.zoom(0.4)))
      reader.rest()
      reader.workAll()
      #expect(pool(reader).byteCount > 0)
      let kept = reader.session.desk.cache.keptBytes
      reader.handle(event)
      #expect(pool(reader).byteCount == 0 && reader.lost.isEmpty)
      let trims = reader.trace.compactMap {
        if case .trim(_, let before, let after) = $0 { (before, after) } else { nil }
      }
      #expect(trims.count == 1 && trims[0].0 == kept && trims[0].1 == reader.session.desk.cache.keptBytes)
    }
  }

  @Test(
    "After a warning the pool comes back with the first render after the half minute, after hiding at once")
  func poolComesBack() {
    var reader = Reader.reading()
    reader.handle(.pressure)
    reader.handle(.command(.goTo(page: 9)))
    reader.workAll()
    #expect(pool(reader).limit == 0)
    reader.wait(milliseconds: 30_100)
    #expect(pool(reader).limit == 0)
    reader.take(1)
    #expect(pool(reader).limit > 0)
    reader.handle(.hidden(true))
    #expect(pool(reader).limit == 0)
    reader.handle(.hidden(false))
    reader.take(1)
    #expect(pool(reader).limit > 0)
  }

  @Test("What was wanted and had not begun when the picture was hidden is called off and counted")
  func queueDropped() {
    var reader = Reader.reading()
    reader.handle(.command(.goTo(page: 18)))
    reader.take(1)
    let before = reader.session.stats.counters.rendersCancelled
    reader.forget()
    reader.handle(.hidden(true))
    let cancelled = reader.trace.compactMap {
      if case .cancelled(let key) = $0 { Int(key.page) } else { nil }
    }
    #expect(!cancelled.isEmpty && !cancelled.contains(17))
    #expect(reader.session.stats.counters.rendersCancelled == before + cancelled.count)
  }

  @Test("A render that runs out of memory is as good as a warning")
  func outOfMemory() throws {
    var reader = Reader()
    reader.open()
    let work = reader.take()
    reader.answer(work[1])
    reader.answer(work[0], failing: (.outOfMemory, .answer))
    #expect(reader.take().compactMap(\.page) == [0, 1])
    reader.answer(try #require(reader.underWay.first { $0.page == 0 }), failing: (.outOfMemory, .death))
    #expect(reader.errors.map(\.code) == [.outOfMemory])
    reader.workAll()
    #expect(reader.errors.count == 1 && reader.lost.isEmpty)
  }

  @Test(
    "Another panel keeps the page, the place on it and the zoom", arguments: [1.0, 2.5], Rotation.allCases)
  func panelChange(zoom: Double, rotation: Rotation) {
    var reader = Reader.reading(size: SessionSizesTests.mixed)
    reader.handle(.command(.zoom(zoom)))
    reader.rest()
    reader.handle(.command(.goTo(page: 12)))
    reader.workAll()
    reader.handle(.key(.down))
    reader.rest()
    let inside = reader.session.pagePoint(reader.viewport.content(at: .zero), on: 11)
    reader.forget()
    reader.handle(.panel(Self.wide, rotation))
    #expect(reader.scene.size == Self.wide.size && reader.scene.rotation == rotation)
    #expect(reader.session.pagePoint(reader.viewport.content(at: .zero), on: 11).distance(to: inside) < 0.01)
    #expect(reader.viewport.zoom == zoom)
    #expect(reader.pagesReported.allSatisfy { $0 == 12 }, "pages passed on the way are not reported")
    reader.rest()
    #expect(reader.settledViews == 1)
    reader.workAll()
    #expect(reader.session.isSharp && reader.lost.isEmpty)
  }

  @Test("Bitmaps turned another way are not shown; those of another size stay until the new ones are there")
  func turned() {
    var reader = Reader.reading()
    let old = reader.scene.pages[0].base
    reader.handle(.panel(Self.wide, .none))
    #expect(reader.scene.pages[0].base == old && old != nil)
    reader.workAll()
    reader.handle(.panel(Self.wide, .half))
    #expect(reader.scene.pages.allSatisfy { $0.base == nil })
    reader.workAll()
    #expect(reader.session.isSharp && reader.lost.isEmpty)
  }

  @Test("Where other pages come into view the current page follows, though the offset stays")
  func sameOffset() {
    var reader = Reader.reading(size: { Size(width: 500, height: $0 == 0 ? 150 : 700) })
    reader.handle(.panel(Panel(size: PixelSize(width: 1000, height: 300), dotsPerInch: 160), .none))
    #expect(reader.session.pageNumber == 1)
    reader.forget()
    reader.handle(.panel(Reader.panel, .none))
    #expect(reader.viewport.offset == .zero)
    #expect(reader.pagesReported == [2])
  }
}
