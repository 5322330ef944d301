import Foundation
import Testing
import ViewerCore
import Wire

@Suite struct TraceLineTests {
  private static let base = RenderKey(
    document: 1, page: 2, kind: .base, resolution: PixelSize(width: 1080, height: 1527),
    clip: PixelRect(x: 0, y: 0, width: 1080, height: 1527), rotation: .none, epoch: 0)
  private static let tile = RenderKey(
    document: 1, page: 0, kind: .tile, resolution: PixelSize(width: 2160, height: 3054),
    clip: PixelRect(x: 10, y: 20, width: 1080, height: 1920), rotation: .quarter, epoch: 3)

  private static let frame = FrameRecord(
    number: 7, page: 2, zoom: 1.25, offset: Point(x: -0.00390625, y: 1234.5),
    visible: [
      FrameRecord.Page(page: 1, frame: PixelRect(x: -1, y: -900, width: 1080, height: 1527), quality: .sharp),
      FrameRecord.Page(
        page: 2, frame: PixelRect(x: -1, y: 635, width: 1080, height: 1527), quality: .placeholder),
    ],
    damage: PixelRect(x: 0, y: 0, width: 1080, height: 1920), crc: 0xAB_CDEF)

  @Test(
    "Every event has one line with its keys in order",
    arguments: [
      (
        TraceEvent.load(pages: 12, size: Size(width: 595.276, height: 841.89), encrypted: true),
        #""load","kind":"pdf","pages":12,"size":[595.28,841.89],"encrypted":true,"linearised":false}"#
      ),
      (
        .frame(frame),
        #""frame","n":7,"page":2,"zoom":1.250000,"offset":[-0.0039,1234.5000],"visible":[[1,[-1,-900,1080,1527],"sharp"],[2,[-1,635,1080,1527],"placeholder"]],"damage":[0,0,1080,1920],"crc":"00abcdef"}"#
      ),
      (.page(3), #""page","page":3}"#),
      (.progress(64), #""progress","done":0.250}"#),
      (.text(page: 4, characters: 812), #""text","page":4,"characters":812}"#),
      (
        .viewport(page: 2, point: Point(x: 0, y: -12.345), zoom: 2, visible: [1, 2], atEnd: false),
        #""viewport","page":2,"point":[0.00,-12.35],"zoom":2.000000,"visible":[1,2],"atEnd":false}"#
      ),
      (
        .gesture(
          GestureSummary(
            kind: .fling, at: Point(x: 1, y: 2), delta: Point(x: 0, y: -300), velocity: Point(x: 0, y: -2500))
        ),
        #""gesture","kind":"fling","at":[1.00,2.00],"delta":[0.00,-300.00],"velocity":[0.00,-2500.00]}"#
      ),
      (
        .gesture(
          GestureSummary(kind: .pinch, at: .zero, delta: .zero, scale: 1.5, velocity: .zero)),
        #""gesture","kind":"pinch","at":[0.00,0.00],"delta":[0.00,0.00],"scale":1.5000,"velocity":[0.00,0.00]}"#
      ),
      (
        .tap(at: Point(x: 5, y: 6), page: 1, point: Point(x: 2.5, y: 3)),
        #""tap","at":[5.00,6.00],"page":1,"point":[2.50,3.00]}"#
      ),
      (.tap(at: Point(x: 5, y: 6), page: nil, point: .zero), #""tap","at":[5.00,6.00]}"#),
      (.error(code: .pageRenderFailed, page: 4), #""error","code":"page-render-failed","page":4}"#),
      (.error(code: .notFound, page: nil), #""error","code":"not-found"}"#),
      (
        .selection(
          text: "Ships\nfrom \u{201C}Lübeck\u{201D}",
          quads: [TraceEvent.Quad(page: 2, box: PageText.Box(left: 10, top: 20.5, right: 99.999, bottom: 32))]
        ),
        #""selection","text":"Ships\nfrom “Lübeck”","quads":[[2,[10.00,20.50,100.00,32.00]]]}"#
      ),
      (.selection(text: "", quads: []), #""selection","text":"","quads":[]}"#),
      (.search(found: 17, current: 3, isOver: false), #""search","found":17,"current":3,"over":false}"#),
      (.search(found: 0, current: nil, isOver: true), #""search","found":0,"over":true}"#),
      (.plan([base, tile]), #""plan","keys":["3@1080x1527","1@2160x3054+10,20,1080,1920"]}"#),
      (.plan([]), #""plan","keys":[]}"#),
      (.render(base, result: .ok), #""render","key":"3@1080x1527","result":"ok"}"#),
      (.render(base, result: .stale), #""render","key":"3@1080x1527","result":"stale"}"#),
      (.render(base, result: .failed(.timeout)), #""render","key":"3@1080x1527","result":"timeout"}"#),
      (.cancelled(tile), #""cancelled","key":"1@2160x3054+10,20,1080,1920"}"#),
      (.trim(reason: .hidden, before: 100, after: 7), #""trim","reason":"hidden","before":100,"after":7}"#),
      (.quit, #""quit"}"#),
    ])
  func lines(event: TraceEvent, line: String) throws {
    let text = TraceLine.text(event, at: Timestamp(microseconds: 16_667))
    #expect(text == #"{"t":16.667,"event":"# + line)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test("Moments keep their microseconds, before the start too")
  func moments() {
    for (time, text) in [
      (Int64(0), "0.000"), (1, "0.001"), (-1500, "-1.500"), (3_600_000_000, "3600000.000"),
    ] {
      #expect(TraceLine.text(.quit, at: Timestamp(microseconds: time)) == #"{"t":\#(text),"event":"quit"}"#)
    }
  }

  @Test(
    "Numbers have fixed decimals, no exponent and no negative zero, and absurd ones do no harm",
    arguments: [
      (0.0, 2, "0.00"), (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.005, 2, "0.01"),
      (1.5, 0, "2"),
      (-1.5, 0, "-2"), (123_456_789.125, 3, "123456789.125"), (.nan, 1, "0.0"),
      (.infinity, 0, "9223372036854775807"), (-1e300, 0, "-9223372036854775808"),
      (1e18, 2, "92233720368547758.07"),
    ] as [(Double, Int, String)])
  func decimals(value: Double, places: Int, text: String) {
    #expect(Decimal.text(value, places: places) == text)
  }
}
