/// What is right for each picture and comic book of the corpus, as its manifest says.
package struct PictureCorpusRow: Sendable, CustomStringConvertible {
  package enum Outcome: Hashable, Sendable {
    /// Pages, each drawn; the first one's pixels as it is looked at: upright.
    case drawn(pages: Int, width: Int, height: Int)
    /// Drawn by its measures: a page of so many points.
    case sketched(width: Double, height: Double)
    /// It opens, for its header is right, and drawing it comes to nothing.
    case hopeless
    /// When it is opened: the code.
    case refused(String)
  }

  package enum Look: Hashable, Sendable {
    /// More than one colour.
    case varied
    /// One colour everywhere, 0xRRGGBB.
    case plain(UInt32)
    /// No colour but grey.
    case grey
    /// The paper shows where the picture is transparent: in the top left corner.
    case paperInCorner
    /// A part is missing, which is said.
    case incomplete
    /// Nothing is said.
    case silent
    /// The last row has not come, and shows paper.
    case blankBelow
  }

  package var file: String
  /// What `info` calls it.
  package var format: String
  package var outcome: Outcome
  package var looks: [Look]

  package var description: String { file }

  private static func row(
    _ file: String, _ format: String, _ width: Int, _ height: Int, pages: Int = 1, _ looks: Look...
  ) -> PictureCorpusRow {
    PictureCorpusRow(
      file: file, format: format, outcome: .drawn(pages: pages, width: width, height: height), looks: looks)
  }

  private static func sketch(
    _ file: String, _ width: Double, _ height: Double, _ looks: Look...
  ) -> PictureCorpusRow {
    PictureCorpusRow(
      file: file, format: "SVG", outcome: .sketched(width: width, height: height), looks: looks)
  }

  private static func refused(_ file: String, _ code: String) -> PictureCorpusRow {
    PictureCorpusRow(file: file, format: "", outcome: .refused(code), looks: [])
  }

  private static func hopeless(_ file: String, _ format: String) -> PictureCorpusRow {
    PictureCorpusRow(file: file, format: format, outcome: .hopeless, looks: [])
  }

  package static let all: [PictureCorpusRow] = [
    row("img/apng-ball.png", "PNG", 100, 100, .varied, .silent),
    refused("img/avif-17000x17000.avif", "unsupported-document"),
    refused("img/bmp-bad-width.bmp", "too-large"),
    row("img/bmp-rle8.bmp", "BMP", 127, 64, .varied, .silent),
    refused("img/empty.jpg", "damaged-document"),
    row("img/exif-bad.jpg", "JPEG", 500, 500, .varied, .grey),
    row("img/exif-invalid.jpg", "JPEG", 200, 200, .varied),
    row("img/exif-multiple.jpg", "JPEG", 1, 1, .grey),
    row("img/exif-orient-1.jpg", "JPEG", 308, 410, .varied, .silent),
    row("img/exif-orient-2.jpg", "JPEG", 308, 410, .varied, .silent),
    row("img/exif-orient-3.jpg", "JPEG", 308, 410, .varied, .silent),
    row("img/exif-orient-4.jpg", "JPEG", 308, 410, .varied, .silent),
    row("img/exif-orient-5.jpg", "JPEG", 231, 308, .varied, .silent),
    row("img/exif-orient-6.jpg", "JPEG", 231, 308, .varied, .silent),
    row("img/exif-orient-7.jpg", "JPEG", 231, 308, .varied, .silent),
    row("img/exif-orient-8.jpg", "JPEG", 231, 308, .varied, .silent),
    row("img/gif-animated.gif", "GIF", 159, 203, .varied, .silent),
    refused("img/gif-bomb.gif", "too-large"),
    row("img/gif-dispose-background.gif", "GIF", 100, 100, .varied, .silent),
    // The canvas is what the header says; other engines let it grow with a frame that lies outside.
    row("img/gif-frame-out-of-bounds.gif", "GIF", 32, 32),
    row("img/gif-truncated.gif", "GIF", 575, 800, .varied, .incomplete),
    refused("img/heif.heif", "unsupported-document"),
    refused("img/ico-png.ico", "unsupported-document"),
    refused("img/jp2-tiled.jp2", "unsupported-document"),
    row("img/jpeg-cmyk.jpg", "JPEG", 100, 100, .varied, .silent),
    row("img/jpeg-ff00-header.jpg", "JPEG", 300, 225, .varied),
    hopeless("img/jpeg-fuzz.jpeg", "JPEG"),
    row("img/jpeg-grey.jpg", "JPEG", 128, 128, .varied, .grey, .silent),
    row("img/jpeg-icc-big.jpg", "JPEG", 425, 250, .varied, .silent),
    row("img/jpeg-named.png", "JPEG", 100, 100, .silent),
    row("img/jpeg-progressive-truncated.jpg", "JPEG", 650, 470, .varied, .incomplete),
    row("img/jpeg-progressive.jpg", "JPEG", 320, 240, .varied, .silent),
    row("img/jpeg-rgb-pair.jpg", "JPEG", 100, 100, .varied, .silent),
    row("img/jpeg-truncated.jpg", "JPEG", 290, 442, .varied, .incomplete, .blankBelow),
    row("img/panorama-24000x1600-progressive.jpg", "JPEG", 24_000, 1600, .varied, .silent),
    row("img/png-16bit-rgb.png", "PNG", 32, 32, .varied, .silent),
    row("img/png-16bit-rgba.png", "PNG", 32, 32, .varied, .paperInCorner, .silent),
    row("img/png-1bit-trns.png", "PNG", 64, 64, .varied, .silent),
    row("img/png-1x1.png", "PNG", 1, 1, .plain(0xFF0000), .silent),
    row("img/png-1x60000.png", "PNG", 1, 60_000, .grey, .silent),
    refused("img/png-bomb-50000x50000-1bit.png", "too-large"),
    row("img/png-broken-stream.png", "PNG", 128, 128, .varied, .incomplete),
    refused("img/png-broken.png", "damaged-document"),
    row("img/png-interlaced.png", "PNG", 32, 32, .varied, .silent),
    refused("img/png-lying-ihdr.png", "too-large"),
    row("img/png-palette-trns.png", "PNG", 32, 32, .varied, .paperInCorner, .silent),
    row("img/png-text-chunk-dos.png", "PNG", 1, 1, .silent),
    row("img/png-white-on-transparent.png", "PNG", 300, 200, .varied, .silent),
    sketch("img/svg-blank.svg", 595.28, 841.89, .plain(0xFFFFFF), .silent),
    sketch("img/svg-external-refs.svg", 225, 75, .varied, .silent),
    sketch("img/svg-logo.svg", 552, 414, .varied, .silent),
    sketch("img/svg-logo.svgz", 552, 414, .varied, .silent),
    refused("img/svg-use-bomb.svg", "too-large"),
    refused("img/text-named.jpg", "unsupported-document"),
    row("img/tiff-fuzz-1.tif", "TIFF", 218, 84, .incomplete),
    row("img/tiff-g4-orientation-3.tif", "TIFF", 590, 88, .varied, .silent),
    row("img/tiff-g4-orientation-6.tif", "TIFF", 590, 88, .varied, .silent),
    row("img/tiff-lzw.tif", "TIFF", 128, 128, .varied, .silent),
    row("img/tiff-multipage.tiff", "TIFF", 10, 10, pages: 3, .silent),
    refused("img/tiff-oom.tif", "damaged-document"),
    row("img/tiff-page-loop-2.tiff", "TIFF", 10, 10, pages: 1, .silent),
    row("img/tiff-page-loop.tiff", "TIFF", 10, 10, pages: 2, .silent),
    row("img/webp-animated.webp", "WebP", 200, 200, .varied, .silent),
    row("img/webp-big-height.webp", "WebP", 13, 169, .silent),
    // What upset another decoder is a whole picture to libwebp.
    row("img/webp-fuzz.webp", "WebP", 100, 30, .varied),
    row("img/webp-looks-like-svg.webp", "WebP", 256, 256, .varied, .silent),
    row("img/webp-orientation-6.webp", "WebP", 128, 128, .varied, .silent),
    row("cbz/okular-rotated_cb.cbz", "CBZ", 720, 1280, pages: 1, .varied, .silent),
    row("cbz/own-corrupt-page.cbz", "CBZ", 600, 900, pages: 4, .varied, .silent),
    refused("cbz/own-empty.cbz", "empty-document"),
    row("cbz/own-natural-order.cbz", "CBZ", 600, 900, pages: 6, .varied, .silent),
    row("cbz/readium-futuristic_tales.cbz", "CBZ", 654, 1040, pages: 4, .varied, .silent),
  ]
}
