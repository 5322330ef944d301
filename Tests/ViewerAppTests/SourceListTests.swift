import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

struct SourceListTests {
  private static func list(_ locations: [String]) throws(Failure) -> SourceList {
    var options = ViewerOptions()
    options.sources = locations.map { SourceOptions(location: $0) }
    return try SourceList(options)
  }

  private static func names(_ list: SourceList) -> [String] {
    (0..<list.count).map { URL(fileURLWithPath: list.name($0)).lastPathComponent }
  }

  @Test(
    "A folder's documents come in natural order: no hidden files, nothing else than documents",
    arguments: ["", "/"])
  func folder(_ end: String) throws {
    try inTemporaryFolder { folder in
      let others = [".hidden.pdf", "notes.txt", "pdf", "a.pdf.part"]
      for name in ["10.pdf", "2.PDF", "1.pdf", "4 photo.JPG", "5.cbz"] + others {
        try Data("%PDF-".utf8).write(to: folder.appendingPathComponent(name))
      }
      let inner = folder.appendingPathComponent("3.pdf")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let list = try Self.list([folder.path + end])
      #expect(Self.names(list) == ["1.pdf", "2.PDF", "4 photo.JPG", "5.cbz", "10.pdf"])
      #expect(list.titles == ["1", "2", "4 photo", "5", "10"])
      #expect(list.name(0) == folder.path + "/1.pdf")
    }
  }

