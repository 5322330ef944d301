/// Where characters stand, and which characters stand where. Places are points from the page's top left; ranges
/// count characters (Unicode scalars) of `text`.
extension PageText {
  /// The word at a place, for a long press; nil where there is none within `reach` points.
  package func word(at place: Point, reach: Double) -> Range<Int>? { nil }

  /// The boundary between characters that is nearest to a place, for the end of a selection that is dragged:
  /// 0...count. Nil for a page without text.
  package func boundary(nearest place: Point) -> Int? { nil }

  /// What covers a range on the page, a box for each stretch of a line, in reading order.
  package func boxes(covering range: Range<Int>) -> [Box] { [] }

  /// A range as it is copied or spoken: in reading order, ligatures taken apart, soft hyphens and the hyphens of
  /// broken lines joined.
  package func string(in range: Range<Int>) -> String { "" }
}
