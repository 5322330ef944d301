import ViewerCore
import Wire

/// Pages that several workers look through at once; what they say comes in the order of the pages.
///
/// Each worker gets the next pages of its document as soon as it has answered, so that a page that takes long keeps none
/// but its own waiting. No worker is more than `reach` pages ahead of what was taken.
struct PageQueue {
  typealias Answer = Result<PageText, Failure>

  private static let reach = 256
  /// Pages that a worker is asked for at once, so that it need not wait for us behind each.
  private static let atOnce = 8

  /// A worker, and what it is looking at.
  private struct Reader {
    let member: Int
    let worker: WorkerConversation
    var current: Range<Int>?
  }

  private let document: DocumentConversation
  private let query: String
  /// How many may look at pages at the same time.
  private let most: Int
  /// In the order of their documents.
  private var readers: [Reader] = []
  /// What nobody looks at yet, of each document.
  private var left: [Range<Int>]
  private var answers: [Int: Answer] = [:]
  /// The next page that is taken, and where they end.
  private var taken: Int
  private let end: Int

  /// - Parameters:
  ///   - workers: how many look at pages at the same time.
  ///   - query: only pages that hold it tell their words.
  init(_ pages: Range<Int32>, of document: DocumentConversation, workers: Int, query: String) throws(Failure)
  {
    self.document = document
    self.query = query
    most = max(1, workers)
    (taken, end) = (Int(pages.lowerBound), Int(pages.upperBound))
    left = document.members.map { _ in 0..<0 }
    for (member, pages) in document.pages.pieces(taken..<end) { left[member] = pages }
    for (member, row) in document.members.enumerated() where !left[member].isEmpty {
      guard let worker = row.worker else { continue }
      readers.append(Reader(member: member, worker: worker))
    }
    var more: [WorkerConversation] = []
    while readers.count < most, let place = mostBurdened() {
      let member = readers[place].member
      more.append(try document.anotherWorker(for: member))
      readers.insert(Reader(member: member, worker: more[more.count - 1]), at: place + 1)
    }
    // All open at the same time; one that cannot says so when it is asked for pages.
    for worker in more { _ = try? worker.open() }
  }

  /// Whose document would be read sooner by one more. Another worker opens it anew, which a few pages do not pay back.
  private func mostBurdened() -> Int? {
    func burden(_ place: Int) -> Int {
      let member = readers[place].member
      return left[member].count / (readers.count { $0.member == member } + 1)
    }
    guard let place = readers.indices.max(by: { burden($0) < burden($1) }), burden(place) >= Self.atOnce
    else { return nil }
    return place
  }

  /// The next page and its words, empty where it does not hold the query; nil after the last one.
  mutating func next() -> (page: Int32, answer: Answer)? {
    guard taken < end, let (member, page) = document.pages.place(taken) else { return nil }
    while true {
      handOut()
      if let answer = answers.removeValue(forKey: taken) ?? absent(member) {
        taken += 1
        return (Int32(taken - 1), answer)
      }
      // One of them has the page.
      guard
        let reader = WorkerConversation.first(of: readers.map(\.worker))
          ?? readers.firstIndex(where: { $0.member == member && $0.current?.contains(page) ?? false }),
        let pages = readers[reader].current
      else { return nil }
      readers[reader].current = nil
      take(pages, from: readers[reader])
    }
  }

  /// What stands for a document that is not open holds nothing.
  private func absent(_ member: Int) -> Answer? {
    document.members[member].worker == nil ? .success(.empty) : nil
  }

  private mutating func take(_ pages: Range<Int>, from reader: Reader) {
    func place(_ page: Int) -> Int { document.pages.page(page, of: reader.member) }
    do throws(WorkFailure) {
      let found = try reader.worker.find(
        query, first: Int32(pages.lowerBound), count: Int32(pages.count))
      for (page, answer) in zip(pages, found) {
        switch answer {
        case .item(let text): answers[place(page)] = .success(text)
        case .nothing: answers[place(page)] = .success(.empty)
        // Alone it says why.
        case .failed: take(page..<page + 1, from: reader)
        }
      }
    } catch {
      if pages.count == 1 {
        answers[place(pages.lowerBound)] = .failure(
          Failure(error, of: document.members[reader.member].name, page: Int32(pages.lowerBound) + 1))
      } else {
        // One of them is to blame: the others are not to go with it.
        for page in pages { take(page..<page + 1, from: reader) }
      }
    }
  }

  private mutating func handOut() {
    var busy = readers.count { $0.current != nil }
    for index in readers.indices where readers[index].current == nil {
      let (member, worker) = (readers[index].member, readers[index].worker)
      guard let first = left[member].first else {
        // Of many documents few are open at a time.
        if readers.count > most { worker.rest() }
        continue
      }
      let reach = taken + Self.reach - document.pages.page(0, of: member)
      let end = min(first + Self.atOnce, left[member].upperBound, reach)
      guard busy < most, first < end else { return }
      readers[index].current = first..<end
      left[member] = end..<left[member].upperBound
      worker.expect(.find(first: Int32(first), count: Int32(end - first), query: query))
      busy += 1
    }
  }
}
