/// A key of a keyboard or keypad that means something to the reader.
package enum Key: String, Hashable, Sendable, CaseIterable {
  case up = "Up"
  case down = "Down"
  case left = "Left"
  case right = "Right"
  case pageUp = "PageUp"
  case pageDown = "PageDown"
  case home = "Home"
  case end = "End"
  case plus = "Plus"
  case minus = "Minus"
}
