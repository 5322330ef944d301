import CGIF
import Glibc
import ViewerCore

/// The first picture of a GIF file (giflib).
struct GIFPicture: Picture {
  let header: PictureHeader

  init(_ descriptor: Int32) throws(ImageError) {
    let file = try GIFFile(descriptor)
    // 40 bytes can claim 4 billion pixels: nothing is decoded before this.
    var header = try PictureHeader(format: .gif, size: file.size, layout: .alpha).checked(isWhole: true)
    let first = try file.findPicture()
    _ = try PictureHeader(format: .gif, size: first.area.size, layout: .grey).checked(isWhole: true)
    let covers = first.area.contains(PixelRect(size: header.size))
    if covers, first.transparent < 0 { header.layout = .colour }
    header.isAnimated = first.isAnimated
    self.header = header
  }

  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster {
    let file = try GIFFile(descriptor)
    guard file.size == header.size else { throw .damaged("the file has changed") }
    let frame = try file.firstFrame()
    let raster = try Raster(plan, layout: header.layout)
    var reducer = try RowReducer(into: raster, rows: header.size, factor: plan.reduction)
    var row = [UInt32](repeating: 0, count: header.size.width)
    for y in 0..<header.size.height {
      if reducer.isComplete { break }
      frame.draw(y, into: &row)
      row.withUnsafeBytes { bytes in
        if let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress { reducer.add(start) }
      }
    }
    reducer.end()
    if !frame.isWhole { raster.complaint = "the file ends too soon" }
    return raster
  }
}

/// A picture on the canvas, as numbers of colours.
private struct GIFFrame {
  var area: PixelRect
  var indices: [UInt8]
  /// Blue, green, red, 255, in the machine's order; transparent for numbers without a colour.
  var colours: [UInt32]
  var isWhole: Bool
  /// Rows that have come.
  var rows: [Bool]

  /// A row of the canvas: what the frame does not cover is transparent.
  func draw(_ y: Int, into row: inout [UInt32]) {
    for x in row.indices { row[x] = 0 }
    guard y >= area.y, y < area.maxY, rows[y - area.y] else { return }
    let start = (y - area.y) * area.width
    for x in max(area.x, 0)..<max(min(area.maxX, row.count), max(area.x, 0)) {
      row[x] = colours[Int(indices[start + x - area.x])]
    }
  }
}

private struct GIFFile: ~Copyable {
  private let file: UnsafeMutablePointer<GifFileType>
  private let place: UnsafeMutablePointer<Place>

  private struct Place {
    var descriptor: Int32
    var offset: off_t = 0
  }

  init(_ descriptor: Int32) throws(ImageError) {
    let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
    place.initialize(to: Place(descriptor: descriptor))
    var code: Int32 = 0
    let file = DGifOpen(
      place,
      { file, bytes, count in
        guard let bytes, let place = file?.pointee.UserData?.assumingMemoryBound(to: Place.self) else {
          return 0
        }
        let got = pread(place.pointee.descriptor, bytes, Int(count), place.pointee.offset)
        guard got > 0 else { return 0 }
        place.pointee.offset += got
        return Int32(got)
      }, &code)
    guard let file else {
      place.deallocate()
      throw .damaged(Self.words(code))
    }
    self.file = file
    self.place = place
  }

  deinit {
    var code: Int32 = 0
    DGifCloseFile(file, &code)
    place.deallocate()
  }

  var size: PixelSize {
    PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
  }

  /// What is known of the first picture before it is decoded.
  struct First {
    var area = PixelRect.empty
    /// The number of the colour that is none; negative for none.
    var transparent = -1
    var isAnimated = false
  }

  /// Reads on to the first picture.
  func findPicture() throws(ImageError) -> First {
    var first = First()
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else { throw problem }
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        let isRead = DGifGetImageDesc(file) == GIF_OK
        let image = file.pointee.Image
        first.area = PixelRect(
          x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
        // The size is known even where the library misses something behind it: what is too large is said to be that.
        guard isRead || first.area.area > ImageLimits.wholePixels else { throw problem }
        return first
      case EXTENSION_RECORD_TYPE: try skipExtension(&first)
      case TERMINATE_RECORD_TYPE: throw .damaged("no picture in the file")
      default: throw .damaged("an unknown record")
      }
    }
  }

  private var problem: ImageError { .damaged(Self.words(file.pointee.Error)) }

  private static func words(_ code: Int32) -> String {
    GifErrorString(code).map { String(cString: $0) } ?? "the file cannot be read"
  }

  private func skipExtension(_ first: inout First) throws(ImageError) {
    var code: Int32 = 0
    var bytes: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &code, &bytes) == GIF_OK else { throw problem }
    if code == Int32(APPLICATION_EXT_FUNC_CODE) { first.isAnimated = true }
    while let block = bytes {
      var control = GraphicsControlBlock()
      if code == Int32(GRAPHICS_EXT_FUNC_CODE), block[0] >= 4,
        DGifExtensionToGCB(Int(block[0]), block + 1, &control) == GIF_OK
      {
        first.transparent = Int(control.TransparentColor)
      }
      guard DGifGetExtensionNext(file, &bytes) == GIF_OK else { throw problem }
    }
  }

  func firstFrame() throws(ImageError) -> GIFFrame {
    let first = try findPicture()
    let area = first.area
    guard !area.isEmpty else { throw .damaged("a picture without a size") }
    guard area.area <= ImageLimits.wholePixels else {
      throw .tooLarge("\(area.width) x \(area.height) pixels")
    }
    let image = file.pointee.Image
    var frame = GIFFrame(
      area: area, indices: [UInt8](repeating: 0, count: area.width * area.height),
      colours: colours(image.ColorMap ?? file.pointee.SColorMap, first.transparent), isWhole: true,
      rows: [Bool](repeating: false, count: area.height))
    // Interlaced pictures come in four passes (GIF89a, appendix E).
    let passes = image.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    for (first, step) in passes {
      for y in stride(from: first, to: area.height, by: step) {
        let status = frame.indices.withUnsafeMutableBufferPointer { indices in
          DGifGetLine(file, indices.baseAddress.map { $0 + y * area.width }, Int32(area.width))
        }
        guard status == GIF_OK else {
          guard y > 0 || first > 0 else { throw problem }
          frame.isWhole = false
          return frame
        }
        frame.rows[y] = true
      }
    }
    return frame
  }

  private func colours(_ map: UnsafeMutablePointer<ColorMapObject>?, _ transparent: Int) -> [UInt32] {
    var colours = [UInt32](repeating: 0xFF00_0000, count: 256)
    if let map, let entries = map.pointee.Colors {
      for index in 0..<min(Int(map.pointee.ColorCount), 256) {
        let entry = entries[index]
        colours[index] = 0xFF00_0000 | UInt32(entry.Red) << 16 | UInt32(entry.Green) << 8 | UInt32(entry.Blue)
      }
    }
    if colours.indices.contains(transparent) { colours[transparent] = 0 }
    return colours
  }
}
