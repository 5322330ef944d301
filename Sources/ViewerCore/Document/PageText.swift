/// The words of one page in reading order, and where each character stands.
///
/// Characters are Unicode scalars of `text`: the n-th scalar has the n-th box. Boxes are points of the upright
/// page (crop box and the page's own rotation applied), origin at the top left. Line breaks and spaces that the
/// engine put between words have boxes too, possibly without width.
package struct PageText: Hashable, Sendable {
  /// Neighbouring characters of the same height: the usual case is a line or a word.
  package struct Run: Hashable, Sendable {
    /// How many characters.
    package var count: Int
    package var top: Float
    package var bottom: Float

    package init(count: Int, top: Float, bottom: Float) {
      self.count = count
      self.top = top
      self.bottom = bottom
    }
  }

  /// One character's box, in points from the page's top left.
  package struct Box: Hashable, Sendable {
    package var left: Float
    package var top: Float
    package var right: Float
    package var bottom: Float

    package init(left: Float, top: Float, right: Float, bottom: Float) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }

  package private(set) var text: String
  package private(set) var runs: [Run]
  /// Left and right edge of each character, in pairs.
  package private(set) var edges: [Float]

  package static let empty = PageText()

  private init() {
    text = ""
    runs = []
    edges = []
  }

  /// Nil unless text, runs and edges tell of the same number of characters.
  package init?(text: String, runs: [Run], edges: [Float]) {
    let count = text.unicodeScalars.count
    guard edges.count == count * 2, runs.allSatisfy({ $0.count > 0 }) else { return nil }
    var total = 0
    for run in runs {
      // Each summand may be as large as the wire says: the sum must not overflow.
      guard run.count <= count - total else { return nil }
      total += run.count
    }
    guard total == count else { return nil }
    self.text = text
    self.runs = runs
    self.edges = edges
  }

  /// Joins neighbouring characters of the same height into runs.
  /// - Parameter boxes: one for each scalar of `text`; missing ones take no room at the end of the last box,
  ///   spare ones are left out.
  package init(text: String, boxes: [Box]) {
    let count = text.unicodeScalars.count
    var runs: [Run] = []
    var edges: [Float] = []
    edges.reserveCapacity(count * 2)
    var last = Box(left: 0, top: 0, right: 0, bottom: 0)
    for index in 0..<count {
      if index < boxes.count {
        last = boxes[index]
      } else {
        last.left = last.right
      }
      edges.append(last.left)
      edges.append(last.right)
      if let run = runs.last, run.top == last.top, run.bottom == last.bottom {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(count: 1, top: last.top, bottom: last.bottom))
      }
    }
    self.text = text
    self.runs = runs
    self.edges = edges
  }

  /// How many characters (Unicode scalars).
  package var count: Int { edges.count / 2 }

  /// All boxes in order, for a search or a selection over the page.
  package var boxes: [Box] {
    var result: [Box] = []
    result.reserveCapacity(count)
    for run in runs {
      for _ in 0..<run.count {
        let index = result.count
        result.append(
          Box(left: edges[index * 2], top: run.top, right: edges[index * 2 + 1], bottom: run.bottom))
      }
    }
    return result
  }
}
