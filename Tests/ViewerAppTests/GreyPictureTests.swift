import Foundation
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// What is on the screen does not depend on how pages are kept.
@Suite("Pictures of grey pages", .serialized)
struct GreyPagePictureTests {
  /// A view at rest, and what its bases take.
  private struct Rest: Equatable {
    var pixels: [[UInt32]]
    var qualities: [ScenePage.Quality]
  }

  private static func rest(
    _ document: [UInt8], keepsGrey: Bool, size: PixelSize, zoom: Double, password: String? = nil
  ) throws -> (rest: Rest, cache: BitmapCache) {
    let stage = try ViewerStage([document], size: size, keepsGrey: keepsGrey) { options in
      // What hangs is found soon; what is fine needs none of it.
      (options.openTimeout, options.renderTimeout, options.textTimeout) = (
        .seconds(4), .seconds(2), .seconds(1)
      )
      options.controls = .off
    }
    try stage.frame(at: 0)
    stage.viewer.handle(.command(.zoom(zoom)), at: .milliseconds(100))
    for moment in stride(from: 100.0, through: 600, by: 100) { try stage.frame(at: moment) }
    let scene = stage.viewer.session.scene(at: .milliseconds(600))
    return (
      Rest(pixels: stage.output.pixels, qualities: scene.pages.map(\.quality)),
      stage.viewer.session.stats.cache
    )
  }

  /// Columns of type, and a spot of colour where it is wanted.
  private static func document(hasColour: Bool) -> [UInt8] {
    var pdf = PDFFixture()
    for page in 0..<3 {
      var contents = "0.3 g\n"
      for line in 0..<40 {
        contents +=
          PDFFixture.text("Grey words of page \(page), line \(line)", x: 40, y: 800 - 19 * line) + "\n"
      }
      if hasColour { contents += PDFFixture.box("0.9 0.2 0.1", x: 500, y: 10, width: 3, height: 3) }
      pdf.addPage(width: 595, height: 842, contents: contents)
    }
    return pdf.bytes()
  }

  @Test(
    "A grey page takes a quarter of the bytes, and its picture is the same, also enlarged",
    arguments: [1, 1.5])
  func quarter(_ zoom: Double) throws {
    // A width at which neither kind pads its rows.
    let size = PixelSize(width: 256, height: 300)
    let grey = try Self.rest(Self.document(hasColour: false), keepsGrey: true, size: size, zoom: zoom)
    let plain = try Self.rest(Self.document(hasColour: false), keepsGrey: false, size: size, zoom: zoom)
    #expect(grey.rest == plain.rest)
    #expect(grey.cache.greyPages > 0 && plain.cache.greyPages == 0)
    #expect(grey.cache.baseBytes * 4 == plain.cache.baseBytes)
    let colour = try Self.rest(Self.document(hasColour: true), keepsGrey: true, size: size, zoom: zoom)
    #expect(colour.cache.greyPages == 0 && colour.cache.baseBytes == plain.cache.baseBytes)
  }

  private static let folder = ProcessInfo.processInfo.environment["LECTERN_CORPUS"].map { $0 + "/pdf" }
  /// But for those that are made to hang an engine, and one whose page no engine ever comes to the end of.
  private static let files =
    (folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? [])
    .filter { !$0.hasPrefix("own-") && $0 != "qpdf-shared-unnamed-field.pdf" }

  @Test(
    "A real document at rest looks the same, whether grey pages are kept as such or not",
    .enabled(
      if: !Self.files.isEmpty && ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1",
      "some minutes: LECTERN_CORPUS names the folder of documents, and LECTERN_LONG is 1"),
    arguments: Self.files.sorted())
  func realDocument(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: (Self.folder ?? "") + "/" + file)))
    let size = PixelSize(width: 192, height: 256)
    let grey = try Self.rest(bytes, keepsGrey: true, size: size, zoom: 1.3)
    let plain = try Self.rest(bytes, keepsGrey: false, size: size, zoom: 1.3)
    // A page may come up against its time on one of the two runs.
    guard grey.rest.qualities == plain.rest.qualities else { return }
    #expect(grey.rest.pixels == plain.rest.pixels)
    #expect(plain.cache.greyPages == 0 && grey.cache.baseBytes <= plain.cache.baseBytes)
  }
}
