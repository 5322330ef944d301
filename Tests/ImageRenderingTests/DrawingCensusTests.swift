import Foundation
import Testing
import ViewerCore

@testable import ImageRendering

/// Drawings that come to more than they seem, and such as only look as if they did.
@Suite("What drawings come to")
struct DrawingCensusTests {
  struct Sheet: CustomTestStringConvertible {
    var testDescription: String
    var content: String

    init(_ name: String, _ content: String) {
      testDescription = name
      self.content = content
    }
  }

  static func svg(_ content: String, head: String = "") -> [UInt8] {
    let names = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return Array("\(head)<svg \(names) width='200' height='200'>\(content)</svg>".utf8)
  }

  /// Seven steps, each of which holds ten of the one before.
  static func steps(_ first: String, _ step: (_ own: String, _ other: String) -> String) -> String {
    first + (1...7).map { step("a\($0)", "a\($0 - 1)") }.joined()
  }

  static func ten(_ text: String) -> String { String(repeating: text, count: 10) }

  static let bombs: [Sheet] = [
    Sheet(
      "use in use",
      "<defs>"
        + steps("<g id='a0'><rect width='2' height='2'/></g>") {
          "<g id='\($0)'>" + ten("<use href='#\($1)'/>") + "</g>"
        } + "</defs><use xlink:href='#a7'/>"),
    Sheet(
      "symbols, quoted otherwise",
      steps("<symbol id=\"a0\"><rect width=\"2\" height=\"2\"/></symbol>") {
        "<symbol id = \"\($0)\" >" + ten("<s:use xlink:href = \"#\($1)\"></s:use>") + "</symbol>"
      } + "<use href='#a7'/>"),
    Sheet(
      "patterns in patterns",
      steps("<pattern id='a0' width='2' height='2'><rect width='1' height='1'/></pattern>") {
        "<pattern id='\($0)' width='9' height='9'>" + ten("<rect width='9' height='9' fill='url(#\($1))'/>")
          + "</pattern>"
      } + "<rect width='200' height='200' fill='url(#a7)'/>"),
    Sheet(
      "patterns by style",
      steps("<pattern id='a0' width='2' height='2'><rect width='1' height='1'/></pattern>") {
        "<pattern id='\($0)' width='9' height='9'>"
          + ten("<rect width='9' height='9' style='opacity:1; fill : URL( \"#\($1)\" )'/>") + "</pattern>"
      } + "<rect width='200' height='200' fill='url(#a7)'/>"),
    Sheet(
      "patterns by style sheet",
      "<style>"
        + (1...7).map { "rect.c\($0), .d\($0) { stroke: none; fill: url(#a\($0 - 1)) }" }.joined()
        + "</style>"
        + steps("<pattern id='a0' width='2' height='2'><rect width='1' height='1'/></pattern>") { own, _ in
          "<pattern id='\(own)' width='9' height='9'>"
            + ten("<rect width='9' height='9' class='x c\(own.dropFirst())'/>") + "</pattern>"
        } + "<rect width='200' height='200' fill='url(#a7)'/>"),
    Sheet(
      "a style sheet of another kind",
      "<style type='text/css'><![CDATA[ "
        + (1...7).map { "pattern#a\($0) > * { fill: url(#a\($0 - 1)) }" }.joined() + "]]></style>"
        + steps("<pattern id='a0' width='2' height='2'><rect width='1' height='1'/></pattern>") { own, _ in
          "<pattern id='\(own)' width='9' height='9'>" + ten("<rect width='9' height='9'/>") + "</pattern>"
        } + "<rect width='200' height='200' fill='url(#a7)'/>"),
    Sheet(
      "a group's pattern for all its parts",
      "<g id='g'>" + ten("<rect width='9' height='9'/>") + "</g>"
        + steps("<pattern id='a0' width='2' height='2'><rect width='1' height='1'/></pattern>") {
          "<pattern id='\($0)' width='9' height='9'><use href='#g' fill='url(#\($1))'/></pattern>"
        } + "<use href='#g' fill='url(#a7)'/>"),
    Sheet(
      "masks and clips",
      steps("<mask id='a0'><rect width='9' height='9'/></mask>") {
        "<mask id='\($0)'>" + ten("<rect width='9' height='9' mask='url(#\($1))'/>") + "</mask>"
      } + "<rect width='99' height='99' mask='url(#a7)'/>"),
    Sheet(
      "markers at every corner",
      steps("<marker id='a0'><path d='M0 0h9'/></marker>") {
        "<marker id='\($0)'><path marker-mid='url(#\($1))' d='M0 0" + ten("L1 1 ") + "'/></marker>"
      } + "<path marker-mid='url(#a7)' d='M0 0 L9 9 L0 9'/>"),
    Sheet(
      "a drawing in a drawing",
      ten(
        ten(
          "<image width='9' height='9' href='data:image/svg+xml;base64,"
            + Data(svg("<defs><g id='a'>" + ten("<path/>") + "</g></defs>" + ten(ten("<use href='#a'/>"))))
            .base64EncodedString() + "'/>"))),
    Sheet(
      "a drawing in a drawing, spelt out",
      "<image href=\"data:image/svg+xml,"
        + String(
          decoding: svg(
            steps("<g id='a0'><path/></g>") { "<g id='\($0)'>" + ten("<use href='#\($1)'/>") + "</g>" }),
          as: UTF8.self
        ).replacing("<", with: "%3C").replacing("#", with: "%23") + "\"/>"),
    Sheet(
      "a picture of too many pixels in a drawing",
      "<image width='9' height='9' href='data:image/png;base64,"
        + Data(PictureFixture.pngHeader(9000, 9000) + PictureFixture.chunk("IDAT", [])).base64EncodedString()
        + "'/>"),
    Sheet(
      "parts that hold each other",
      (0..<30).map { own in
        "<g id='a\(own)'>" + (0..<30).map { "<use href='#a\($0)'/>" }.joined() + "</g>"
      }.joined()),
  ]

