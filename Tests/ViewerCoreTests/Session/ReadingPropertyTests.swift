import Testing

@testable import ViewerCore

/// Ten thousand seeded sequences of gestures over pages of every shape, in every layout.
@Suite struct ReadingPropertyTests {
  static let panel = Panel(size: PixelSize(width: 360, height: 520), dotsPerInch: 160)

  static let styles: [LayoutStyle] = LayoutStyle.Mode.allCases.flatMap { mode in
    [(Axis.vertical, false), (.horizontal, false), (.horizontal, true)].flatMap { axis, isRightToLeft in
      LayoutStyle.Fit.allCases.map { fit in
        LayoutStyle(mode: mode, axis: axis, fit: fit, isRightToLeft: isRightToLeft)
      }
    }
  }

  /// Lists of page sizes: ordinary, none, a point, huge, hair-thin, negative, and all mixed.
  static func sizes(_ random: inout SplitMix) -> [Size] {
    let kind = random.next(below: 8)
    return (0..<1 + random.next(below: 24)).map { _ in
      switch kind < 6 ? kind : random.next(below: 6) {
      case 0:
        Size(width: 200 + Double(random.next(below: 900)), height: 200 + Double(random.next(below: 900)))
      case 1: Size(width: 0, height: Double(random.next(below: 2)) * 700)
      case 2: Size(width: 1, height: 1)
      case 3: Size(width: 14_400, height: Double(1 + random.next(below: 14_400)))
      case 4: Size(width: Double(1 + random.next(below: 3)), height: 14_400)
      default: Size(width: -500, height: Double(random.next(below: 900)) - 450)
      }
    }
  }

  /// A session, the workers behind it, and what must hold.
  struct Watched {
    var session: Session
    var random: SplitMix
    let sizes: [Size]
    var now = Timestamp.zero
    var underWay: [Work] = []
    var effects: [Effect] = []
    private var drawn: Set<Int> = []

    init(_ style: LayoutStyle, seed: Int) {
      random = SplitMix(seed: UInt64(seed))
      sizes = ReadingPropertyTests.sizes(&random)
      var style = style
      if random.next(below: 4) == 0 {
        style.insets = Insets(
          top: random.next(below: 40), right: random.next(below: 40), bottom: random.next(below: 40),
          left: random.next(below: 40))
      }
      let limits = ZoomLimits(minimum: [1, 1, 0.3, 0.01, 1.5][random.next(below: 5)], maximum: 8)
      session = Session(
        options: SessionOptions(
          limits: limits, layout: style, spacing: random.next(below: 3) * 9,
          firstPage: random.next(below: sizes.count), budget: [64, 8, 2][random.next(below: 3)] << 20),
        panel: ReadingPropertyTests.panel)
      handle(
        .opened(document: session.documentNumber, pages: sizes.count, first: sizes[0], encrypted: false))
      settle()
    }

    mutating func handle(_ event: SessionEvent) {
      let (visible, kept) = (Set(session.visiblePages), drawn)
      session.handle(event, at: now)
      look(stillThere: visible.intersection(kept))
    }

    private mutating func look(stillThere: Set<Int>) {
      effects += session.takeEffects()
      drawn = Set(session.visiblePages.filter { session.desk.cache.base($0) != nil })
      let gone = stillThere.intersection(session.visiblePages).subtracting(drawn)
      #expect(gone.isEmpty, "visible pages were evicted: \(gone)")
    }

    mutating func wait(milliseconds: Int) {
      let end = now + .milliseconds(milliseconds)
      while now < end {
        now = min(end, now + .milliseconds(40))
        if let deadline = session.deadline, deadline <= now { handle(.time) }
        handle(.frame)
      }
    }

    /// Workers take and answer as they like.
    mutating func work() {
      for _ in 0..<random.next(below: 4) {
        guard let work = session.nextWork() else { break }
        #expect(!underWay.contains { Self.isSame($0, work) }, "twice under way: \(work)")
        underWay.append(work)
      }
      while !underWay.isEmpty, random.next(below: 3) > 0 {
        answer(underWay.remove(at: random.next(below: underWay.count)))
      }
    }

    private static func isSame(_ one: Work, _ other: Work) -> Bool {
      if case .render(let key, _) = one, case .render(let second, _) = other { return key == second }
      return one == other
    }

    private mutating func answer(_ work: Work) {
      switch work {
      case .sizes(let document, let first, let count):
        handle(.sizes(document: document, first: first, Array(sizes[first..<first + count])))
      case .render(let key, let bitmap): handle(.rendered(key, bitmap, RenderYield()))
      default: handle(.readFailed(work, .pageRenderFailed, .answer))
      }
    }

    /// Everybody finishes; then everything must be right.
    mutating func settle() {
      var isDone = false
      while !isDone {
        for _ in 0..<60 where session.scroller.isMoving || session.deadline != nil { wait(milliseconds: 80) }
        while let work = session.nextWork() { underWay.append(work) }
        isDone = underWay.isEmpty
        while !underWay.isEmpty { answer(underWay.removeFirst()) }
      }
      let scroller = session.scroller
      #expect(!scroller.isMoving && !scroller.isHeld)
      #expect(scroller.bounds.clamp(scroller.viewport.offset) == scroller.viewport.offset)
      #expect(scroller.limits.clamp(scroller.viewport.zoom) == scroller.viewport.zoom)
      let visible = session.visiblePages
      // Beside narrow pages there may be nothing where a wider one could be.
      if session.mostVisiblePage(in: scroller.viewport) != nil {
        #expect(visible.contains(session.currentPage))
      }
      #expect(session.isSharp)
      let cache = session.desk.cache
      if cache.usedBytes > cache.budget {
        for page in sizes.indices where !visible.contains(page) {
          #expect(cache.base(page) == nil && cache.tile(page) == nil, "page \(page) is beyond the budget")
        }
      }
    }

