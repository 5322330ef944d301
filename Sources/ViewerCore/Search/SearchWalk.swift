/// The order in which a search goes through pages: from where the reader is to the end, then round.
package struct SearchWalk: Hashable, Sendable {
  package let start: Int
  package let count: Int
  private var done = 0

  /// - Parameter start: counted from 0; brought inside the document.
  package init(from start: Int, count: Int) {
    self.start = min(max(0, start), max(0, count - 1))
    self.count = count
  }

  /// The page to look at; nil when all have been.
  package var next: Int? {
    done < count ? (start + done) % count : nil
  }

  /// The pages to look at next, at most so many.
  package func ahead(_ most: Int) -> [Int] {
    (done..<max(done, min(count, done + most))).map { (start + $0) % count }
  }

  package mutating func advance() {
    done += 1
  }

  /// Nothing more is looked at.
  package mutating func stop() {
    done = count
  }
}
