import Foundation
import Testing
import ViewerCore

@testable import Interface

struct PaletteTests {
  @Test("Text stands at 7:1 or more on each of its grounds", arguments: Look.Theme.allCases)
  func text(theme: Look.Theme) {
    for pair in Palette.of(theme).textPairs {
      let ratio = Self.contrast(pair.text, pair.ground)
      #expect(ratio >= 7, "\(Self.hex(pair.text)) on \(Self.hex(pair.ground)): \(ratio)")
    }
  }

  @Test("Shapes that tell something stand at 3:1 or more", arguments: Look.Theme.allCases)
  func shapes(theme: Look.Theme) {
    for pair in Palette.of(theme).shapePairs {
      let ratio = Self.contrast(pair.shape, pair.ground)
      #expect(ratio >= 3, "\(Self.hex(pair.shape)) on \(Self.hex(pair.ground)): \(ratio)")
    }
  }

  @Test("Contrast is computed as WCAG does")
  func formula() {
    #expect(abs(Self.contrast(0x000000, 0xFFFFFF) - 21) < 0.001)
    #expect(abs(Self.contrast(0x777777, 0xFFFFFF) - 4.478) < 0.001)
    #expect(Self.contrast(0xFFB000, 0xFFB000) == 1)
  }

  @Test("What is pressed is 12 % darker in every channel")
  func pressed() {
    #expect(Palette.darkened(0xFF_8000) == 0xE0_7100)
    #expect(Palette.darkened(0x000000) == 0)
  }

  private static func hex(_ color: UInt32) -> String { String(format: "#%06X", color) }

  static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ color: UInt32) -> Double {
    let channels = [color >> 16, color >> 8, color].map { value -> Double in
      let share = Double(value & 0xFF) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
}
