/// Who listens to the document's words by the text channel.
package struct TextClients: Hashable, Sendable {
  /// Reads what is on the screen: its text comes by itself, after the pixels and before the look-ahead.
  package var screenReader = false
  /// Pages whose text was asked for, counted from 0, after the look-ahead.
  package var pagesAsked: [Int] = []

  package init() {}
}
