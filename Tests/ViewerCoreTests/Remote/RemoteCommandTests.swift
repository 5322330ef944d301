import Testing

@testable import ViewerCore

@Suite("Commands in words")
struct RemoteCommandTests {
  static func failure(_ text: String) -> Failure? {
    do throws(Failure) {
      _ = try RemoteCommand(words: text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Commands are understood, whatever space is between their words",
    arguments: [
      ("goto 7", .session(.goTo(page: 7))), ("  goto   007 ", .session(.goTo(page: 7))),
      ("zoom 2", .session(.zoom(2))), ("zoom 1.25", .session(.zoom(1.25))), ("home", .session(.home)),
      ("next", .session(.next)), ("previous", .session(.previous)), ("reload", .session(.reload)),
      ("search harbour  master", .session(.search("harbour master"))),
      ("search \"long quay\"", .session(.search("long quay"))), ("search 'quay", .session(.search("'quay"))),
      ("search", .session(.search(""))), ("search \"", .session(.search("\""))),
      ("next-match", .session(.nextMatch)), ("previous-match", .session(.previousMatch)),
      ("select-all", .session(.selectAll)), ("copy", .session(.copy)),
      ("goto iv", .session(.goToLabel("iv"))), ("goto \"A 12\"", .session(.goToLabel("A 12"))),
      ("goto 1.5", .session(.goToLabel("1.5"))),
      ("goto 99999999999999999999", .session(.goToLabel("99999999999999999999"))),
      ("open /srv/a guide.pdf", .open("/srv/a guide.pdf")), ("  open   a", .open("a")),
      ("password abc", .password("abc")), ("  password  a \"b\" ", .password(" a \"b\" ")),
      ("status", .status), ("outline", .outline), ("stats", .stats), ("metrics", .metrics),
      ("screenshot", .screenshot), ("quit", .quit), ("subscribe", .subscribe(TraceEvent.Kind.usual)),
      ("subscribe page,load error", .subscribe([.page, .load, .error])),
    ] as [(String, RemoteCommand)])
  func understood(_ text: String, _ command: RemoteCommand) throws {
    #expect(try RemoteCommand(words: text) == command)
  }

  @Test(
    "What is not understood is a usage failure that names it",
    arguments: [
      "", "  ", "goto", "goto 0", "goto -1", "goto \"\"", "zoom", "password", "zoom 0", "zoom -1", "zoom nan",
      "zoom inf", "zoom 1e999", "open", "open  ",
      "zoom 2 3", "home now", "next 1", "previous x", "Home", "quit now", "next-match 2", "copy that",
      "select all", "goto\u{0}7", "passwords x", "status all",
    ])
  func refused(_ text: String) {
    let failure = Self.failure(text)
    #expect(failure?.code == .usage)
    #expect(failure?.subject == "ctl \(text)")
  }

  @Test(
    "An event that is unknown is named with those there are", arguments: ["nothing", "page,", "page,,load"])
  func events(names: String) {
    let failure = Self.failure("subscribe \(names)")
    #expect(failure?.code == .usage && failure?.message.contains("there are load, progress") == true)
  }

  @Test("Every command of the help is one, and no word of a password is in a message")
  func help() {
    let examples = [
      "N|LABEL": "7", "Z": "2", "SOURCE": "a.pdf", "WORDS": "quay", "[EVENT,...]": "page", "on|off": "on",
    ]
    for (words, _) in RemoteCommand.help where !["password", "screenshot FILE"].contains(words) {
      let line = words.split(separator: " ").map { examples[String($0)] ?? String($0) }.joined(separator: " ")
      #expect(Self.failure(line) == nil, "\(line)")
    }
    #expect(Self.failure("password ")?.subject == "ctl password")
  }

  // MARK: The command line

  private static func order(_ arguments: [String]) throws -> CtlOptions.Order? {
    guard case .ctl(let options) = try Command(["ctl"] + arguments) else { return nil }
    return options.order
  }

  @Test(
    "A command line says what the kiosk is to be asked",
    arguments: [
      (["goto", "A 12"], .command(.session(.goToLabel("A 12")))), (["status", "--json"], .command(.status)),
      (["screenshot", "s.png"], .screenshot(file: "s.png")), (["screenshot", "-"], .screenshot(file: nil)),
      (["open", "my", "guide.pdf"], .open(.path("my guide.pdf"))), (["open", "-"], .open(.standardInput)),
      (["open", "base64:@f"], .open(.base64File("f"))),
      (["open", "https://h/a"], .open(.address("https://h/a"))),
      (["password"], .password), (["--password-file", "p", "password"], .password),
    ] as [([String], CtlOptions.Order)])
  func orders(_ arguments: [String], _ order: CtlOptions.Order) throws {
    #expect(try Self.order(arguments) == order)
  }

  @Test(
    "What is wrong with a command line is said before any kiosk is asked, and never repeats a password",
    arguments: [
      ([], "COMMAND [ARGUMENT...] is missing [usage]"),
      (
        ["password", "secret"],
        "ctl password: takes no word here; give it on standard input, or by --password-file [usage]"
      ),
      (["screenshot"], "ctl screenshot: needs the name of a file, or - for standard output [usage]"),
      (["status", "--password-file", "p"], "--password-file: is for ctl password [usage]"),
      (
        ["open", "ftp://h/a"],
        "ftp://h/a: is no file, and no address with http:// or https:// [invalid-source]"
      ),
    ])
  func mistakes(_ arguments: [String], _ line: String) {
    do throws(Failure) {
      _ = try Command(["ctl"] + arguments)
      Issue.record("\(arguments) is taken")
    } catch {
      #expect(error.line == line)
    }
  }
}
