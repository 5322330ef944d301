import CRaster
import ViewerCore

/// A JPEG (libjpeg-turbo) or PNG (libpng) picture.
struct CodedPicture: Picture {
  let header: PictureHeader

  /// Reads the header.
  init(_ format: FileFormat, _ descriptor: Int32) throws(ImageError) {
    let file = try CodedFile(format, descriptor)
    let found = try file.readHeader()
    guard let layout = PixelLayout(rawValue: found.layout) else { throw .unsupported("the colours") }
    var header = PictureHeader(
      format: format, size: PixelSize(width: Int(found.width), height: Int(found.height)), layout: layout)
    header.depth = Int(found.depth)
    header.density = Size(width: found.density_x, height: found.density_y)
    let exif = ExifBlock(file.exif)
    header.orientation = exif.orientation
    header.date = exif.date
    if header.density == .zero { header.density = exif.density }
    header.hasProfile = file.hasProfile
    let isProgressive = found.is_progressive != 0
    if isProgressive { header.note = format == .png ? "interlaced" : "progressive" }
    // Passes of a JPEG lie in memory as coefficients, whatever size is asked for; those of a PNG as pixels.
    self.header = try header.checked(isWhole: isProgressive && format == .png)
    if isProgressive, found.pass_bytes > ImageLimits.passBytes {
      throw .tooLarge("\(found.width) x \(found.height) pixels in passes")
    }
  }

  /// A JPEG's blocks of 8 pixels become 4, 2 or 1 as they are decoded.
  func reduction(upTo wanted: Int) -> Int {
    guard header.format == .jpeg else { return wanted }
    let byDecoder = Self.denominator(wanted)
    return wanted / byDecoder * byDecoder
  }

  private static func denominator(_ reduction: Int) -> Int {
    [8, 4, 2].first { $0 <= reduction } ?? 1
  }

  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster {
    let file = try CodedFile(header.format, descriptor)
    let found = try file.readHeader()
    guard found.width == UInt32(header.size.width), found.height == UInt32(header.size.height),
      found.layout == header.layout.rawValue
    else { throw .damaged("the file has changed") }
    let denominator = header.format == .jpeg ? Self.denominator(plan.reduction) : 1
    let rows = try file.begin(denominator: denominator)
    let raster = try Raster(plan, layout: header.layout)
    raster.transform = file.transform(header.layout)
    var reducer = try RowReducer(into: raster, rows: rows, factor: plan.reduction / denominator)
    // Rows that need nothing done to them are decoded where they belong.
    let isDirect =
      plan.reduction == denominator && header.layout != .alpha
      && plan.part == PixelRect(size: RasterPlan.reduced(header.size, by: denominator))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: rows.width * header.layout.channels)
    defer { row.deallocate() }
    while !reducer.isComplete {
      let place = isDirect ? raster.pixels + reducer.rowCount * raster.stride : row
      do throws(ImageError) {
        try file.nextRow(place)
      } catch {
        if case .outOfMemory = error { throw error }
        guard !reducer.isEmpty else { throw error }
        raster.complaint = error.detail
        break
      }
      if isDirect { reducer.skip() } else { reducer.add(row) }
    }
    reducer.end()
    if raster.complaint == nil, file.complains { raster.complaint = file.message }
    return raster
  }
}

/// A file between its header and its last row.
struct CodedFile: ~Copyable {
  private let file: OpaquePointer

  init(_ format: FileFormat, _ descriptor: Int32) throws(ImageError) {
    guard let file = format == .jpeg ? craster_jpeg_new(descriptor) : craster_png_new(descriptor) else {
      throw .outOfMemory("")
    }
    self.file = file
  }

  deinit {
    craster_free(file)
  }

  func readHeader() throws(ImageError) -> craster_header {
    var header = craster_header()
    try check(craster_read_header(file, &header))
    return header
  }

  var exif: [UInt8] {
    var count = 0
    guard let bytes = craster_exif(file, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private var profile: UnsafeBufferPointer<UInt8> {
    var count = 0
    let bytes = craster_profile(file, &count)
    return UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  }

  var hasProfile: Bool { !profile.isEmpty }

  func transform(_ layout: PixelLayout) -> ColourTransform? {
    ColourTransform(profile: UnsafeRawBufferPointer(profile), layout: layout)
  }

  /// - Returns: the size of the rows to come.
  func begin(denominator: Int) throws(ImageError) -> PixelSize {
    var width: UInt32 = 0
    var height: UInt32 = 0
    try check(craster_begin(file, Int32(denominator), &width, &height))
    return PixelSize(width: Int(width), height: Int(height))
  }

  func nextRow(_ row: UnsafeMutablePointer<UInt8>) throws(ImageError) {
    try check(craster_next_row(file, row))
  }

  var complains: Bool { craster_complains(file) != 0 }
  var message: String { String(cString: craster_message(file)) }

  private func check(_ status: Int32) throws(ImageError) {
    switch Int(status) {
    case Int(CRASTER_OK): return
    case Int(CRASTER_NO_MEMORY): throw .outOfMemory(message)
    case Int(CRASTER_TOO_LARGE): throw .tooLarge(message)
    default: throw .damaged(message)
    }
  }
}
