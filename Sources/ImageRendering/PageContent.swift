import ViewerCore

/// What a page shows: pixels of a file, or a drawing.
enum PageContent {
  case picture(any Picture)
  case drawing(Drawing)

  /// The only page, or the first, of a file that is no archive.
  static func single(_ descriptor: Int32) throws(ImageError) -> PageContent {
    guard let format = FileFormat(head: PictureFile.head(descriptor)) else {
      throw .unsupported("no picture")
    }
    switch format {
    case .jpeg, .png: return .picture(try CodedPicture(format, descriptor))
    case .webp: return .picture(try WebPPicture(descriptor))
    case .gif: return .picture(try GIFPicture(descriptor))
    case .bmp: return .picture(try BMPPicture(descriptor))
    case .svg: return .drawing(try Drawing(descriptor))
    case .tiff:
      guard let first = try TIFFPicture.pages(descriptor).first else { throw .empty }
      return .picture(first)
    case .pdf, .comic: throw .unsupported("\(format.name) is no picture")
    }
  }

  /// Points, upright.
  var size: Size {
    switch self {
    case .picture(let picture): picture.header.pageSize
    case .drawing(let drawing): drawing.size
    }
  }

  /// Whether nothing behind the header changes the size: not so where an orientation, or pages, may stand at the end.
  var beginsWithItsFacts: Bool {
    switch self {
    case .picture(let picture): picture.header.format != .webp && picture.header.format != .tiff
    case .drawing: false
    }
  }

  var summary: String {
    switch self {
    case .picture(let picture): picture.header.summary
    case .drawing: FileFormat.svg.name
    }
  }
}
