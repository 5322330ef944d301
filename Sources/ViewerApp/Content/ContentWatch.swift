import Posix
import ViewerCore

/// Looks after files and folders that are shown: which of them become others, come and go.
///
/// The kernel tells what happens on this machine; what another machine does on a share is looked for every half minute.
/// Whatever may block is done by a chore, for a share may be dead. What has happened is told once it has come to rest
/// (`FileSettling`).
final class ContentWatch {
  enum News: Hashable {
    /// A document's file is another one, or holds something else.
    case changed(member: Int)
    case gone(member: Int)
    /// What is in a folder, in no order.
    case listed(folder: String, names: [String])
  }

  private struct File {
    let path: String
    /// Nil until it has been looked at for the first time.
    var settling: FileSettling<FileEdition>?
    var due: Timestamp?
  }

  private struct Listing {
    var names: Set<String>?
    var due: Timestamp?
  }

  /// Files and folders that one chore looks at.
  private struct Question: Sendable {
    var folders: [String: FolderWatch.Interest] = [:]
    var files: [Int: String] = [:]
    var listings: [String] = []

    var isEmpty: Bool { folders.isEmpty && files.isEmpty && listings.isEmpty }
  }

  private struct Answer: Sendable {
    /// The kernel's numbers of folders, as far as they can be watched.
    var numbers: [String: Int32] = [:]
    var files: [(member: Int, edition: FileEdition?, isRemote: Bool)] = []
    var listings: [(folder: String, names: [String]?, isRemote: Bool)] = []
  }

  private static let quiet = (here: Duration.milliseconds(300), onShare: Duration.seconds(2))
  /// Between looks at what the kernel does not tell of.
  private static let pollTime = Duration.seconds(30)

  private var watch: FolderWatch
  private let chores: Chores<Answer>
  private var files: [Int: File] = [:]
  private var listings: [String: Listing]
  /// Folders that hold what is looked after.
  private var holders: Set<String> = []
  /// What each folder is called that the kernel knows by a number: links lead to one by several names.
  private var folders: [Int32: Set<String>] = [:]
  /// Folders that wait to be watched.
  private var unwatched: [String: FolderWatch.Interest] = [:]
  /// A chore is under way.
  private(set) var isLooking = false

  /// - Parameters:
  ///   - files: documents and where they are.
  ///   - folders: whose documents are all shown.
  init(files: [Int: String], folders: [String]) throws(SystemError) {
    watch = try FolderWatch()
    chores = try Chores(name: "lectern-content")
    listings = Dictionary(folders.map { (Self.plain($0), Listing()) }) { first, _ in first }
    add(files)
    for folder in listings.keys { watchFolder(folder) }
    updateDeadline()
  }

  /// Readable when the kernel tells of something, and when a chore is done.
  var descriptors: [Int32] { [watch.descriptor.rawValue, chores.rawValue] }

  /// When something has to be looked at; nil while nothing has. Kept, for the loop asks in every turn, and there may be
  /// thousands of files.
  private(set) var deadline: Timestamp?

  private func updateDeadline() {
    if isLooking {
      deadline = nil
    } else if !unwatched.isEmpty {
      deadline = .zero
    } else {
      deadline = Timestamp.earlier(
        files.values.compactMap(\.due).min(), listings.values.compactMap(\.due).min())
    }
  }

  /// Looks after more documents, or after others in the place of earlier ones.
  func add(_ files: [Int: String]) {
    for (member, path) in files where self.files[member]?.path != Self.plain(path) {
      self.files[member] = File(path: Self.plain(path), due: .zero)
      watchFolder(Self.folder(of: Self.plain(path)))
    }
    updateDeadline()
  }

  /// A folder, and the one that holds its name: it may itself be replaced by another one.
  private func watchFolder(_ folder: String) {
    holders.insert(folder)
    unwatched[folder] = .contents
    let holder = Self.folder(of: folder)
    if unwatched[holder] == nil { unwatched[holder] = .names }
  }

  // MARK: What has happened

  /// Takes in what the kernel and chores tell, and has looked at what is due. To be called when one of the descriptors
  /// is readable, and at the deadline.
  func handle(at now: Timestamp) -> [News] {
    while let event = watch.next() { take(event, at: now) }
    var news: [News] = []
    while let answer = chores.takeResult() { take(answer, at: now, into: &news) }
    updateDeadline()
    advance(to: now)
    updateDeadline()
    return news
  }

