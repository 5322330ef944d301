import Glibc
import Posix
package import ViewerCore
package import Wire

/// A picture, a TIFF of several, or an archive of them, as a document with pages.
package final class ImageDocument {
  package let format: FileFormat
  private let descriptor: Int32
  private let pages: Pages
  private var rasters = RasterCache()
  /// What pages with transparent places are laid on, by page and paper.
  private var backdrops: [Int: UInt32] = [:]
  private var complaints: Set<String> = []

  private enum Pages {
    case contents([PageContent])
    case comic(ComicBook)
  }

  /// Opens a document from a descriptor of a regular file or memfd, which stays the caller's and must stay open.
  ///
  /// Headers alone are read: one that tells of more than can be decoded is refused here.
  package init(_ format: FileFormat, descriptor: Int32) throws(ImageError) {
    self.format = format
    self.descriptor = descriptor
    switch format {
    case .comic: pages = .comic(try ComicBook(descriptor))
    case .tiff: pages = .contents(try TIFFPicture.pages(descriptor).map { .picture($0) })
    default: pages = .contents([try PageContent.single(descriptor)])
    }
  }

  /// The format of a file that this engine reads; nil for all else.
  package static func format(of descriptor: Int32) -> FileFormat? {
    guard let format = FileFormat(head: PictureFile.head(descriptor)), format != .pdf else { return nil }
    return format
  }

  package var pageCount: Int32 {
    switch pages {
    case .contents(let contents): Int32(clamping: contents.count)
    case .comic(let comic): Int32(clamping: comic.pageCount)
    }
  }

  package func facts() -> DocumentFacts {
    DocumentFacts(
      pages: pageCount, firstPageSize: pageSizes(first: 0, count: 1).first ?? .zero, firstPageLabel: "1",
      encrypted: false, permissions: .all,
      kind: format.kind)
  }

  /// Sizes in points; zero for pages that cannot be read.
  package func pageSizes(first: Int32, count: Int32) -> [Size] {
    guard first >= 0, first < pageCount, count > 0 else { return [] }
    let range = Int(first)..<Int(first + min(count, pageCount - first))
    return switch pages {
    case .contents(let contents): contents[range].map(\.size)
    case .comic(let comic): comic.sizes(of: range)
    }
  }

  /// What a page shows, and the file that it is read from, which is open until the next page is asked for.
  func content(of page: Int) throws(ImageError) -> (content: PageContent, file: Int32) {
    switch pages {
    case .contents(let contents): return (contents[page], descriptor)
    case .comic(let comic):
      let open = try comic.open(page)
      return (open.content, open.file.rawValue)
    }
  }

  /// - Throws: `pageOutOfRange`.
  package func check(page: Int32) throws(ImageError) {
    guard page >= 0, page < pageCount else { throw .pageOutOfRange }
  }

  package func info() -> DocumentInfo {
    var info = DocumentInfo()
    switch pages {
    case .contents(let contents):
      info.format = contents.first?.summary ?? ""
      if contents.count > 1 { info.format += ", \(contents.count) pages" }
      if case .picture(let picture) = contents.first { info.created = picture.header.date }
    case .comic: info.format = format.name
    }
    info.warnings = Array(complaints.sorted().prefix(WorkerLimits.warnings))
    return info
  }

  /// Draws a page as ordered: paper first, then the picture so that it fills `order.resolution` exactly.
  ///
  /// - Parameter memory: at least `order.byteCount` bytes.
  /// - Returns: what was wrong with the file, if only a part of the page could be shown.
  package func render(
    _ order: RenderOrder, into memory: UnsafeMutableRawPointer
  ) throws(ImageError) -> [String] {
    guard order.isValid else { throw .badBitmap }
    try check(page: order.page)
    let page = Int(order.page)
    do throws(ImageError) {
      let (content, file) = try content(of: page)
      return try render(content, file, order, into: memory)
    } catch {
      throw error.ofPage
    }
  }

  private func render(
    _ content: PageContent, _ file: Int32, _ order: RenderOrder, into memory: UnsafeMutableRawPointer
  ) throws(ImageError) -> [String] {
    switch content {
    case .drawing(let drawing):
      try drawing.render(order, into: memory)
      return []
    case .picture(let picture):
      let painter = PagePainter(picture.header, order)
      let raster = try raster(of: picture, file, Int(order.page), painter)
      let paper = raster.layout == .alpha ? backdrop(raster, order) : order.paper
      try painter.paint(raster, paper: paper, into: memory)
      guard let complaint = raster.complaint else { return [] }
      complaints.insert(complaint)
      return [complaint]
    }
  }

  private func raster(
    of picture: any Picture, _ file: Int32, _ page: Int, _ painter: PagePainter
  ) throws(ImageError) -> Raster {
    let reduction = picture.reduction(upTo: painter.reduction)
    if let raster = rasters.raster(page, reduction: reduction, part: painter.part) { return raster }
    let plan = painter.plan(reduction)
    rasters.makeRoom(for: plan.part.area * picture.header.layout.channels)
    let raster = try picture.decode(plan, from: file)
    rasters.insert(raster, page: page)
    return raster
  }

  /// Decided once a page, so that all its views agree.
  private func backdrop(_ raster: Raster, _ order: RenderOrder) -> UInt32 {
    let key = Int(order.page) << 24 | Int(order.paper & 0xFF_FFFF)
    if let known = backdrops[key] { return known }
    let colour = Backdrop.colour(for: raster, on: order.paper)
    backdrops[key] = colour
    return colour
  }

  /// Gives back what can be had again.
  package func trim() {
    rasters.removeAll()
    if case .comic(let comic) = pages { comic.trim() }
  }
}
