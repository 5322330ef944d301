import Testing

@testable import ViewerCore

@Suite struct SessionPropertyTests {
  private func act(_ reader: inout Reader, _ random: inout SplitMix) {
    func place() -> Point {
      Point(x: Double(random.next(below: 1000)), y: Double(random.next(below: 1500)))
    }
    switch random.next(below: 18) {
    case 0: reader.tap(place())
    case 1, 2: reader.drag(from: place(), to: place(), milliseconds: 60, resting: false)
    case 3: reader.touch(.down, place(), slot: Int32(random.next(below: 2)))
    case 4: reader.touch(.up, place(), slot: Int32(random.next(below: 2)))
    case 5: reader.touch(.move, place(), slot: Int32(random.next(below: 2)))
    case 6: reader.handle(.key([.pageDown, .pageUp, .plus, .minus, .home, .end][random.next(below: 6)]))
    case 7: reader.handle(.command(.goTo(page: random.next(below: 70))))
    case 8: reader.handle(.command(.zoom(Double(1 + random.next(below: 90)) / 10)))
    case 9: reader.handle([.command(.next), .command(.previous), .command(.home)][random.next(below: 3)])
    case 10: reader.handle(.hidden(random.next(below: 2) == 0))
    case 11:
      let size = PixelSize(width: 400 + random.next(below: 900), height: 400 + random.next(below: 900))
      let panel = random.next(below: 3) == 0 ? nil : Panel(size: size, dotsPerInch: 160)
      reader.handle(.panel(panel, Rotation.allCases[random.next(below: 4)]))
    case 12: reader.handle(.pressure)
    case 13: reader.handle(.wheel(notches: Double(random.next(below: 9)) - 4, at: .zero))
    case 14: if random.next(below: 3) > 0 { reader.open() }
    default: reader.wait(milliseconds: Double(random.next(below: 300)))
    }
  }

  private static func shownPages(_ reader: Reader) -> Set<Int> {
    Set(reader.session.visiblePages.filter { reader.session.desk.cache.base($0) != nil })
  }

  /// Beyond the budget there is nothing but what is on the screen or with a worker.
  private static func checkBudget(_ reader: inout Reader) {
    reader.session.replan()
    reader.collect()
    let session = reader.session
    guard session.document.isOpen, session.isVisible else { return }
    let cache = session.desk.cache
    #expect(cache.tilePixels <= 2 * session.panel.size.area)
    #expect(cache.pool.byteCount <= cache.pool.limit)
    guard cache.usedBytes > cache.budget else { return }
    #expect(cache.pool.byteCount == 0 && cache.thumbnailBytes == 0)
    for page in 0..<reader.pages where !session.visiblePages.contains(page) {
      #expect(cache.base(page) == nil && cache.tile(page) == nil)
    }
  }

  /// Workers answer in any order, some renders fail in some way.
  private func work(_ reader: inout Reader, _ random: inout SplitMix) {
    reader.take(random.next(below: 4))
    while let work = reader.underWay.randomElement(using: &random), random.next(below: 4) > 0 {
      let failures: [(ErrorCode, DeathBlame)?] = [
        (.pageRenderFailed, .answer), (.timeout, .deadline), (.outOfMemory, .death),
        (.pageRenderFailed, .foreign), nil, nil, nil, nil, nil, nil, nil, nil,
      ]
      reader.answer(work, failing: failures[random.next(below: failures.count)])
    }
  }

  @Test(
    "Whatever happens, no bitmap is lost or freed twice, the scene names only living ones, and all comes to rest",
    arguments: 0..<150)
  func books(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let limits = ZoomLimits(minimum: [1, 0.3, 0.02][random.next(below: 3)])
    var reader = Reader(
      pages: 1 + random.next(below: 60),
      options: SessionOptions(
        limits: limits, budget: [256, 40, 1][random.next(below: 3)] << 20, sources: 1 + random.next(below: 3)),
      size: SessionSizesTests.mixed)
    let greys = random.next(below: 4)
    reader.format = { $0 % 4 < greys ? .grey : .colour }
    reader.open()
    for _ in 0..<80 {
      act(&reader, &random)
      let before = Self.shownPages(reader)
      work(&reader, &random)
      // Work alone costs no page on the screen its pixels. (Sizes may bring other pages there.)
      #expect(before.intersection(reader.session.visiblePages).isSubset(of: Self.shownPages(reader)))
      Self.checkBudget(&reader)
      let scene = reader.scene
      for page in scene.pages {
        for bitmap in [page.base, page.tile?.bitmap] {
          if let bitmap { #expect(reader.lent.contains(bitmap) && !reader.freed.contains(bitmap)) }
        }
        #expect(page.frame.intersects(PixelRect(size: scene.size)))
      }
      #expect(reader.lost.isEmpty)
    }
    // The reader leaves, the workers finish: everything is at rest and as sharp as it will be.
    reader.handle(.panel(Reader.panel, .none))
    reader.handle(.hidden(false))
    reader.handle(.touchesEnded)
    reader.open()
    for _ in 0..<4 {
      reader.rest()
      reader.workAll()
    }
    #expect(reader.session.isSharp && reader.underWay.isEmpty && reader.lost.isEmpty)
    #expect(reader.session.stats.cache.lentBytes == 0)
    let scroller = reader.session.scroller
    #expect(scroller.bounds.clamp(scroller.viewport.offset) == scroller.viewport.offset)
    reader.handle(.panel(nil, .none))
    #expect(reader.lent == reader.freed)
  }

  @Test("The same events give the same effects and pictures", arguments: 0..<10)
  func deterministic(seed: Int) {
    func run() -> ([Effect], Scene) {
      var random = SplitMix(seed: UInt64(seed))
      var reader = Reader.reading(size: SessionSizesTests.mixed)
      for _ in 0..<60 {
        act(&reader, &random)
        work(&reader, &random)
      }
      return (reader.effects, reader.scene)
    }
    let (effects, scene) = run()
    let (again, sceneAgain) = run()
    #expect(effects == again && scene == sceneAgain)
  }
}
