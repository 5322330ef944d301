import Glibc
import Testing
import ViewerCore

@testable import Display

/// A small generator whose sequence is the same everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Pixels set aside for comparison, rows without padding.
struct Snapshot: Equatable {
  let size: PixelSize
  let bytes: [UInt8]

  init(_ view: PixelView) {
    size = view.size
    bytes = [UInt8](unsafeUninitializedCapacity: view.width * 4 * view.height) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      for y in 0..<view.height { memcpy(base + y * view.width * 4, view.row(y), view.width * 4) }
      count = view.width * 4 * view.height
    }
  }

  func matches(_ view: PixelView) -> Bool {
    guard view.size == size else { return false }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return true }
      return (0..<view.height).allSatisfy {
        memcmp(base + $0 * view.width * 4, view.row($0), view.width * 4) == 0
      }
    }
  }
}

func fill(_ view: PixelView, _ rect: PixelRect, _ colour: UInt32) {
  guard let part = view.cropped(to: rect) else { return }
  for y in 0..<part.height {
    part.row(y).initializeMemory(as: UInt32.self, repeating: colour, count: part.width)
  }
}

/// A simulated card with one monitor, an output on it, and the clock both follow.
struct ScreenHarness {
  let device: SimulatedDevice
  let output: KMSOutput
  var now = Timestamp(microseconds: 1_000_000)
  var events: [DisplayEvent] = []

  static let size = PixelSize(width: 83, height: 20)

  init(
    size: PixelSize = ScreenHarness.size, choice: DisplayChoice = DisplayChoice(),
    configure: (inout SimulatedDevice.Configuration) -> Void = { _ in }
  ) throws {
    var configuration = SimulatedDevice.Configuration()
    configure(&configuration)
    try self.init(
      SimulatedDevice(connectors: [SimulatedDevice.monitor(size)], configuration: configuration), choice)
  }

  init(_ device: SimulatedDevice, _ choice: DisplayChoice = DisplayChoice()) throws {
    self.device = device
    let found = try DisplayFinder(devices: [device]).find(choice)
    output = try KMSOutput(device: device, connector: found.connector, choice: choice)
    device.advance(to: now)
  }

  /// Draws a rectangle and presents it.
  @discardableResult
  func draw(_ rect: PixelRect, _ colour: UInt32) -> PresentOutcome {
    output.withShadow { fill($0, rect, colour) }
    return output.present(Damage(rect), now: now)
  }

  /// Lets time pass and hears what happened.
  mutating func pass(_ span: Duration) -> [DisplayEvent] {
    now = now + span
    device.advance(to: now)
    events.removeAll()
    output.service(now: now, into: &events)
    return events
  }

  /// A frame that is on the screen, as the start of most tests.
  mutating func showFirstFrame() {
    #expect(draw(PixelRect(size: output.pixelSize), 0x0012_3456) == .queued)
    #expect(pass(.milliseconds(17)).contains { if case .flip = $0 { true } else { false } })
  }

  func screenMatchesShadow() -> Bool {
    let shadow = output.withShadow { Snapshot($0) }
    return device.withScreen(crtc: output.crtc) { shadow.matches($0) } ?? false
  }

  func screenPixel(_ x: Int, _ y: Int) -> UInt32? {
    device.withScreen(crtc: output.crtc) { $0.pixel(x: x, y: y) }
  }
}
