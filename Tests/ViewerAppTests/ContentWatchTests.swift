import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

@Suite("Files and folders that change")
struct ContentWatchTests {
  private final class Stage {
    let folder: URL
    let watch: ContentWatch
    private(set) var news: [ContentWatch.News] = []

    init(_ names: [String], folders: [String] = []) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("content-\(UUID())")
      self.folder = folder
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var files: [Int: String] = [:]
      for (member, name) in names.enumerated() {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("first".utf8).write(to: file)
        files[member] = file.path
      }
      watch = try ContentWatch(
        files: files,
        folders: folders.map { $0.isEmpty ? folder.path : folder.appendingPathComponent($0).path })
      // Until it has looked at everything once.
      while watch.deadline != nil || watch.isLooking { try turn() }
      news = []
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits for what the kernel or a chore tells, or for what is due.
    func turn() throws {
      let now = Timestamp(microseconds: MonotonicClock.now())
      var watched = watch.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let wait = watch.deadline.map { max(0, ($0 - now).microseconds / 1000 + 1) } ?? 1000
      _ = poll(&watched, nfds_t(watched.count), Int32(clamping: wait))
      news += watch.handle(at: Timestamp(microseconds: MonotonicClock.now()))
    }

    /// Goes on until something is told.
    func next() throws -> [ContentWatch.News] {
      let end = MonotonicClock.now() + 60_000_000
      while news.isEmpty {
        guard MonotonicClock.now() < end else { throw PoolStage.Hangs() }
        try turn()
      }
      defer { news = [] }
      return news
    }

    func write(_ text: String, _ name: String, atomically: Bool = false) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: atomically ? .atomic : [])
    }
  }

  @Test(
    "A file that is rewritten, replaced, deleted and there again is told each time", arguments: [false, true])
  func file(atomically: Bool) throws {
    let stage = try Stage(["a.pdf", "b.pdf"])
    try stage.write("second", "b.pdf", atomically: atomically)
    #expect(try stage.next() == [.changed(member: 1)])
    try FileManager.default.removeItem(at: stage.folder.appendingPathComponent("b.pdf"))
    #expect(try stage.next() == [.gone(member: 1)])
    try stage.write("third one", "b.pdf", atomically: atomically)
    #expect(try stage.next() == [.changed(member: 1)])
    try stage.write("else", "c.pdf")
    try stage.write("fourth one!", "a.pdf")
    #expect(try stage.next() == [.changed(member: 0)])
  }

  @Test("One that is still being written is told once")
  func slowly() throws {
    let stage = try Stage(["a.pdf"])
    let file = try FileHandle(forWritingTo: stage.folder.appendingPathComponent("a.pdf"))
    for _ in 0..<5 {
      file.seekToEndOfFile()
      file.write(Data("more and more".utf8))
      // As long as a look takes.
      try stage.turn()
    }
    try file.close()
    #expect(try stage.next() == [.changed(member: 0)])
    while stage.watch.deadline != nil || stage.watch.isLooking { try stage.turn() }
    #expect(stage.news.isEmpty)
  }

  @Test("A folder that is put in the place of another, and a link that leads elsewhere now, are looked into")
  func swapped() throws {
    let stage = try Stage(["old/a.pdf", "new/a.pdf", "live/a.pdf"])
    let manager = FileManager.default
    let live = stage.folder.appendingPathComponent("live")
    try stage.write("another text", "new/a.pdf")
    #expect(try stage.next() == [.changed(member: 1)])
    try manager.moveItem(at: live, to: stage.folder.appendingPathComponent("gone"))
    try manager.createSymbolicLink(at: live, withDestinationURL: stage.folder.appendingPathComponent("new"))
    #expect(try stage.next().contains(.changed(member: 2)))
    // And in the new one as well.
    try stage.write("again another text", "new/a.pdf")
    var told: Set<ContentWatch.News> = []
    while told.count < 2 { told.formUnion(try stage.next()) }
    #expect(told == [.changed(member: 1), .changed(member: 2)])
  }

  @Test("A folder tells what is in it when that changes")
  func folder() throws {
    let stage = try Stage(["a.pdf"], folders: [""])
    try stage.write("second", "b.pdf")
    guard case .listed(let folder, let names)? = try stage.next().first else {
      Issue.record("a folder is listed")
      return
    }
    #expect(folder == stage.folder.path && names.sorted() == ["a.pdf", "b.pdf"])
  }

  @Test(
    "Of the names in a folder those of documents are shown, in their order; what was shown keeps its number")
  func list() throws {
    let stage = try Stage(["2.pdf", "10.pdf"])
    try FileManager.default.createDirectory(
      at: stage.folder.appendingPathComponent("3.pdf"), withIntermediateDirectories: true)
    var options = ViewerOptions()
    options.sources = [SourceOptions(location: stage.folder.path + "/")]
    final class Lists {
      var list: SourceList
      init(_ list: SourceList) { self.list = list }
      func set(_ names: [String], in folder: URL) -> Bool { list.setDocuments(names, inFolder: folder.path) }
    }
    let lists = Lists(try SourceList(options))
    var list: SourceList { lists.list }
    #expect(list.count == 2 && list.titles == ["2", "10"] && list.folders == [stage.folder.path])
    let ten = list.members(of: 1).lowerBound
    #expect(!lists.set(["10.pdf", "2.pdf", "notes.txt"], in: stage.folder))
    #expect(lists.set(["10.pdf", "5.pdf", "2.pdf", "3.pdf", ".x.pdf"], in: stage.folder))
    #expect(list.titles == ["2", "5", "10"] && list.index(ofMember: ten) == 2)
    #expect(lists.set(["5.pdf", "2.pdf"], in: stage.folder))
    #expect(list.titles == ["2", "5"] && list.index(ofMember: ten) == nil)
    // An empty folder has nothing to go on with.
    #expect(!lists.set([], in: stage.folder) && list.count == 2)
    #expect(lists.set(["10.pdf", "2.pdf"], in: stage.folder))
    #expect(list.titles == ["2", "10"])
  }
}
