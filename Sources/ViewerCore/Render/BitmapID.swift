/// The name of a piece of pixel memory that the viewer owns; never used twice in a run.
package struct BitmapID: Hashable, Sendable {
  package var number: UInt32

  package init(number: UInt32) {
    self.number = number
  }
}
