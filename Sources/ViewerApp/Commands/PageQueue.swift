import ViewerCore
import Wire

/// Pages that several workers look through at once; what they say comes in the order of the pages.
///
/// Each worker gets the next pages as soon as it has answered, so that a page that takes long keeps none but its own
/// waiting. No worker is more than `reach` pages ahead of what was taken.
struct PageQueue {
  typealias Answer = Result<PageText, WorkFailure>

  private static let reach: Int32 = 256
  /// Pages that a worker is asked for at once, so that it need not wait for us behind each.
  private static let atOnce: Int32 = 8

  private let pages: Range<Int32>
  private let workers: [WorkerConversation]
  private let query: String
  /// What each worker is looking at.
  private var current: [Range<Int32>?]
  private var answers: [Int32: Answer] = [:]
  /// The next page that is taken, and the next one that is handed out.
  private var taken: Int32
  private var handedOut: Int32

  /// - Parameter query: only pages that hold it tell their words.
  init(_ pages: Range<Int32>, workers: [WorkerConversation], query: String) {
    self.pages = pages
    self.workers = workers
    self.query = query
    current = Array(repeating: nil, count: workers.count)
    taken = pages.lowerBound
    handedOut = pages.lowerBound
  }

  /// The next page and its words, empty where it does not hold the query; nil after the last one.
  mutating func next() -> (page: Int32, answer: Answer)? {
    guard taken < pages.upperBound else { return nil }
    while true {
      handOut()
      if let answer = answers.removeValue(forKey: taken) {
        taken += 1
        return (taken - 1, answer)
      }
      // One of them has the page.
      guard
        let worker = WorkerConversation.first(of: workers)
          ?? current.firstIndex(where: { $0?.contains(taken) ?? false }),
        let pages = current[worker]
      else { return nil }
      current[worker] = nil
      take(pages, from: workers[worker])
    }
  }

  private mutating func take(_ pages: Range<Int32>, from worker: WorkerConversation) {
    do throws(WorkFailure) {
      let found = try worker.find(query, first: pages.lowerBound, count: Int32(pages.count))
      for (page, answer) in zip(pages, found) {
        switch answer {
        case .item(let text): answers[page] = .success(text)
        case .nothing: answers[page] = .success(.empty)
        // Alone it says why.
        case .failed: take(page..<page + 1, from: worker)
        }
      }
    } catch {
      if pages.count == 1 {
        answers[pages.lowerBound] = .failure(error)
      } else {
        // One of them is to blame: the others are not to go with it.
        for page in pages { take(page..<page + 1, from: worker) }
      }
    }
  }

  private mutating func handOut() {
    for worker in workers.indices where current[worker] == nil {
      let end = min(handedOut + Self.atOnce, pages.upperBound, taken + Self.reach)
      guard handedOut < end else { return }
      current[worker] = handedOut..<end
      workers[worker].expect(.find(first: handedOut, count: end - handedOut, query: query))
      handedOut = end
    }
  }
}
