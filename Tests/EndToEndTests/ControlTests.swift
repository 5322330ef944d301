import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import Wire

/// What a running kiosk is told and asked, by its control socket and by `lectern ctl`.
@Suite("Remote control", .serialized)
struct ControlTests {
  private static func kiosk(
    document: [UInt8]? = nil, _ options: [String] = [],
    _ body: (ControlledKiosk, ControlClient) throws -> Void
  ) throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder, document: document, options)
      try body(kiosk, try kiosk.connect())
      #expect(kiosk.program.isRunning)
      kiosk.program.end()
      let run = try kiosk.program.finish()
      #expect(run.status == 0, "\(run.complaints)")
    }
  }

  @Test("A kiosk says what it is, and how it stands")
  func status() throws {
    try Self.kiosk { kiosk, client in
      #expect(client.greeting["lectern"]?.text == "control" && client.greeting["version"]?.integer == 1)
      let status = try client.status("the first page") {
        $0["state"]?.text == "open" && $0["sharp"] == .bool(true)
      }
      #expect(status["source"]?.text?.hasSuffix("/guide.pdf") == true && status["kind"]?.text == "pdf")
      #expect(status["page"]?.integer == 1 && status["pages"]?.integer == 12 && status["zoom"] == .number(1))
      #expect(status["visible"] == .array([.number(1)]))
      #expect(status["hidden"] == .bool(false) && status["detached"] == .bool(false))
      guard case .array(let outputs) = status["outputs"] else { throw CancellationError() }
      #expect(outputs.count == 1 && outputs[0]["name"]?.text == "headless")
      #expect(outputs[0]["mode"] == .array([.number(120), .number(160)]))
      #expect((status["workers"]?["started"]?.integer ?? 0) > 0)
      let stats = try client.ask(#""command":"stats""#)["stats"]
      #expect(stats?["documents"]?.integer == 1 && stats?["pages"]?.integer == 12)
    }
  }

  @Test("Pages are gone to by number and by label; one that is not there is refused, and nothing moves")
  func pages() throws {
    try Self.kiosk { kiosk, client in
      #expect(try client.ask(#""command":"goto","page":7"#)["page"]?.integer == 7)
      #expect(try client.status()["page"]?.integer == 7)
      #expect(try client.ask(#""command":"goto","page":13"#).code == "page-out-of-range")
      #expect(try client.ask(#""command":"goto","label":"3"#.appending("\"")).isDone)
      #expect(try client.ask(#""command":"goto","label":"xii"#.appending("\"")).code == "page-out-of-range")
      #expect(try client.status()["page"]?.integer == 3)
      #expect(try client.ask(#""command":"zoom","zoom":2"#).isDone)
      _ = try client.status("the zoom") { $0["zoom"] == .number(2) }
      #expect(try client.ask(#""command":"home""#).isDone)
      let home = try client.status()
      #expect(home["page"]?.integer == 1 && home["zoom"] == .number(1))
    }
  }

  @Test("A request that comes before the document is open waits for it, and answers keep their order")
  func early() throws {
    try Self.kiosk { kiosk, client in
      try client.send(#"{"id":1,"command":"reload"}"#)
      try client.send(#"{"id":2,"command":"goto","page":99}"#)
      try client.send(#"{"id":3,"command":"goto","page":5}"#)
      try client.send(#"{"id":4,"command":"status"}"#)
      let answers = try (0..<4).map { _ in try client.next() }
      #expect(answers.map { $0["id"]?.integer } == [1, 2, 3, 4])
      #expect(answers[0].isDone && answers[0]["pages"]?.integer == 12)
      #expect(answers[1].code == "page-out-of-range" && answers[2].isDone)
      #expect(answers[3]["page"]?.integer == 5)
    }
  }

  @Test(
    "Another document is shown, the same one again stays as it is, and one that cannot be read is refused")
  func open() throws {
    try Self.kiosk { kiosk, client in
      let second = try kiosk.file("other.pdf", ControlledKiosk.document(pages: 3))
      let broken = try kiosk.file("broken.pdf", Array("%PDF-1.7 and nothing more".utf8))
      func open(_ source: String) throws -> JSONValue {
        try client.ask("\"command\":\"open\",\"source\":\"\(source)\"")
      }
      #expect(try open(second.path)["pages"]?.integer == 3)
      #expect(try client.ask(#""command":"goto","page":2"#).isDone)
      #expect(try open(second.path)["page"]?.integer == 2)
      #expect(try open(kiosk.folder.path + "/missing.pdf").code == "not-found")
      #expect(try open(kiosk.folder.path + "/c.sock").code == "source-unreachable")
      #expect(try open("ftp://h/x").code == "invalid-source")
      #expect(try open("-").code == "usage")
      #expect(try open("base64:!!!!").code == "invalid-source")
      #expect(try client.status()["source"]?.text == second.path)
      #expect(try open(broken.path).code == "damaged-document")
      #expect(try client.status()["failure"]?["code"]?.text == "damaged-document")
      #expect(try client.ask(#""command":"goto","page":2"#).code == "damaged-document")
      #expect(try client.ask(#""command":"next""#)["pages"]?.integer == 12)
      // In the bytes of the line itself, and longer than any other line may be.
      let long = Base64Text.encode(ControlledKiosk.document(pages: 300))
      #expect(long.utf8.count > RemoteRequest.longest)
      #expect(try open("base64:" + long)["pages"]?.integer == 300)
      #expect(try client.ask(#""command":"goto","page":250"#).isDone)
      #expect(try open("base64:" + long)["page"]?.integer == 250)
      #expect(try client.status()["source"]?.text == "base64 text")
    }
  }

  @Test("A search tells what it has found, and is stepped through; the outline is told")
  func search() throws {
    var pdf = PDFFixture()
    let outline = pdf.add("<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>")
    _ = pdf.add("<< /Title (The quay) /Parent \(outline) 0 R /Dest [7 0 R /Fit] >>")
    pdf.catalog = "/Outlines \(outline) 0 R"
    for page in 1...9 {
      pdf.addPage(
        width: 60, height: 80,
        contents: PDFFixture.text(page % 3 == 0 ? "quay \(page)" : "page \(page)", x: 5, y: 60, height: 8))
    }
    try Self.kiosk(document: pdf.bytes()) { kiosk, client in
      let found = try client.ask(#""command":"search","query":"quay""#)
      #expect(found["found"]?.integer == 3 && found["current"]?.integer == 1 && found["over"] == .bool(true))
      #expect(try client.ask(#""command":"next-match""#)["current"]?.integer == 2)
      #expect(try client.ask(#""command":"previous-match""#)["current"]?.integer == 1)
      #expect(try client.status()["search"]?["found"]?.integer == 3)
      #expect(try client.ask(#""command":"search","query":"nowhere""#)["found"]?.integer == 0)
      #expect(try client.ask(#""command":"search","query":"""#).isDone)
      #expect(try client.status()["search"] == nil)
      #expect(try client.ask(#""command":"next-match""#).code == "usage")
      let outline = try client.ask(#""command":"outline""#)["outline"]
      guard case .array(let lines) = outline else { throw CancellationError() }
      #expect(lines.first?["title"]?.text == "The quay")
      let run = try kiosk.ctl(["outline"])
      #expect(run.status == 0 && run.output.hasPrefix("The quay"))
      #expect(try kiosk.ctl(["search", "quay"]).output == "3 found, at 1\n")
    }
  }

  @Test("A picture is what visitors see, however the panel hangs", arguments: ["0", "90", "180", "270"])
  func screenshot(rotation: String) throws {
    try Self.kiosk(["--rotate", rotation, "--controls", "off"]) { kiosk, client in
      _ = try client.status("the first page") { $0["sharp"] == .bool(true) }
      let picture = try kiosk.screenshot()
      let isTurned = rotation == "90" || rotation == "270"
      // Width and height follow the signature, four bytes each (PNG, section 11.2.2).
      #expect(picture.count > 24)
      #expect([UInt8](picture[16..<24]) == [0, 0, 0, isTurned ? 160 : 120, 0, 0, 0, isTurned ? 120 : 160])
      let run = try kiosk.ctl(["screenshot", kiosk.folder.path + "/no/such/folder.png"])
      #expect(run.code == "write-failed" && run.status == 74)
      let answer = try client.ask(#""command":"screenshot""#)
      #expect(answer["bytes"]?.integer ?? 0 > 100)
    }
  }

  @Test(
    "The panel goes dark and lights up, whatever becomes of the document; of a dark one there is no picture")
  func blank() throws {
    try Self.kiosk(["--controls", "off"]) { kiosk, client in
      _ = try client.status("the first page") { $0["sharp"] == .bool(true) && $0["lit"] == .bool(true) }
      #expect(try client.ask(#""command":"blank","on":true"#).isDone)
      #expect(try client.status()["lit"] == .bool(false))
      #expect(try client.ask(#""command":"screenshot""#).code == "no-display")
      #expect(try client.ask(#""command":"blank","on":false"#).isDone)
      #expect(try client.ask(#""command":"screenshot""#).isDone)
      #expect(
        try client.ask(#""command":"open","source":"base64:JVBERi0xLjcK""#).code == "damaged-document")
      for (word, isLit) in [("on", false), ("off", true)] {
        #expect(try kiosk.ctl(["blank", word]).status == 0)
        #expect(try client.status()["lit"] == .bool(isLit))
      }
      #expect(try client.ask(#""command":"next""#).isDone)
    }
  }

  @Test("Figures are told to who asks, and kept in a file")
  func metrics() throws {
    try inTemporaryFolder { folder in
      let file = folder.appendingPathComponent("lectern.prom")
      let kiosk = try ControlledKiosk(folder, ["--metrics", file.path])
      let client = try kiosk.connect()
      _ = try client.status("the first page") { $0["state"]?.text == "open" }
      let run = try kiosk.ctl(["metrics"])
      #expect(run.status == 0 && run.output.contains("\nlectern_documents_opened_total 1\n"))
      let end = Date(timeIntervalSinceNow: 60)
      while !FileManager.default.fileExists(atPath: file.path) {
        try #require(Date() < end)
        usleep(5000)
      }
      let written = try String(contentsOf: file, encoding: .utf8)
      func names(_ text: String) -> Set<String> {
        Set(text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.map(String.init))
      }
      // The first pixel may have come since.
      let missing = names(run.output).subtracting(names(written))
      #expect(missing.isSubset(of: ["# TYPE lectern_first_pixel_seconds gauge"]))
    }
  }

  @Test("ctl subscribe prints what happens, and ends with the kiosk")
  func printed() throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder)
      let client = try kiosk.connect()
      _ = try client.status("the document") { $0["state"]?.text == "open" }
      let printer = try RunningProgram(
        Programs.lectern, ["ctl", "--control", kiosk.socket, "subscribe", "error,quit"])
      // It is told of pages that are not there as soon as it listens; a document that fails is an event.
      let end = Date(timeIntervalSinceNow: 60)
      while printer.output.isEmpty {
        #expect(
          try client.ask(#""command":"open","source":"base64:JVBERi0xLjcK""#).code == "damaged-document")
        try #require(Date() < end)
        #expect(try client.ask(#""command":"reload""#).code == "damaged-document")
      }
      #expect(try client.ask(#""command":"quit""#).isDone)
      let printed = try printer.finish()
      let events = printed.output.split(separator: "\n").compactMap {
        JSONValue(Array($0.utf8)[...])?["event"]?.text
      }
      #expect(printed.status == 0 && events.last == "quit" && events.dropLast().allSatisfy { $0 == "error" })
      #expect(events.count > 1 && printed.complaints.isEmpty)
    }
  }

  @Test("Subscribers hear the events they name, as they happen, and the end")
  func subscribe() throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder)
      let (listener, client) = (try kiosk.connect(), try kiosk.connect())
      _ = try client.status("the document") { $0["state"]?.text == "open" }
      #expect(try listener.ask(#""command":"subscribe","events":["page","error","quit"]"#).isDone)
      #expect(try listener.ask(#""command":"subscribe","events":["nonsense"]"#).code == "usage")
      for page in [4, 9] { #expect(try client.ask("\"command\":\"goto\",\"page\":\(page)").isDone) }
      for page in [4, 9] {
        // It may still be telling of the first page.
        let event = try listener.next { $0["page"]?.integer ?? 4 > 1 }
        #expect(event["event"]?.text == "page" && event["page"]?.integer == page)
        guard case .number(let time) = event["t"] else { throw CancellationError() }
        #expect(time > 0)
      }
      #expect(try client.ask(#""command":"quit""#).isDone)
      #expect(try listener.next()["event"]?.text == "quit")
      #expect(listener.isOver())
      let run = try kiosk.program.finish()
      #expect(run.status == 0 && run.failures.isEmpty, "\(run.complaints)")
      #expect(!FileManager.default.fileExists(atPath: kiosk.socket))
    }
  }

  @Test("Several clients are served at once, each with its own answers")
  func several() throws {
    try Self.kiosk { kiosk, client in
      let others = try (0..<8).map { _ in try kiosk.connect() }
      for (number, other) in others.enumerated() {
        for page in 1...12 {
          try other.send("{\"id\":\"\(number).\(page)\",\"command\":\"goto\",\"page\":\(page)}")
        }
      }
      for (number, other) in others.enumerated() {
        for page in 1...12 {
          let answer = try other.next()
          #expect(answer["id"]?.text == "\(number).\(page)" && answer["page"]?.integer == page)
        }
      }
      #expect(try client.status()["page"]?.integer == 12)
    }
  }

  @Test(
    "A password opens what was locked, and is in no output, no trace and no answer",
    .enabled(if: QPDF.path != nil))
  func password() throws {
    let locked = try QPDF.treated(
      ControlledKiosk.document(pages: 3), ["--encrypt", "s3cret", "0wner", "256", "--"])
    try inTemporaryFolder { folder in
      let trace = folder.appendingPathComponent("trace.jsonl")
      let kiosk = try ControlledKiosk(folder, document: locked, ["--trace", trace.path])
      let (client, listener) = (try kiosk.connect(), try kiosk.connect())
      _ = try client.status("that it is locked") { $0["failure"]?["code"]?.text == "password-required" }
      #expect(try listener.ask(#""command":"subscribe""#).isDone)
      let wrong = try client.ask(#""command":"password","password":"n0t it""#)
      #expect(wrong.code == "wrong-password" && !wrong.json.contains("n0t"))
      let run = try kiosk.ctl(["password"], input: Array("s3cret\n".utf8))
      #expect(run.status == 0 && run.output.isEmpty && run.complaints.isEmpty)
      #expect(try client.status()["state"]?.text == "open")
      let file = try kiosk.file("p", Array("0wner\n".utf8))
      #expect(try kiosk.ctl(["password", "--password-file", file.path]).status == 0)
      #expect(try client.ask(#""command":"quit""#).isDone)
      var heard = ""
      while let event = try? listener.next() {
        heard += event.json
        if event["event"]?.text == "quit" { break }
      }
      let end = try kiosk.program.finish()
      let written = String(decoding: try Data(contentsOf: trace), as: UTF8.self)
      for secret in ["s3cret", "n0t it", "0wner"] {
        #expect(!heard.contains(secret) && !written.contains(secret))
        #expect(!end.complaints.contains(secret) && !end.output.contains(secret))
      }
      #expect(heard.contains("wrong-password") && heard.contains(#""event":"load""#))
    }
  }

  // MARK: Who may

  @Test(
    "The socket is the owner's and the group's; a second kiosk at it says so; one left behind is taken over")
  func places() throws {
    try inTemporaryFolder { folder in
      let group = try #require(getgrgid(getgid()).map { String(cString: $0.pointee.gr_name) })
      let first = try ControlledKiosk(folder, ["--control-group", group])
      _ = try first.connect()
      let attributes = try FileManager.default.attributesOfItem(atPath: first.socket)
      #expect(attributes[.posixPermissions] as? Int == 0o660)
      #expect(attributes[.groupOwnerAccountName] as? String == group)
      let second = try ControlledKiosk(folder)
      let refused = try second.program.finish()
      #expect(refused.status == 74 && refused.complaints.contains("another program listens there"))
      #expect(try first.connect().status().isDone)
      // Its name stays when it is killed.
      let dead = try ControlledKiosk(
        try { () throws in
          let other = folder.appendingPathComponent("other")
          try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
          return other
        }())
      _ = try dead.connect()
      dead.program.crash()
      _ = try dead.program.finish()
      #expect(FileManager.default.fileExists(atPath: dead.socket))
      let none = try dead.ctl(["status"])
      #expect(none.status == 69 && none.code == "no-kiosk")
      let heir = try ControlledKiosk(dead.folder)
      #expect(try heir.connect().status().isDone)
    }
  }

  @Test("A group that does not exist ends the start with one sentence")
  func group() throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder, ["--control-group", "no-such-group"])
      let run = try kiosk.program.finish()
      #expect(run.status == 74 && run.complaints.contains("there is no such group"), "\(run.complaints)")
      #expect(!FileManager.default.fileExists(atPath: kiosk.socket))
    }
  }

  @Test("Exit statuses of ctl are those of the codes")
  func statuses() throws {
    try Self.kiosk { kiosk, client in
      for (words, status, code) in [
        (["goto", "99"], 65, "page-out-of-range"), (["open", "no-such.pdf"], 66, "not-found"),
        (["dance"], 64, "usage"), (["goto", "2"], 0, "ok"), (["next-match"], 64, "usage"),
      ] as [([String], Int32, String)] {
        let run = try kiosk.ctl(words)
        #expect(run.status == status && run.code == code, "\(words): \(run.complaints)")
        #expect(run.output.isEmpty)
      }
      let json = try kiosk.ctl(["goto", "99", "--json"])
      #expect(json.status == 65 && JSONValue(Array(json.output.utf8)[...])?.code == "page-out-of-range")
      #expect(try kiosk.ctl(["status"]).output.contains("page: 2\n"))
      let document = ControlledKiosk.document(pages: 4)
      #expect(try kiosk.ctl(["open", "-"], input: document).status == 0)
      #expect(try client.status()["pages"]?.integer == 4)
      #expect(
        try kiosk.ctl(
          ["open", "base64:-"],
          input: Array(Data(document).base64EncodedData(options: .lineLength76Characters))
        ).status == 0)
      let relative = try kiosk.ctl(["open", "."])
      #expect(relative.status != 0)
    }
  }
}
