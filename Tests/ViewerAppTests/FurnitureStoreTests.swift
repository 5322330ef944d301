import Display
import Testing
import ViewerCore

@testable import ViewerApp

struct FurnitureStoreTests {
  private static let panel = Panel(size: PixelSize(width: 120, height: 160), dotsPerInch: 160)

  private static func label(_ page: Int, width: Int = 40, height: Int = 12, x: Int = 0, opacity: UInt8 = 255)
    -> Furniture
  {
    Furniture(
      content: .text(TextFace(.plain("\(page) of 99"), role: .body)),
      frame: PixelRect(x: x, y: 0, width: width, height: height), opacity: opacity)
  }

  @Test("A thing is painted once, wherever it lies and however much of it shows")
  func once() throws {
    let store = FurnitureStore()
    let first = try #require(store.view(of: Self.label(1), look: Look(), panel: Self.panel, rotation: .none))
    #expect(first.size == PixelSize(width: 40, height: 12) && first.format == .argb8888Premultiplied)
    #expect((0..<40).contains { first.pixel(x: $0, y: 6) >> 24 > 0 })
    let second = store.view(
      of: Self.label(1, x: 30, opacity: 7), look: Look(), panel: Self.panel, rotation: .none)
    #expect(second?.base == first.base)
    #expect(store.count == 1)
  }

