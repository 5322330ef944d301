import Display
import Foundation
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

/// One session on one screen of 120 by 160 pixels, which one page of 60 by 80 points fills.
struct ViewerTests {
  private static let panel = PixelRect(x: 0, y: 0, width: 120, height: 160)

  /// Settled, its label faded: nothing changes any more.
  private static func atRest(_ pages: Int = 4, rotation: Rotation = .none) throws -> ViewerStage {
    let stage = try ViewerStage([Material.document(pages: pages)], rotation: rotation)
    // Opened and drawn; a document's first sizes come with its opening.
    for time in [0.0, 20, 200, 4000] { try stage.frame(at: time) }
    return stage
  }

  @Test("The first frame shows the page, all of it is drawn, and the picture is the page's own")
  func first() throws {
    let stage = try ViewerStage([Material.document(pages: 4)])
    #expect(!stage.viewer.showsPixels && stage.viewer.needsFrame(at: .zero))
    stage.output.poison()
    #expect(try stage.frame(at: 0))
    #expect(stage.viewer.frames == 1 && stage.viewer.showsPixels)
    #expect(stage.output.drawn.joined().allSatisfy { $0 })
    #expect(stage.output.presented.first?.bounds == Self.panel)
    for time in [200.0, 4000] { try stage.frame(at: time) }
    // The box lies from 10 to 50 and from 10 to 20 points from the left and the bottom: two pixels a point.
    let pixels = stage.output.pixels
    #expect(pixels[130][60] == 0xFF0000 && pixels[130][10] == 0xFFFFFF && pixels[60][60] == 0xFFFFFF)
  }

  @Test("What has not changed is not drawn: a label that fades costs itself alone")
  func damage() throws {
    let stage = try ViewerStage([Material.document(pages: 4)])
    for time in [0.0, 20, 200] { try stage.frame(at: time) }
    let frames = stage.viewer.frames
    stage.output.poison()
    #expect(try stage.frame(at: 3075))
    #expect(stage.viewer.frames == frames + 1)
    let label = FurnitureLayout.pageLabelFrame(stage.output.panel, digits: 1)
    #expect(label.area < Self.panel.area / 2)
    let wrong = stage.output.drawn.enumerated().map { y, row in
      row.enumerated().count { x, isDrawn in
        label.contains(PixelRect(x: x, y: y, width: 1, height: 1)) != isDrawn
      }
    }
    #expect(wrong.reduce(0, +) == 0)
    #expect(stage.output.presented.last?.bounds == label)
    #expect(try stage.trace().last { $0.event == "frame" }?.damage == label)
  }

  @Test("At rest nothing is drawn, counted, presented or traced")
  func rest() throws {
    let stage = try Self.atRest()
    let frames = stage.viewer.frames
    let presented = stage.output.presented.count
    let lines = try stage.trace().count
    #expect(!stage.viewer.needsFrame(at: .milliseconds(5000)))
    #expect(try !stage.frame(at: 5000))
    // Something happened that changes nothing: it is looked at, and not drawn.
    stage.viewer.handle(.time, at: .milliseconds(6000))
    #expect(stage.viewer.needsFrame(at: .milliseconds(6000)))
    #expect(!stage.viewer.compose(at: .milliseconds(6000)))
    #expect(stage.viewer.frames == frames && stage.output.presented.count == presented)
    #expect(try stage.trace().count == lines)
    #expect(stage.viewer.session.isAtRest(at: .milliseconds(6000)))
  }

  @Test("A screen that comes back is drawn anew, all of it, with the pages as they were")
  func attach() throws {
    let stage = try Self.atRest()
    stage.viewer.handle(.command(.goTo(page: 2)), at: .milliseconds(5000))
    for time in [5020.0, 5200, 9000] { try stage.frame(at: time) }
    let before = stage.output.pixels
    let frames = stage.viewer.frames

    stage.viewer.detach(at: .milliseconds(9100))
    #expect(stage.viewer.output == nil && stage.viewer.bitmaps.count == 0)
    #expect(!stage.viewer.needsFrame(at: .milliseconds(9100)))
    #expect(!stage.viewer.compose(at: .milliseconds(9100)))
    #expect(!stage.viewer.pump(at: .milliseconds(9100)))
    #expect(stage.viewer.frames == frames)

    stage.output.poison()
    stage.viewer.attach(stage.output, at: .milliseconds(9200))
    #expect(stage.viewer.needsFrame(at: .milliseconds(9200)))
    for time in [9220.0, 9400, 13000] { try stage.frame(at: time) }
    #expect(stage.output.drawn.joined().allSatisfy { $0 })
    #expect(stage.output.pixels == before)
    #expect(stage.viewer.session.pageNumber == 2)
    #expect(try stage.trace().contains { $0.event == "trim" && $0.text("reason") == "detached" })
  }

  @Test("Another screen that is just like the one before starts with the whole picture")
  func twin() throws {
    let stage = try Self.atRest()
    let twin = SpyOutput()
    twin.poison()
    stage.viewer.attach(twin, at: .milliseconds(5000))
    #expect(try stage.frame(at: 5020))
    #expect(twin.drawn.joined().allSatisfy { $0 })
    #expect(twin.pixels == stage.output.pixels)
  }

