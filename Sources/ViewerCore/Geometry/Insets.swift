/// Room that is kept free at the four sides, px.
package struct Insets: Hashable, Sendable {
  package var top: Int
  package var right: Int
  package var bottom: Int
  package var left: Int

  package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// At the side where an axis begins: the top or the left.
  package func start(_ axis: Axis) -> Int { axis == .vertical ? top : left }
  package func end(_ axis: Axis) -> Int { axis == .vertical ? bottom : right }
  package func sum(_ axis: Axis) -> Int { start(axis) + end(axis) }
}
