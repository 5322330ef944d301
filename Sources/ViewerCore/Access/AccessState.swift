/// What the session keeps for those who read without seeing: where they are, and what they wait for.
package struct AccessState: Hashable, Sendable {
  /// The id of the node that has the focus; nobody's while no client has moved it.
  package var focus: String?
  /// The page that is to be read aloud as soon as its words are here, counted from 0.
  package var aloud: Int?
  /// Pages whose words a client waits for, counted from 0, in the order they were asked for.
  package private(set) var asked: [Int] = []
  /// So many pages may be waited for; a client that wants more waits for answers first.
  package static let limit = 64

  package init() {}

  /// - Returns: whether the page can be waited for.
  package mutating func ask(_ page: Int) -> Bool {
    if asked.contains(page) { return true }
    guard asked.count < Self.limit else { return false }
    asked.append(page)
    return true
  }

  /// - Returns: whether somebody has waited for it.
  package mutating func answered(_ page: Int) -> Bool {
    guard let index = asked.firstIndex(of: page) else { return false }
    asked.remove(at: index)
    return true
  }

  package mutating func forgetAsked() { asked = [] }
}