  @Test("Another screen of another size shows the same page, laid out for it")
  func otherScreen() throws {
    let stage = try Self.atRest()
    stage.viewer.handle(.command(.goTo(page: 3)), at: .milliseconds(5000))
    let wide = SpyOutput(size: PixelSize(width: 90, height: 60))
    wide.poison()
    stage.viewer.attach(wide, at: .milliseconds(5100))
    for time in [5120.0, 5300, 9000] { try stage.frame(at: time) }
    #expect(wide.drawn.joined().allSatisfy { $0 })
    #expect(stage.viewer.session.pageNumber == 3 && stage.viewer.session.isSharp)
    #expect(wide.presented.first?.bounds == PixelRect(x: 0, y: 0, width: 90, height: 60))
  }

  @Test("A panel that hangs turned shows the same picture, turned", arguments: Rotation.allCases)
  func turned(_ rotation: Rotation) throws {
    let upright = try Self.atRest().output.pixels
    let stage = try Self.atRest(rotation: rotation)
    let pixels = stage.output.pixels
    let size = stage.output.panel.size
    var wrong = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = rotation.turned(PixelRect(x: x, y: y, width: 1, height: 1), in: size)
        if pixels[place.y][place.x] != upright[y][x] { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(stage.output.presented.first?.bounds == PixelRect(size: stage.output.pixelSize))
  }

  @Test("A picture that cannot be seen is not drawn, and memory that nobody sees is given back")
  func hidden() throws {
    let stage = try Self.atRest()
    let frames = stage.viewer.frames
    #expect(stage.viewer.bitmaps.count > 1)
    stage.viewer.handle(.hidden(true), at: .milliseconds(5000))
    #expect(stage.viewer.bitmaps.count == 1)
    stage.viewer.handle(.command(.goTo(page: 3)), at: .milliseconds(5010))
    #expect(try !stage.frame(at: 5020))
    #expect(stage.viewer.frames == frames)
    stage.viewer.handle(.hidden(false), at: .milliseconds(6000))
    #expect(try stage.frame(at: 6020))
    #expect(stage.viewer.session.pageNumber == 3)
    #expect(try stage.trace().contains { $0.event == "trim" && $0.text("reason") == "hidden" })
  }

  @Test("A trace tells what happened in its order, and each frame's checksum is that of the picture")
  func trace() throws {
    let stage = try ViewerStage([Material.document(pages: 4)])
    var checksums: [String] = []
    stage.viewer.onFrame = { number, picture in
      #expect(number == checksums.count + 1)
      var crc = CRC32()
      for y in 0..<picture.height {
        let row = (0..<picture.width).map { picture.pixel(x: $0, y: y) }
        crc.update(opaque: row.span)
      }
      checksums.append(crc.text)
    }
    for time in [0.0, 20, 200, 3075, 4000] where try stage.frame(at: time) { stage.viewer.handOutFrame() }
    stage.viewer.note(.quit, at: .milliseconds(4000))
    let lines = try stage.trace()
    let order = lines.map(\.event)
    let load = try #require(order.firstIndex(of: "load"))
    let page = try #require(order.firstIndex(of: "page"))
    let plan = try #require(order.firstIndex(of: "plan"))
    let render = try #require(order.firstIndex(of: "render"))
    let frame = try #require(order.firstIndex(of: "frame"))
    #expect(load < page && page < plan && plan < render && render < frame)
    #expect(lines[load].number("pages") == 4 && order.last == "quit")
    #expect(lines.map(\.time) == lines.map(\.time).sorted())
    let frames = lines.filter { $0.event == "frame" }
    #expect(frames.compactMap { $0.text("crc") } == checksums)
    #expect(frames.compactMap { $0.number("n") } == Array(1...stage.viewer.frames))
    #expect(Set(checksums).count > 1)
  }

  @Test("A document that is missing shows a notice, and staff read which and why")
  func missing() throws {
    let stage = try ViewerStage([nil, Material.document(pages: 1)])
    var told: [Failure] = []
    stage.viewer.onFailure = { told.append($0) }
    try stage.frame(at: 0)
    #expect(told.map(\.code) == [.notFound])
    #expect(told.first?.subject.hasSuffix("/0.pdf") == true)
    #expect(stage.viewer.session.documentFailure?.code == .notFound)
    #expect(Set(stage.output.pixels.joined()).count > 2)
    // The next one can be read.
    stage.viewer.handle(.command(.next), at: .milliseconds(100))
    for time in [120.0, 300, 4000] { try stage.frame(at: time) }
    #expect(stage.viewer.session.documentFailure == nil)
    #expect(stage.output.pixels[130][60] == 0xFF0000)
    #expect(try stage.trace().contains { $0.event == "error" && $0.text("code") == "not-found" })
  }

  @Test("Pages that are turned through leave no more memory behind than the budget")
  func memory() throws {
    let stage = try ViewerStage([Material.document(pages: 40)]) { $0.memory = 1 }
    var time = 0.0
    try stage.frame(at: time)
    for page in 1...40 {
      stage.viewer.handle(.command(.goTo(page: page)), at: .milliseconds(time + 10))
      time += 20
      try stage.frame(at: time)
    }
    let cache = stage.viewer.session.stats.cache
    #expect(cache.baseBytes + cache.tileBytes <= cache.budget)
    // A page takes 120 by 160 pixels, in rows of 512 bytes.
    #expect(stage.viewer.bitmaps.count == (cache.baseBytes + cache.tileBytes) / (512 * 160))
    #expect(stage.viewer.bitmaps.count < 20)
  }
}
