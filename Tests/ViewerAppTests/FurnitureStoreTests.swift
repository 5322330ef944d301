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
      content: .pageLabel(page: page, count: 99),
      frame: PixelRect(x: x, y: 0, width: width, height: height), opacity: opacity)
  }

  @Test("A thing is painted once, wherever it lies and however much of it shows")
  func once() throws {
    let store = FurnitureStore()
    let first = try #require(store.view(of: Self.label(1), panel: Self.panel, rotation: .none))
    #expect(first.size == PixelSize(width: 40, height: 12) && first.format == .argb8888Premultiplied)
    #expect((0..<40).contains { first.pixel(x: $0, y: 6) >> 24 > 0 })
    let second = store.view(
      of: Self.label(1, x: 30, opacity: 7), panel: Self.panel, rotation: .none)
    #expect(second?.base == first.base)
    #expect(store.count == 1)
  }

  @Test("What makes it look different makes it another painting")
  func differences() throws {
    let store = FurnitureStore()
    var fine = Self.panel
    fine.dotsPerInch = 200
    _ = store.view(of: Self.label(1), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(2), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(1, width: 41), panel: Self.panel, rotation: .none)
    _ = store.view(of: Self.label(1), panel: fine, rotation: .none)
    let turned = try #require(store.view(of: Self.label(1), panel: Self.panel, rotation: .quarter))
    #expect(turned.size == PixelSize(width: 12, height: 40))
    #expect(store.count == 5)
  }

  @Test("Paintings are bounded, and the longest unused one goes first")
  func bounded() throws {
    let store = FurnitureStore()
    let first = try #require(store.view(of: Self.label(0), panel: Self.panel, rotation: .none))
    for page in 1..<FurnitureStore.limit {
      _ = store.view(of: Self.label(page), panel: Self.panel, rotation: .none)
    }
    #expect(store.count == FurnitureStore.limit)
    // Used again, it stays; the next oldest goes.
    #expect(store.view(of: Self.label(0), panel: Self.panel, rotation: .none)?.base == first.base)
    _ = store.view(of: Self.label(1000), panel: Self.panel, rotation: .none)
    #expect(store.count == FurnitureStore.limit)
    #expect(store.view(of: Self.label(0), panel: Self.panel, rotation: .none)?.base == first.base)
    for page in 1..<200 { _ = store.view(of: Self.label(page), panel: Self.panel, rotation: .none) }
    #expect(store.count == FurnitureStore.limit)
  }

  @Test("What cannot be painted is not drawn, and does not loosen the bound")
  func unpaintable() {
    let store = FurnitureStore()
    for page in 0..<10 {
      let flat = Self.label(page, width: 0)
      #expect(store.view(of: flat, panel: Self.panel, rotation: .none) == nil)
    }
    #expect(store.count == 0)
    for page in 0..<(FurnitureStore.limit + 10) {
      _ = store.view(of: Self.label(page), panel: Self.panel, rotation: .none)
    }
    #expect(store.count == FurnitureStore.limit)
  }
}
