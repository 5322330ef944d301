import Glibc
import ViewerCore
import Wire

/// Writes documents of pictures as PDF: each page as large as it is shown, filled by its picture.
///
/// A JPEG file is taken as it is, with its profile, and turned by the page (PDF 1.7, 7.4.8), unless it is damaged: readers
/// differ in what they make of such a one. Of everything else come the pixels that would be shown, plain: whoever puts
/// documents together packs them.
package final class PicturePDF {
  /// Bytes of a picture that are drawn at a time.
  private static let band = 8 << 20
  private let output: Int32
  private var offset = 0
  /// Where objects begin, counted from 1; the first two are written at the end.
  private var offsets = [0, 0]
  private var pages: [Int] = []

  /// - Parameter output: an empty regular file; stays the caller's.
  package init(_ output: Int32) {
    self.output = output
  }

  package func append(_ document: ImageDocument) throws(ImageError) {
    if pages.isEmpty { try write("%PDF-1.5\n%\u{E2}\u{E3}\n") }
    for (page, size) in document.pageSizes(first: 0, count: document.pageCount).enumerated() {
      guard size.width > 0, size.height > 0 else { throw .damaged("page \(page + 1) cannot be read") }
      try append(document, page, size)
    }
  }

  package func finish() throws(ImageError) {
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    try write(object: 2, "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
    try write(object: 1, "<< /Type /Catalog /Pages 2 0 R >>")
    let table = offset
    var text = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      text += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    try write(text)
  }

  private func append(_ document: ImageDocument, _ page: Int, _ size: Size) throws(ImageError) {
    let (content, file) = try document.content(of: page)
    var turn = Orientation.upright
    let image: Int
    if case .picture(let picture) = content, let jpeg = JPEGStream(picture.header, file),
      isWhole(document, page, picture.header)
    {
      turn = picture.header.orientation
      image = try append(jpeg, file)
    } else {
      image = try append(pixelsOf: document, page, content, size)
    }
    let contents = "q \(Self.matrix(turn, size)) cm /Im Do Q\n"
    let stream = try append("<< /Length \(contents.utf8.count) >>\nstream\n\(contents)endstream")
    pages.append(
      try append(
        """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(Self.number(size.width)) \(Self.number(size.height))] \
        /Resources << /XObject << /Im \(image) 0 R >> >> /Contents \(stream) 0 R >>
        """))
  }

  // MARK: Pictures

  /// Whether a picture can be decoded to its end: it is drawn at an eighth of its size, which costs least.
  private func isWhole(_ document: ImageDocument, _ page: Int, _ header: PictureHeader) -> Bool {
    let upright = header.orientation.placement.placed(header.size)
    let small = PixelSize(width: max(1, upright.width / 8), height: max(1, upright.height / 8))
    let order = RenderOrder(
      page: Int32(page), resolution: small, clip: PixelRect(size: small), rotation: .none,
      stride: (small.width * 4 + 63) & ~63)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: order.byteCount, alignment: 64)
    defer { memory.deallocate() }
    return (try? document.render(order, into: memory))?.isEmpty ?? false
  }

  private func append(_ jpeg: JPEGStream, _ file: Int32) throws(ImageError) -> Int {
    var space = jpeg.isGrey ? "/DeviceGray" : "/DeviceRGB"
    if !jpeg.profile.isEmpty {
      let profile = try begin(
        "<< /N \(jpeg.isGrey ? 1 : 3) /Alternate \(space) /Length \(jpeg.profile.count) >>")
      try write(jpeg.profile)
      try end()
      space = "[/ICCBased \(profile) 0 R]"
    }
    let image = try begin(
      Self.facts(jpeg.size, space) + " /Filter /DCTDecode /Length \(jpeg.byteCount) >>")
    var done = 0
    while done < jpeg.byteCount {
      let bytes = PictureFile.head(file, count: min(1 << 18, jpeg.byteCount - done), at: done)
      // It was cut off meanwhile.
      guard !bytes.isEmpty else { throw .damaged("the file ends too soon") }
      try write(bytes)
      done += bytes.count
    }
    try end()
    return image
  }

  /// As they are shown on white, a byte for each colour, or one where there is none.
  private func append(
    pixelsOf document: ImageDocument, _ page: Int, _ content: PageContent, _ size: Size
  ) throws(ImageError) -> Int {
    var resolution: PixelSize
    var isGrey = false
    switch content {
    case .picture(let picture):
      resolution = picture.header.orientation.placement.placed(picture.header.size)
      isGrey = picture.header.layout == .grey
    // 144 dots an inch.
    case .drawing: resolution = PixelSize(width: Int(size.width * 2), height: Int(size.height * 2))
    }
    let excess = Double(max(resolution.width, resolution.height)) / Double(WorkerLimits.bitmapSide)
    if excess > 1 {
      resolution = PixelSize(
        width: Int(Double(resolution.width) / excess), height: Int(Double(resolution.height) / excess))
    }
    resolution = PixelSize(width: max(1, resolution.width), height: max(1, resolution.height))
    let channels = isGrey ? 1 : 3
    let image = try begin(
      Self.facts(resolution, isGrey ? "/DeviceGray" : "/DeviceRGB")
        + " /Length \(resolution.area * channels) >>")
    let stride = (resolution.width * 4 + 63) & ~63
    let rows = max(1, min(resolution.height, Self.band / stride))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * rows, alignment: 64)
    defer { memory.deallocate() }
    var top = 0
    while top < resolution.height {
      let clip = PixelRect(x: 0, y: top, width: resolution.width, height: min(rows, resolution.height - top))
      let order = RenderOrder(
        page: Int32(page), resolution: resolution, clip: clip, rotation: .none, stride: stride)
      _ = try document.render(order, into: memory)
      try write(Self.packed(memory, clip.size, stride, channels))
      top += clip.height
    }
    try end()
    return image
  }

  /// - Parameter memory: rows of blue, green, red and a byte of no use.
  private static func packed(
    _ memory: UnsafeMutableRawPointer, _ size: PixelSize, _ stride: Int, _ channels: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size.area * channels) { bytes, count in
      count = size.area * channels
      var place = 0
      for row in 0..<size.height {
        let pixels = UnsafeRawBufferPointer(start: memory + row * stride, count: size.width * 4)
        for x in 0..<size.width {
          if channels == 1 {
            bytes[place] = pixels[x * 4]
          } else {
            bytes[place] = pixels[x * 4 + 2]
            bytes[place + 1] = pixels[x * 4 + 1]
            bytes[place + 2] = pixels[x * 4]
          }
          place += channels
        }
      }
    }
  }

  private static func facts(_ size: PixelSize, _ space: String) -> String {
    "<< /Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) /BitsPerComponent 8 "
      + "/ColorSpace \(space)"
  }

  /// Lays the unit square of a stored picture on the page, upright. The square's top is the picture's first row.
  private static func matrix(_ turn: Orientation, _ size: Size) -> String {
    let (w, h) = (number(size.width), number(size.height))
    return switch turn {
    case .upright: "\(w) 0 0 \(h) 0 0"
    case .mirrored: "-\(w) 0 0 \(h) \(w) 0"
    case .half: "-\(w) 0 0 -\(h) \(w) \(h)"
    case .flipped: "\(w) 0 0 -\(h) 0 \(h)"
    case .transposed: "0 -\(h) -\(w) 0 \(w) \(h)"
    case .quarter: "0 -\(h) \(w) 0 0 \(h)"
    case .transversed: "0 \(h) \(w) 0 0 0"
    case .threeQuarters: "0 \(h) -\(w) 0 \(w) 0"
    }
  }

  private static func number(_ value: Double) -> String { Decimal.text(value, places: 3) }

  // MARK: Objects

  private func append(_ text: String) throws(ImageError) -> Int {
    offsets.append(0)
    try write(object: offsets.count, text)
    return offsets.count
  }

  private func write(object: Int, _ text: String) throws(ImageError) {
    offsets[object - 1] = offset
    try write("\(object) 0 obj\n\(text)\nendobj\n")
  }

  /// A stream's number; its bytes follow.
  private func begin(_ facts: String) throws(ImageError) -> Int {
    offsets.append(offset)
    try write("\(offsets.count) 0 obj\n\(facts)\nstream\n")
    return offsets.count
  }

  private func end() throws(ImageError) { try write("\nendstream\nendobj\n") }

  private func write(_ text: String) throws(ImageError) { try write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) throws(ImageError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(output, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable }
      done += count
    }
    offset += bytes.count
  }
}