    private mutating func place() -> Point {
      Point(
        x: Double(random.next(below: ReadingPropertyTests.panel.size.width)),
        y: Double(random.next(below: ReadingPropertyTests.panel.size.height)))
    }

    private mutating func touch(_ phase: TouchChange.Phase, _ place: Point, slot: Int32 = 0) {
      let change = TouchChange(
        slot: slot, phase: phase, position: place, millimetres: place * (25.4 / 160))
      handle(.touch(TouchFrame(time: now, device: 0, changes: [change])))
    }

    /// One sequence: one to three gestures, workers in between.
    mutating func sequence() {
      for _ in 0..<1 + random.next(below: 3) {
        gesture()
        work()
      }
      touch(.up, .zero)
      touch(.up, .zero, slot: 1)
      handle(.touchesEnded)
    }

    private mutating func gesture() {
      switch random.next(below: 10) {
      case 0...2: drag()
      case 3, 4: pinch()
      case 5:
        let at = place()
        for _ in 0..<1 + random.next(below: 2) {
          touch(.down, at)
          wait(milliseconds: 50)
          touch(.up, at)
          wait(milliseconds: 120)
        }
      case 6: handle(.key(Key.allCases[random.next(below: Key.allCases.count)]))
      case 7: handle(.command(.goTo(page: 1 + random.next(below: sizes.count))))
      case 8: handle(.wheel(notches: Double(random.next(below: 7)) - 3, at: .zero))
      default:
        let covered = random.next(below: 2) * 240
        session.setObscured(bottom: covered, at: now)
        session.stepPage(by: random.next(below: 3) - 1, at: now)
        look(stillThere: [])
      }
      wait(milliseconds: random.next(below: 200))
    }

    private mutating func drag() {
      let (from, to) = (place(), place())
      let steps = 1 + random.next(below: 6)
      touch(.down, from)
      for step in 1...steps {
        wait(milliseconds: 8 + random.next(below: 20))
        touch(.move, from + (to - from) * (Double(step) / Double(steps)))
      }
      if random.next(below: 4) == 0 { wait(milliseconds: 60) }
      touch(.up, to)
    }

    private mutating func pinch() {
      let centre = place()
      let span = Double(20 + random.next(below: 150))
      let last = Double(20 + random.next(below: 300))
      touch(.down, centre - Point(x: span / 2, y: 0))
      touch(.down, centre + Point(x: span / 2, y: 0), slot: 1)
      for step in 1...4 {
        wait(milliseconds: 16)
        let half = (span + (last - span) * Double(step) / 4) / 2
        touch(.move, centre - Point(x: half, y: 0))
        touch(.move, centre + Point(x: half, y: 0), slot: 1)
      }
      touch(.up, centre)
      touch(.up, centre, slot: 1)
    }
  }

  @Test(
    "Whatever fingers do, in every layout the view ends in bounds, sharp and within the budget",
    arguments: styles)
  func invariants(style: LayoutStyle) {
    // 27 styles, 12 documents each, 32 sequences a document: 10,368.
    for document in 0..<12 {
      var watched = Watched(style, seed: document)
      for sequence in 0..<32 {
        watched.sequence()
        if sequence.isMultiple(of: 8) { watched.settle() }
      }
      watched.settle()
    }
  }

  @Test("A pinch keeps the point under it within a pixel, wherever it is", arguments: styles)
  func focalPoint(style: LayoutStyle) {
    guard style.mode != .single else { return }
    for seed in 0..<12 {
      var watched = Watched(style, seed: seed)
      var scroller = watched.session.scroller
      for _ in 0..<6 {
        scroller.hold()
        for _ in 0..<10 {
          let focus = Point(
            x: Double(watched.random.next(below: 360)), y: Double(watched.random.next(below: 520)))
          let by = Point(x: Double(watched.random.next(below: 40)) - 20, y: 3)
          let scale = 0.7 + Double(watched.random.next(below: 80)) / 100
          let before = scroller.viewport.content(at: focus - by)
          scroller.pinch(focus: focus, by: by, scale: scale)
          let seen = before * scroller.viewport.zoom - scroller.viewport.offset
          #expect(seen.distance(to: focus) < 1)
        }
        scroller.release(velocity: .zero, at: watched.now)
        watched.now = watched.now + .seconds(1)
        scroller.advance(to: watched.now)
        #expect(scroller.bounds.clamp(scroller.viewport.offset) == scroller.viewport.offset)
      }
    }
  }

  @Test("The same gestures give the same effects and pictures in every layout", arguments: styles)
  func deterministic(style: LayoutStyle) {
    func run() -> ([Effect], Scene) {
      var watched = Watched(style, seed: 99)
      for _ in 0..<12 { watched.sequence() }
      watched.settle()
      return (watched.effects, watched.session.scene(at: watched.now))
    }
    let (first, second) = (run(), run())
    #expect(first.0 == second.0 && first.1 == second.1)
  }
}