  @Test("What grows beyond what it says is refused, before it is drawn", arguments: bombs)
  func bomb(_ sheet: Sheet) {
    #expect(throws: ImageError.self) { try Opened(Self.svg(sheet.content)) }
    #expect(openingCode(Self.svg(sheet.content)) == .tooLarge)
  }

  @Test("So are entities that hold entities, and what they hide")
  func entities() {
    let laughs = (1...9).map { "<!ENTITY l\($0) '" + Self.ten("&l\($0 - 1);") + "'>" }.joined()
    let head = "<?xml version='1.0'?><!-- > --><!DOCTYPE svg [<!ENTITY l0 'ha'>\(laughs)]>"
    #expect(openingCode(Self.svg("<text>&l9;</text>", head: head)) == .tooLarge)
    let empty = head.replacing("'ha'", with: "''")
    #expect(openingCode(Self.svg("<text>&l9;</text>", head: empty)) == .tooLarge)
    let hidden =
      "<!DOCTYPE svg [<!ENTITY u \"" + Self.ten("<use href='#b'/>").replacing("b'", with: "&n;'") + "\">]>"
    let uses = (1...7).map {
      "<g id='b\($0)'>" + Self.ten("<use href='#b\($0 - 1)'/>") + "</g>"
    }.joined()
    #expect(openingCode(Self.svg("<g id='b0'><path/></g>\(uses)&u;", head: hidden)) == .tooLarge)
    let loop = "<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>"
    #expect(openingCode(Self.svg("<text>&a;</text>", head: loop)) == .damagedDocument)
  }

  @Test("An encoding in which tags could hide is not read")
  func encodings() {
    let drawing = Self.svg("<rect width='9' height='9'/>", head: "<?xml version='1.0' encoding='UTF-7'?>")
    #expect(openingCode(drawing) == .unsupportedDocument)
    for name in ["UTF-8", "ISO-8859-1", "windows-1252"] {
      let head = "<?xml version='1.0' encoding=\"\(name)\" standalone='no'?>"
      #expect(openingCode(Self.svg("<rect width='9' height='9'/>", head: head)) == nil)
    }
  }

  static let ordinary: [Sheet] = [
    Sheet("nothing", ""),
    Sheet(
      "a symbol two thousand times",
      "<symbol id='s'>" + ten("<path d='M0 0h9'/>") + "</symbol>"
        + (0..<2000).map { "<use href='#s' x='\($0 % 200)' y='\($0 / 10)'/>" }.joined()),
    Sheet(
      "a thousand shapes of a hundred classes with gradients and clips",
      "<style>" + (0..<100).map { ".st\($0){fill:url(#G\($0));clip-path:url(#C\($0))}" }.joined() + "</style>"
        + (0..<100).map {
          "<linearGradient id='G\($0)'>" + ten("<stop offset='\($0)%'/>")
            + "</linearGradient><clipPath id='C\($0)'><rect width='9' height='9'/></clipPath>"
        }.joined() + (0..<1000).map { "<path class='st\($0 % 100)' d='M0 0h9v9z'/>" }.joined()),
    Sheet(
      "arrows at the ends of a long line",
      "<marker id='m'><path d='M0 0h9'/></marker><g marker-end='url(#m)'><path d='M0 0"
        + String(repeating: "L1.5 -2.5", count: 20_000) + "'/>" + ten(ten("<path d='M0 0h9'/>")) + "</g>"),
    Sheet("a link to its own part", "<g id='a'>" + ten("<a href='#a'><path d='M0 0h9'/></a>") + "</g>"),
    Sheet("a part of itself", "<g id='a'><rect width='9' height='9'/><use href='#a'/></g>"),
    Sheet(
      "what looks like it in a comment", "<!-- <use href='#a'/> > --><rect id='a' width='9' height='9'/>"),
    Sheet(
      "a picture as data",
      "<image width='9' height='9' href='data:image/png;base64,iVBORw0KGgo='/><text>a &lt; b &amp; c</text>"),
  ]

  @Test("What an artist or a program draws is not", arguments: ordinary)
  func plain(_ sheet: Sheet) throws {
    let opened = try Opened(Self.svg(sheet.content))
    _ = try opened.pixels(PixelSize(width: 40, height: 40))
  }

  @Test(
    "Rubbish is read to its end",
    arguments: [
      "<", "<a", "<a b", "<a b=", "<a b='", "<!--", "<![CDATA[", "<!DOCTYPE", "</", "<?", "<style>a{", "&x;",
      "<a b=c d>",
    ])
  func rubbish(_ text: String) {
    let scan = DrawingScan(Array(("<svg>" + text).utf8))
    #expect(scan.elements.first?.name.elementsEqual("svg".utf8) == true)
    #expect(throws: Never.self) { try DrawingCensus.check(DrawingText.expanded(Array(text.utf8))) }
  }

  @Test("Very deep ones are refused without going down all the way")
  func depth() {
    let deep = String(repeating: "<g>", count: 200_000) + String(repeating: "</g>", count: 200_000)
    #expect(openingCode(Self.svg(deep)) == .tooLarge)
    let chain = (1...100_000).map { "<use id='a\($0)' href='#a\($0 - 1)'/>" }.reversed().joined()
    #expect(openingCode(Self.svg(chain)) == .tooLarge)
  }
}