  @Test("What makes it look different makes it another painting")
  func differences() throws {
    let store = FurnitureStore()
    var fine = Self.panel
    fine.dotsPerInch = 200
    _ = store.view(of: Self.label(1), look: Look(), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(2), look: Look(), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(1, width: 41), look: Look(), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(1), look: Look(), panel: fine, rotation: .none)
    let turned = try #require(
      store.view(of: Self.label(1), look: Look(), panel: Self.panel, rotation: .quarter))
    #expect(turned.size == PixelSize(width: 12, height: 40))
    #expect(store.count == 5)
  }

  @Test("Theme, language and easy mode make it another painting")
  func looks() {
    let store = FurnitureStore()
    for look in [
      Look(), Look(theme: .dark), Look(language: .german), Look(isEasy: true), Look(reducesMotion: true),
    ] {
      _ = store.view(of: Self.label(1), look: look, panel: Self.panel, rotation: .none)
    }
    #expect(store.count == 5)
  }

  @Test("Paintings are bounded by their bytes, and the longest unused one goes first")
  func bounded() throws {
    let store = FurnitureStore()
    // A megabyte each.
    let labels = (0..<9).map { Self.label($0, width: 512, height: 512) }
    let first = try #require(store.view(of: labels[0], look: Look(), panel: Self.panel, rotation: .none))
    for label in labels[1...7] { _ = store.view(of: label, look: Look(), panel: Self.panel, rotation: .none) }
    #expect(store.count == 8 && store.bytes == FurnitureStore.limit(Self.panel))
    // Used again, it stays; the next oldest goes.
    #expect(store.view(of: labels[0], look: Look(), panel: Self.panel, rotation: .none)?.base == first.base)
    _ = store.view(of: labels[8], look: Look(), panel: Self.panel, rotation: .none)
    #expect(store.count == 8 && store.bytes == FurnitureStore.limit(Self.panel))
    #expect(store.view(of: labels[0], look: Look(), panel: Self.panel, rotation: .none)?.base == first.base)
    // A tall one makes several leave; one that is over the bound alone is kept alone.
    _ = store.view(
      of: Self.label(3, width: 512, height: 2048), look: Look(), panel: Self.panel, rotation: .none)
    #expect(store.count == 5 && store.bytes == FurnitureStore.limit(Self.panel))
    _ = store.view(
      of: Self.label(4, width: 2048, height: 2048), look: Look(), panel: Self.panel, rotation: .none)
    #expect(store.count == 1 && store.bytes == 16 << 20)
    _ = store.view(of: labels[0], look: Look(), panel: Self.panel, rotation: .none)
    #expect(store.count == 1 && store.bytes == 1 << 20)
  }

  @Test("Numbers of pages that go by take an eighth at most, and nothing from what stays")
  func passing() throws {
    let store = FurnitureStore()
    let button = try #require(
      store.view(of: Self.label(1, width: 512, height: 512), look: Look(), panel: Self.panel, rotation: .none)
    )
    let limit = FurnitureStore.passingLimit(Self.panel)
    #expect(limit == 1 << 20)
    for page in 0..<200 {
      for content in [
        Furniture.Content.placeholder(number: page), .pageLabel(page: "\(page)", count: 200),
        .text(TextFace(.phrase(.pageOf(page: "\(page)", count: 200)), role: .counter, isOnBar: true)),
      ] {
        let item = Furniture(
          content: content, frame: PixelRect(x: 0, y: 0, width: 200, height: 100), opacity: 255)
        #expect(store.view(of: item, look: Look(), panel: Self.panel, rotation: .none) != nil)
      }
      #expect(store.bytes <= (1 << 20) + limit)
    }
    #expect(store.count > 8)
    let again = store.view(
      of: Self.label(1, width: 512, height: 512), look: Look(), panel: Self.panel, rotation: .none)
    #expect(again?.base == button.base)
  }

  @Test("A large panel may have more: one and a half pictures of it")
  func large() {
    let panel = Panel(size: PixelSize(width: 3840, height: 2160), dotsPerInch: 160)
    #expect(FurnitureStore.limit(panel) == 3840 * 2160 * 6)
    #expect(FurnitureStore.limit(Self.panel) == FurnitureStore.least)
  }

  @Test("Used in any order, it is the longest unused one that has gone")
  func order() {
    let store = FurnitureStore()
    var order: [Int] = []
    var state: UInt32 = 7
    for _ in 0..<300 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let number = Int(state >> 16) % 14
      let before = store.count
      let wasKept = order.contains(number)
      _ = store.view(
        of: Self.label(number, width: 512, height: 512), look: Look(), panel: Self.panel, rotation: .none)
      order.removeAll { $0 == number }
      order.append(number)
      if order.count > 8 { order.removeFirst() }
      #expect(store.count == order.count && (!wasKept || store.count == before))
    }
    // All that should be kept is found without painting: nothing else leaves for it.
    for number in order {
      _ = store.view(
        of: Self.label(number, width: 512, height: 512), look: Look(), panel: Self.panel, rotation: .none)
      #expect(store.count == 8)
    }
  }

  @Test("What darkens a whole panel takes the memory of one row")
  func scrim() throws {
    let store = FurnitureStore()
    let scrim = Furniture(
      content: .surface(.scrim), frame: PixelRect(x: 0, y: 0, width: 3840, height: 2160), opacity: 255)
    let view = try #require(store.view(of: scrim, look: Look(), panel: Self.panel, rotation: .quarter))
    #expect(view.size == PixelSize(width: 2160, height: 3840))
    #expect(store.bytes < 16_384)
    let middle = view.pixel(x: 1000, y: 3000)
    #expect((0x70...0x90).contains(middle >> 24))
    #expect(view.pixel(x: 2159, y: 3839) == middle && view.pixel(x: 0, y: 0) == middle)
  }

  @Test("Detached, nothing is kept; a page's picture never is")
  func forgets() {
    let store = FurnitureStore()
    _ = store.view(of: Self.label(1), look: Look(), panel: Self.panel, rotation: .none)
    store.removeAll()
    #expect(store.count == 0 && store.bytes == 0)
    let picture = Furniture(
      content: .picture(BitmapID(number: 1)), frame: PixelRect(x: 0, y: 0, width: 9, height: 9), opacity: 255)
    #expect(store.view(of: picture, look: Look(), panel: Self.panel, rotation: .none) == nil)
    #expect(store.count == 0)
  }

  @Test("What cannot be painted is not drawn, and does not loosen the bound")
  func unpaintable() {
    let store = FurnitureStore()
    for page in 0..<10 {
      let flat = Self.label(page, width: 0)
      #expect(store.view(of: flat, look: Look(), panel: Self.panel, rotation: .none) == nil)
    }
    #expect(store.count == 0 && store.bytes == 0)
  }
}