  private func take(_ event: FolderWatch.Event, at now: Timestamp) {
    switch event {
    case .name(let name, let number):
      guard let names = folders[number] else { return lookAtAll(now) }
      for folder in names { noteChange(of: name, in: folder, now) }
    case .folder(let number):
      for folder in folders.removeValue(forKey: number) ?? [] { lookAnew(at: folder, now) }
    case .overflow: lookAtAll(now)
    }
  }

  /// Something has happened, and nobody knows where: more than the kernel keeps, or in a folder whose number has not
  /// been told yet.
  private func lookAtAll(_ now: Timestamp) {
    for member in files.keys { files[member]?.due = now }
    for folder in listings.keys { listings[folder]?.due = now }
  }

  private func noteChange(of name: String, in folder: String, _ now: Timestamp) {
    let path = Self.path(folder, name)
    for member in files.keys where files[member]?.path == path { files[member]?.due = now }
    if listings[folder] != nil { listings[folder]?.due = now + Self.quiet.here }
    // The folder itself, or a link to it, has been put in the place of another one.
    if holders.contains(path) { lookAnew(at: path, now) }
  }

  private func lookAnew(at folder: String, _ now: Timestamp) {
    unwatched[folder] = holders.contains(folder) ? .contents : .names
    for member in files.keys where files[member].map({ Self.folder(of: $0.path) }) == folder {
      files[member]?.due = now
    }
    if listings[folder] != nil { listings[folder]?.due = now + Self.quiet.here }
  }

  private func take(_ answer: Answer, at now: Timestamp, into news: inout [News]) {
    isLooking = false
    for (folder, number) in answer.numbers {
      // A link that leads elsewhere now is not what it was.
      for other in folders.keys where other != number { folders[other]?.remove(folder) }
      folders[number, default: []].insert(folder)
    }
    for (member, edition, isRemote) in answer.files {
      let next = isRemote ? now + Self.pollTime : nil
      guard var settling = files[member]?.settling else {
        files[member]?.settling = FileSettling(
          edition, quiet: isRemote ? Self.quiet.onShare : Self.quiet.here)
        if files[member]?.due == nil { files[member]?.due = next }
        continue
      }
      let verdict = settling.see(edition, at: now)
      files[member]?.settling = settling
      var due = next
      switch verdict {
      case .unchanged: break
      case .wait(let moment): due = moment
      case .changed: news.append(.changed(member: member))
      case .gone: news.append(.gone(member: member))
      }
      // What has happened while it was looked at is looked at too.
      due = Timestamp.earlier(due, files[member]?.due)
      files[member]?.due = due
    }
    for (folder, names, isRemote) in answer.listings {
      guard var listing = listings[folder] else { continue }
      if isRemote { listing.due = Timestamp.earlier(listing.due, now + Self.pollTime) }
      let before = listing.names
      if let names { listing.names = Set(names) }
      listings[folder] = listing
      guard let names else { continue }
      if let before, before != Set(names) { news.append(.listed(folder: folder, names: names)) }
    }
  }

  // MARK: Looking

  /// Has looked at what is due.
  private func advance(to now: Timestamp) {
    guard !isLooking, let deadline, deadline <= now else { return }
    var question = Question(folders: unwatched)
    unwatched = [:]
    for (member, file) in files where file.due.map({ $0 <= now }) ?? false {
      question.files[member] = file.path
      files[member]?.due = nil
    }
    for (folder, listing) in listings where listing.due.map({ $0 <= now }) ?? (listing.names == nil) {
      question.listings.append(folder)
      listings[folder]?.due = nil
    }
    guard !question.isEmpty else { return }
    let raw = watch.descriptor.rawValue
    isLooking = chores.submit { [question] in Self.look(question, watch: raw) }
  }

  private static func look(_ question: Question, watch: Int32) -> Answer {
    var answer = Answer()
    for (folder, interest) in question.folders {
      // One that is not there is told of by the folder that holds it.
      if let number = try? FolderWatch.add(folder, interest, to: watch) { answer.numbers[folder] = number }
    }
    for (member, path) in question.files.sorted(by: { $0.key < $1.key }) {
      let status = try? FileStatus(path: path)
      let edition = status.flatMap { $0.kind == .file ? FileEdition($0) : nil }
      answer.files.append((member, edition, FileStatus.isOnShare(folder(of: path))))
    }
    for folder in question.listings {
      answer.listings.append((folder, try? Directory.names(folder), FileStatus.isOnShare(folder)))
    }
    return answer
  }

  // MARK: Paths

  private static func plain(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The folder that holds a name: `.` for a bare one.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func path(_ folder: String, _ name: String) -> String {
    switch folder {
    case ".": name
    case "/": "/" + name
    default: folder + "/" + name
    }
  }
}
