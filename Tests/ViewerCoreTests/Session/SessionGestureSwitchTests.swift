import Testing

@testable import ViewerCore

@Suite struct SessionGestureSwitchTests {
  static func reading(
    without off: Set<GestureSwitches.Name>, _ change: (inout SessionOptions) -> Void = { _ in }
  )
    -> Reader
  {
    Reader.reading(
      options: SessionBarTests.options {
        $0.gesturesOff = off
        change(&$0)
      })
  }

  static func pinch(_ reader: inout Reader) {
    reader.touch(.down, Point(x: 400, y: 700))
    reader.touch(.down, Point(x: 600, y: 700), slot: 1)
    for step in 1...12 {
      reader.wait(milliseconds: 10)
      reader.touch(.move, Point(x: 600 + 25 * Double(step), y: 700 + 10 * Double(step)), slot: 1)
    }
    reader.touch(.up, Point(x: 900, y: 820), slot: 1)
    reader.touch(.up, Point(x: 400, y: 700))
    reader.rest()
  }

  /// Does a gesture to the page.
  static func make(_ name: GestureSwitches.Name, _ reader: inout Reader) {
    switch name {
    case .tap: reader.tap(Point(x: 500, y: 300))
    case .doubleTap:
      reader.tap(Point(x: 500, y: 300))
      reader.wait(milliseconds: 120)
      reader.tap(Point(x: 500, y: 300))
    case .longPress:
      reader.touch(.down, Point(x: 300, y: 120))
      reader.wait(milliseconds: 600)
      reader.workAll()
      reader.wait(milliseconds: 100)
      reader.touch(.up, Point(x: 300, y: 120))
    case .drag: reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 500))
    case .fling, .documentSwipe:
      let end = name == .fling ? Point(x: 500, y: 500) : Point(x: 100, y: 900)
      reader.drag(from: Point(x: 500, y: 900), to: end, milliseconds: 80, resting: false)
    case .pinch: pinch(&reader)
    }
    reader.workAll()
    reader.rest()
  }

  @Test(
    "A gesture that is off does nothing to the page, and all others do what they do",
    arguments: GestureSwitches.Name.allCases)
  func alone(off: GestureSwitches.Name) {
    for name in GestureSwitches.Name.allCases {
      var reader = Self.reading(without: [off]) { $0.sources = 2 }
      reader.words = { _ in ReadingStage.text(["the quick brown fox jumps over the lazy dog"]) }
      // Dragged and held: only what follows the lift is the fling's.
      let before = reader.viewport
      reader.forget()
      Self.make(name, &reader)
      let moved = reader.viewport != before
      let isOn = name != off
      switch name {
      case .tap: #expect(reader.trace.contains { if case .tap = $0 { true } else { false } } == isOn)
      case .doubleTap: #expect((reader.viewport.zoom == 2) == isOn)
      case .longPress: #expect((reader.session.selectedText != nil) == isOn, "without \(off)")
      case .drag: #expect(moved == isOn, "without \(off)")
      case .fling:
        // The finger's own way is 400 px.
        let way = reader.viewport.offset.y - before.offset.y
        #expect((way > 500) == (isOn && off != .drag), "\(name) without \(off): \(way)")
      case .pinch: #expect(moved == isOn)
      case .documentSwipe:
        let hasOpened = reader.effects.contains {
          if case .open(_, let source) = $0 { source == 1 } else { false }
        }
        #expect(hasOpened == (isOn && off != .fling && off != .drag), "without \(off)")
      }
    }
  }

  @Test("Without double taps a tap acts at once, and two of them are two taps")
  func taps() {
    var reader = Self.reading(without: [.doubleTap])
    reader.tap(Point(x: 500, y: 300))
    #expect(reader.trace.count { if case .tap = $0 { true } else { false } } == 1)
    reader.wait(milliseconds: 120)
    reader.tap(Point(x: 500, y: 300))
    #expect(reader.trace.count { if case .tap = $0 { true } else { false } } == 2)
    #expect(reader.viewport.zoom == 1)
  }

  @Test("Without long presses a finger that has rested drags the page")
  func rested() {
    var reader = Self.reading(without: [.longPress])
    reader.touch(.down, Point(x: 500, y: 900))
    reader.wait(milliseconds: 900)
    for step in 1...10 {
      reader.touch(.move, Point(x: 500, y: 900 - 30 * Double(step)))
      reader.wait(milliseconds: 16)
    }
    reader.wait(milliseconds: 100)
    reader.touch(.up, Point(x: 500, y: 600))
    reader.rest()
    #expect(reader.viewport.offset.y == 300)
  }

  @Test("With every gesture off the bar stays and its buttons do it all")
  func controls() throws {
    var reader = Self.reading(without: Set(GestureSwitches.Name.allCases))
    reader.wait(milliseconds: 9000)
    #expect(reader.showsBar)
    reader.tap(try SessionBarTests.place(.larger, reader))
    reader.rest()
    #expect(reader.viewport.zoom == 1.25)
    reader.tap(try SessionBarTests.place(.smaller, reader))
    reader.rest()
    for page in 2...4 {
      reader.tap(try SessionBarTests.place(.nextPage, reader))
      reader.rest()
      #expect(reader.session.pageNumber == page)
    }
    reader.tap(try SessionBarTests.place(.previousPage, reader))
    reader.rest()
    #expect(reader.session.pageNumber == 3)
    reader.tap(try SessionBarTests.place(.pages, reader))
    reader.wait(milliseconds: 300)
    let scrolled = reader.session.controls.sheet?.scroll.offset
    reader.drag(from: Point(x: 500, y: 1300), to: Point(x: 500, y: 900))
    #expect(reader.session.controls.sheet?.scroll.offset != scrolled, "lists scroll all the same")
  }

  @Test("Two fingers that may not pinch give the page no swing either")
  func pan() {
    var reader = Self.reading(without: [.pinch])
    reader.touch(.down, Point(x: 400, y: 900))
    reader.touch(.down, Point(x: 600, y: 900), slot: 1)
    for step in 1...8 {
      reader.wait(milliseconds: 8)
      for (slot, x) in [(Int32(0), 400.0), (1, 600)] {
        reader.touch(.move, Point(x: x, y: 900 - 40 * Double(step)), slot: slot)
      }
    }
    reader.touch(.up, Point(x: 400, y: 580))
    reader.touch(.up, Point(x: 600, y: 580), slot: 1)
    reader.rest()
    #expect(reader.viewport.offset == .zero)
  }
}
