import CPoppler
import ViewerCore

/// How pages lie, which poppler's interface does not tell: found out by where it puts an annotation that is added to a
/// page in memory and taken away again. Each page is asked once.
final class PageTurns {
  private let document: OpaquePointer
  private var known: [Int32: Rotation] = [:]

  init(document: OpaquePointer) {
    self.document = document
  }

  /// How far a page is turned clockwise to stand upright.
  /// - Parameters:
  ///   - number: counted from 0.
  ///   - box: the page before it is turned, points.
  func turn(of page: OpaquePointer, number: Int32, box: Size) -> Rotation {
    if let turn = known[number] { return turn }
    let turn = ask(page, box: box)
    known[number] = turn
    return turn
  }

  private func ask(_ page: OpaquePointer, box: Size) -> Rotation {
    // At the upright page's corner at the bottom left; poppler turns it back to the page as it is in the file.
    var place = PopplerRectangle(x1: 0, y1: 0, x2: 1, y2: 1)
    guard let note = poppler_annot_square_new(document, &place) else { return .none }
    defer { g_object_unref(UnsafeMutableRawPointer(note)) }
    poppler_page_add_annot(page, note)
    poppler_annot_get_rectangle(note, &place)
    poppler_page_remove_annot(page, note)
    let isRight = (place.x1 + place.x2) / 2 > box.width / 2
    let isTop = (place.y1 + place.y2) / 2 > box.height / 2
    switch (isRight, isTop) {
    case (false, false): return .none
    case (true, false): return .quarter
    case (true, true): return .half
    case (false, true): return .threeQuarters
    }
  }
}
