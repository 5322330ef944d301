import CRaster
import Glibc
import ViewerCore

/// What to decode of a picture: how much smaller, and which part of that.
struct RasterPlan: Hashable, Sendable {
  /// Stored pixels a side that become one.
  var reduction: Int
  /// Of the smaller picture.
  var part: PixelRect

  /// All of a picture of `size`, so much smaller.
  init(_ size: PixelSize, reduction: Int) {
    self.reduction = reduction
    part = PixelRect(size: Self.reduced(size, by: reduction))
  }

  /// Rounded up: an incomplete square at the edge is a pixel too.
  static func reduced(_ size: PixelSize, by reduction: Int) -> PixelSize {
    PixelSize(
      width: (size.width + reduction - 1) / reduction, height: (size.height + reduction - 1) / reduction)
  }
}

/// Decoded pixels: the part of a picture that a plan names, colours multiplied by opacity.
///
/// A class, for it is kept in a table and drawn from at the same time; the memory goes back to the system at once.
final class Raster {
  let plan: RasterPlan
  let layout: PixelLayout
  /// From the file's colours to sRGB; nil where they are that, or where nothing is said.
  var transform: ColourTransform?
  /// What was wrong with the file, if only a part of it could be shown.
  var complaint: String?
  let pixels: UnsafeMutablePointer<UInt8>
  let stride: Int
  private let memory: UnsafeMutableRawPointer
  private let mapped: Int
  /// The kernel's large pages: pixels touched once cost a fault for each page, which for small ones takes longer than
  /// reducing them.
  private static let largePage = 2 << 20

  /// Everything transparent, or paper white where there is no opacity.
  init(_ plan: RasterPlan, layout: PixelLayout) throws(ImageError) {
    self.plan = plan
    self.layout = layout
    stride = plan.part.width * layout.channels
    let byteCount = max(stride * plan.part.height, 1)
    let isLarge = byteCount > 2 * Self.largePage
    // Room to begin at a large page's boundary.
    mapped = isLarge ? byteCount + Self.largePage : byteCount
    let memory = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      throw .outOfMemory("\(plan.part.width) x \(plan.part.height) pixels")
    }
    self.memory = memory
    let start =
      isLarge
      ? memory.alignedUp(toMultipleOf: Self.largePage) : memory
    if isLarge { madvise(start, byteCount, MADV_HUGEPAGE) }
    pixels = start.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    munmap(memory, mapped)
  }

  var byteCount: Int { mapped }

  /// Rows of the part from this one on have not come: they show paper.
  func blank(from row: Int) {
    guard row < plan.part.height else { return }
    let value: Int32 = layout == .grey || layout == .invertedInks ? 0xFF : 0
    memset(pixels + row * stride, value, (plan.part.height - row) * stride)
  }
}

extension Raster {
  /// Copies the part from a raster of the whole picture.
  func take(_ whole: Raster) {
    let part = plan.part
    for row in 0..<part.height {
      memcpy(
        pixels + row * stride,
        whole.pixels + (part.y + row) * whole.stride + part.x * layout.channels, stride)
    }
  }

  /// Whether nothing has been written.
  var isUntouched: Bool {
    !UnsafeBufferPointer(start: pixels, count: stride * plan.part.height).contains { $0 != 0 }
  }
}
