/// What a render has brought beside its pixels.
package struct RenderYield: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    /// 4 bytes a pixel, xRGB.
    case colour
    /// Every pixel was r = g = b: 1 byte a pixel.
    case grey
  }

  package var format: Format
  /// Words and links of the page, where they were asked for and could be read.
  package var text: PageText?
  package var links: [PageLink]?

  package init(format: Format = .colour, text: PageText? = nil, links: [PageLink]? = nil) {
    self.format = format
    self.text = text
    self.links = links
  }
}
