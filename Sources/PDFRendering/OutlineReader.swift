import CPoppler
import ViewerCore
import Wire

/// Reads a document's outline, whatever its makers or enemies have tied together.
///
/// poppler cuts the circles that it sees (a line among its own forebears or sisters). What comes round another way is
/// bounded here in depth and number, and by the time that the viewer gives.
struct OutlineReader {
  /// A list of sister lines, at one of them.
  private final class Level {
    let iterator: OpaquePointer

    init(owning iterator: OpaquePointer) {
      self.iterator = iterator
    }

    deinit {
      poppler_index_iter_free(iterator)
    }
  }

  let document: OpaquePointer
  let pageCount: Int32
  /// Where the document is read from while it is coming.
  let source: StreamedSource?

  /// The lines in the order of reading.
  func items() -> [OutlineItem] {
    guard let first = poppler_index_iter_new(document) else { return [] }
    let destinations = DestinationReader(document: document, pageCount: pageCount, source: source)
    var levels = [Level(owning: first)]
    var items: [OutlineItem] = []
    while let level = levels.last, items.count < WorkerLimits.outlineItems {
      items.append(item(at: level.iterator, depth: levels.count - 1, destinations))
      if levels.count <= WorkerLimits.outlineDepth, let child = poppler_index_iter_get_child(level.iterator) {
        levels.append(Level(owning: child))
        continue
      }
      while let level = levels.last, poppler_index_iter_next(level.iterator) == 0 { levels.removeLast() }
    }
    return items
  }

  private func item(
    at iterator: OpaquePointer, depth: Int, _ destinations: DestinationReader
  ) -> OutlineItem {
    guard let action = poppler_index_iter_get_action(iterator) else {
      return OutlineItem(title: "", depth: depth, page: nil)
    }
    defer { poppler_action_free(action) }
    let title = Self.cleaned(copyString(action.pointee.any.title))
    guard case .page(let page, let x, let y) = destinations.target(of: action) else {
      return OutlineItem(title: title, depth: depth, page: nil)
    }
    return OutlineItem(title: title, depth: depth, page: Int(page), x: x, y: y)
  }

  /// One line of printable text: white space of any kind is a single space, and none stands at the ends.
  static func cleaned(_ title: String) -> String {
    var result = ""
    var bytes = 0
    var needsSpace = false
    for scalar in title.unicodeScalars {
      let isInvisible = scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
      if isInvisible || scalar == "\u{FEFF}" {
        needsSpace = !result.isEmpty
        continue
      }
      bytes += UTF8.width(scalar) + (needsSpace ? 1 : 0)
      guard bytes <= WorkerLimits.outlineTitleBytes else { break }
      if needsSpace { result.append(" ") }
      needsSpace = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