  @Test("Files and folders keep the order in which they are named, whatever files are called")
  func several() throws {
    try inTemporaryFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      try Data("%PDF-".utf8).write(to: inner.appendingPathComponent("7.pdf"))
      let file = folder.appendingPathComponent("z.document")
      try Data("%PDF-".utf8).write(to: file)
      let list = try Self.list([file.path, inner.path, file.path])
      #expect(Self.names(list) == ["z.document", "7.pdf", "z.document"])
      _ = try list.open(0)
    }
  }

  @Test(
    "What names nothing that can be had is refused at once",
    arguments: ["ftp://h/a.pdf", "file:///a.pdf", "base64:", "base64:@"])
  func refused(_ location: String) {
    let failure = failureOf { try Self.list([location]) }
    #expect(failure?.code == .invalidSource && failure?.subject == location)
  }

  @Test("Standard input can be shown once, and is not waited for when it is named twice")
  func input() {
    let failure = failureOf { try Self.list(["-", "base64:-"]) }
    #expect(failure == Failure(.usage, "base64:-", "standard input can be read only once"))
  }

  @Test("Base64 is one document among the others, opened as often as it is asked for")
  func taken() throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("text")
      let document = Data("%PDF-1.7 and more".utf8)
      try document.base64EncodedData(options: .lineLength64Characters).write(to: file)
      var list = try Self.list(["/no/such.pdf", "base64:@\(file.path)", "base64:JVBERi0xLjQ"])
      #expect(list.name(1) == "base64:@\(file.path)" && list.name(2) == "base64 text")
      #expect(list.titles == ["such", "", ""])
      for _ in 0..<2 { #expect(try list.open(1).readAll(limit: 100) == Array(document)) }
      #expect(try list.open(2).readAll(limit: 100) == Array("%PDF-1.4".utf8))
      #expect(try list.index(of: SourceList.find("base64:JVBERi0xLjQ"), current: 0) == 2)
      #expect(try list.index(of: SourceList.find("base64:JVBERi0xLjU="), current: 0) == 3)
      let late = failureOf { try SourceList.find("-") }
      #expect(late?.code == .usage)
    }
  }

  @Test(
    "Of the documents that are opened beside the list the last two are kept, and the list's own always are")
  func beside() throws {
    var list = try Self.list(["/a.pdf", "b.pdf"])
    func open(_ name: String, _ current: Int) throws -> Int {
      list.index(of: try SourceList.find(name), current: current)
    }
    #expect(try open("/c.pdf", 0) == 2)
    #expect(try open("/d.pdf", 2) == 3)
    #expect(try open("/c.pdf", 3) == 2)
    // What is shown stays.
    #expect(try open("/e.pdf", 2) == 3 && list.name(3) == "/e.pdf")
    #expect(try open("/f.pdf", 3) == 2 && list.name(2) == "/f.pdf" && list.count == 4)
    for round in 0..<50 {
      #expect(
        try open("base64:\(Base64Text.encode(Array("%PDF-1.\(round)".utf8)))", 2 + round % 2) == 3 - round % 2
      )
    }
    #expect(list.count == 4)
    #expect(try open("/a.pdf", 3) == 0)
    #expect(try open(FileManager.default.currentDirectoryPath + "/b.pdf", 3) == 1)
    #expect(try open("./b.pdf", 3) == 1)
  }

  @Test("An address is asked for later, and called by the name at its end")
  func addresses() throws {
    let list = try Self.list(["https://h/guides/Plan.pdf?token=secret#page=2", "http://h/", "a.pdf"])
    #expect(list.titles == ["Plan", "h", "a"])
    #expect(list.order(0)?.address == "https://h/guides/Plan.pdf?token=secret#page=2")
    #expect(list.order(2) == nil)
  }

  @Test("No source, and a folder without documents, say what to do")
  func nothing() throws {
    #expect(failureOf { try Self.list([]) }?.code == .usage)
    try inTemporaryFolder { folder in
      try Data().write(to: folder.appendingPathComponent(".pdf"))
      let failure = failureOf { try Self.list([folder.path]) }
      #expect(failure?.code == .notFound && failure?.subject == folder.path)
    }
  }

  @Test("A file that is missing is told when it is to be shown, for the others can be shown")
  func missing() throws {
    let list = try Self.list(["/no/such/file.pdf"])
    #expect(list.count == 1)
    let failure = failureOf { _ = try list.open(0) }
    #expect(failure?.code == .notFound && failure?.subject == "/no/such/file.pdf")
  }

  @Test("A password that is given later stands before the file's, and says whether it is another one")
  func givenPassword() throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("password")
      try Data("secret\n".utf8).write(to: file)
      var options = ViewerOptions()
      options.sources = [
        SourceOptions(location: "a.pdf", passwordFile: file.path), SourceOptions(location: "b.pdf"),
        SourceOptions(location: "c.pdf", passwordFile: "/no/such/file"),
      ]
      var list = try SourceList(options)
      let answers = try [
        list.setPassword(Array("secret".utf8), of: 0), list.setPassword(Array("other".utf8), of: 0),
        list.setPassword(Array("other".utf8), of: 0), list.setPassword(Array("x".utf8), of: 1),
        list.setPassword(Array("y".utf8), of: 2), list.setPassword(Array("z".utf8), of: 9),
      ]
      #expect(answers == [false, true, false, true, true, false])
      #expect(try list.password(0) == Array("other".utf8) && list.password(2) == Array("y".utf8))
    }
  }

  @Test("A source's own password file stands before the one of all; its first line counts, as bytes")
  func passwords() throws {
    try inTemporaryFolder { folder in
      let own = folder.appendingPathComponent("own")
      let all = folder.appendingPathComponent("all")
      try Data([0xE4, 0x20, 0x0D, 0x0A, 0x41]).write(to: own)
      try Data("secret".utf8).write(to: all)
      var options = ViewerOptions()
      options.sources = [
        SourceOptions(location: "a.pdf", passwordFile: own.path), SourceOptions(location: "b.pdf"),
      ]
      #expect(try SourceList(options).password(1) == nil)
      options.passwordFile = all.path
      let list = try SourceList(options)
      #expect(try list.password(0) == [0xE4, 0x20])
      #expect(try list.password(1) == Array("secret".utf8))
      try FileManager.default.removeItem(at: all)
      let failure = failureOf { try list.password(1) }
      #expect(failure?.code == .notFound && failure?.subject == all.path)
    }
  }
}
