import CRaster
import CLate
import Glibc
import ViewerCore

/// A page of a TIFF file (libtiff).
///
/// Scans (a bit or a byte a sample, in strips) are read line by line; everything else goes through the library's own
/// conversion to RGBA, a strip or a row of tiles at a time.
struct TIFFPicture: Picture {
  let header: PictureHeader
  /// Of its directory.
  private let offset: UInt64
  private let way: Way

  private enum Way: Hashable {
    /// A bit a pixel; whether 0 is black.
    case bits(zeroIsBlack: Bool)
    case grey
    case colour
    case inks
    case strips
    case tiles
  }

  /// The pages of a file, in its order, without the smaller pictures of other pages.
  static func pages(_ descriptor: Int32) throws(ImageError) -> [TIFFPicture] {
    let file = try TIFFFile(descriptor)
    var pages: [TIFFPicture] = []
    var problem: ImageError?
    for offset in file.directories() {
      guard file.library.pointee.TIFFSetSubDirectory(file.tiff, offset) != 0 else { continue }
      let isCopy = file.number(TIFFTAG_SUBFILETYPE) & Int(FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) != 0
      if isCopy, !pages.isEmpty { continue }
      do throws(ImageError) {
        pages.append(try TIFFPicture(file, offset))
      } catch {
        problem = problem ?? error
      }
    }
    guard !pages.isEmpty else { throw problem ?? .damaged("no picture in the file") }
    return pages
  }

  private init(_ file: borrowing TIFFFile, _ offset: UInt64) throws(ImageError) {
    self.offset = offset
    let size = PixelSize(width: file.number(TIFFTAG_IMAGEWIDTH), height: file.number(TIFFTAG_IMAGELENGTH))
    let depth = file.short(TIFFTAG_BITSPERSAMPLE)
    let way = Self.way(file)
    let layout: PixelLayout =
      switch way {
      case .bits, .grey: .grey
      case .colour: .colour
      case .inks: .inks
      case .strips, .tiles: file.hasAlpha ? .alpha : .colour
      }
    var header = PictureHeader(format: .tiff, size: size, layout: layout)
    header.depth = depth
    header.orientation = Orientation(rawValue: UInt16(file.short(TIFFTAG_ORIENTATION))) ?? .upright
    let unit = file.short(TIFFTAG_RESOLUTIONUNIT)
    let scale = unit == Int(RESUNIT_CENTIMETER) ? 2.54 : unit == Int(RESUNIT_INCH) ? 1 : 0
    header.density = Size(
      width: file.real(TIFFTAG_XRESOLUTION) * scale, height: file.real(TIFFTAG_YRESOLUTION) * scale)
    var count: UInt32 = 0
    header.hasProfile = clate_tiff_profile(file.library, file.tiff, &count) != nil
    header = try header.checked()
    if way == .strips || way == .tiles {
      var reason = [CChar](repeating: 0, count: 1024)
      guard file.library.pointee.TIFFRGBAImageOK(file.tiff, &reason) != 0 else {
        throw .unsupported(
          String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      // What has to be in memory at once.
      let rows = way == .tiles ? file.number(TIFFTAG_TILELENGTH) : file.number(TIFFTAG_ROWSPERSTRIP)
      let (area, overflows) = size.width.multipliedReportingOverflow(by: min(rows, size.height))
      let (tile, spills) = (way == .tiles ? file.number(TIFFTAG_TILEWIDTH) : 0).multipliedReportingOverflow(
        by: rows)
      guard !overflows, !spills, max(area, tile) <= ImageLimits.wholePixels else {
        throw .tooLarge("\(size.width) x \(size.height) pixels in one piece")
      }
    }
    self.header = header
    self.way = way
  }

  private static func way(_ file: borrowing TIFFFile) -> Way {
    guard file.library.pointee.TIFFIsTiled(file.tiff) == 0 else { return .tiles }
    let samples = file.short(TIFFTAG_SAMPLESPERPIXEL)
    let isContiguous = samples == 1 || file.short(TIFFTAG_PLANARCONFIG) == Int(PLANARCONFIG_CONTIG)
    let isNumber = file.short(TIFFTAG_SAMPLEFORMAT) <= Int(SAMPLEFORMAT_UINT)
    guard isContiguous, isNumber else { return .strips }
    let photometric = Int32(file.short(TIFFTAG_PHOTOMETRIC))
    switch (file.short(TIFFTAG_BITSPERSAMPLE), samples, photometric) {
    case (1, 1, PHOTOMETRIC_MINISWHITE): return .bits(zeroIsBlack: false)
    case (1, 1, PHOTOMETRIC_MINISBLACK): return .bits(zeroIsBlack: true)
    case (8, 1, PHOTOMETRIC_MINISBLACK): return .grey
    case (8, 3, PHOTOMETRIC_RGB): return .colour
    case (8, 3, PHOTOMETRIC_YCBCR) where file.short(TIFFTAG_COMPRESSION) == Int(COMPRESSION_JPEG):
      return .colour
    case (8, 4, PHOTOMETRIC_SEPARATED) where file.short(TIFFTAG_INKSET) == Int(INKSET_CMYK): return .inks
    default: return .strips
    }
  }

  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster {
    let file = try TIFFFile(descriptor)
    guard file.library.pointee.TIFFSetSubDirectory(file.tiff, offset) != 0 else {
      throw .damaged("the page is missing")
    }
    let raster = try Raster(plan, layout: header.layout)
    raster.transform = file.transform(header.layout)
    var reducer = try RowReducer(into: raster, rows: header.size, factor: plan.reduction, isMultiplied: true)
    switch way {
    case .bits, .grey, .colour, .inks: try readLines(file, &reducer)
    case .strips: try readStrips(file, &reducer)
    case .tiles: try readTiles(file, &reducer)
    }
    guard !reducer.isEmpty else { throw .damaged("no line of the picture can be read") }
    let complaint = file.complaint
    if !complaint.isEmpty {
      raster.complaint = complaint
    } else if !reducer.isComplete {
      raster.complaint = "the picture ends too soon"
    }
    reducer.end()
    return raster
  }

  private func readLines(_ file: borrowing TIFFFile, _ reducer: inout RowReducer) throws(ImageError) {
    if file.short(TIFFTAG_COMPRESSION) == Int(COMPRESSION_JPEG) {
      _ = clate_tiff_set(file.library, file.tiff, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB)
    }
    let width = header.size.width
    let samples = way == .colour ? 3 : way == .inks ? 4 : 1
    var isBits = false
    if case .bits = way { isBits = true }
    let needed = isBits ? (width + 7) / 8 : width * samples
    let count = Int(file.library.pointee.TIFFScanlineSize(file.tiff))
    guard count >= needed else { throw .damaged("lines of \(count) bytes") }
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    line.initialize(repeating: 0, count: count)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * header.layout.channels)
    defer {
      line.deallocate()
      row.deallocate()
    }
    for y in 0..<header.size.height {
      if reducer.isComplete { return }
      guard file.library.pointee.TIFFReadScanline(file.tiff, line, UInt32(y), 0) > 0 else { return }
      switch way {
      case .bits(let zeroIsBlack): craster_expand_bits(row, line, Int64(width), zeroIsBlack ? 1 : 0)
      case .colour: craster_swap_colours(row, line, Int64(width))
      default: row.update(from: line, count: width * samples)
      }
      reducer.add(row)
    }
  }

  /// The library draws from the bottom up.
  private func readStrips(_ file: borrowing TIFFFile, _ reducer: inout RowReducer) throws(ImageError) {
    _ = clate_tiff_set(file.library, file.tiff, UInt32(TIFFTAG_ORIENTATION), ORIENTATION_TOPLEFT)
    let size = header.size
    let rows = min(max(file.number(TIFFTAG_ROWSPERSTRIP), 1), size.height)
    let band = try Band(pixels: size.width * rows)
    var y = 0
    while y < size.height, !reducer.isComplete {
      let count = min(rows, size.height - y)
      guard file.library.pointee.TIFFReadRGBAStrip(file.tiff, UInt32(y), band.pixels) != 0 else { return }
      for line in 0..<count { band.add((count - 1 - line) * size.width, size.width, to: &reducer) }
      y += count
    }
  }

  private func readTiles(_ file: borrowing TIFFFile, _ reducer: inout RowReducer) throws(ImageError) {
    _ = clate_tiff_set(file.library, file.tiff, UInt32(TIFFTAG_ORIENTATION), ORIENTATION_TOPLEFT)
    let size = header.size
    let width = file.number(TIFFTAG_TILEWIDTH)
    let height = file.number(TIFFTAG_TILELENGTH)
    guard width > 0, height > 0 else { throw .damaged("tiles without a size") }
    let tile = try Band(pixels: width * height)
    let band = try Band(pixels: size.width * min(height, size.height))
    var y = 0
    while y < size.height, !reducer.isComplete {
      let count = min(height, size.height - y)
      for x in stride(from: 0, to: size.width, by: width) {
        guard file.library.pointee.TIFFReadRGBATile(file.tiff, UInt32(x), UInt32(y), tile.pixels) != 0 else {
          return
        }
        for line in 0..<count {
          (band.pixels + line * size.width + x).update(
            from: tile.pixels + (height - 1 - line) * width, count: min(width, size.width - x))
        }
      }
      for line in 0..<count { band.add(line * size.width, size.width, to: &reducer) }
      y += count
    }
  }
}

/// Pixels that the library converts.
private struct Band: ~Copyable {
  let pixels: UnsafeMutablePointer<UInt32>

  init(pixels count: Int) throws(ImageError) {
    guard count <= ImageLimits.wholePixels, let memory = calloc(max(count, 1), 4) else {
      throw .outOfMemory("\(count) pixels")
    }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
  }

  deinit {
    free(pixels)
  }

  func add(_ first: Int, _ count: Int, to reducer: inout RowReducer) {
    UnsafeMutableRawPointer(pixels + first).withMemoryRebound(to: UInt8.self, capacity: count * 4) { row in
      craster_swap_ends(row, row, Int64(count))
      reducer.add(row)
    }
  }
}
