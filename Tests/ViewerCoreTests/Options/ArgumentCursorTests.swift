import Testing

@testable import ViewerCore

@Suite("Arguments, one by one")
struct ArgumentCursorTests {
  @Test(
    "Options and operands are told apart the GNU way",
    arguments: [
      ([], []),
      (["a", "-"], [.positional("a"), .positional("-")]),
      (["--page=3"], [.option(name: "page", inlineValue: "3")]),
      (["--page="], [.option(name: "page", inlineValue: "")]),
      (["--a=b=c"], [.option(name: "a", inlineValue: "b=c")]),
      (["--json", "x"], [.option(name: "json", inlineValue: nil), .positional("x")]),
      (["-ofile", "-o"], [.short("o", inlineValue: "file"), .short("o", inlineValue: nil)]),
      (["--", "--json", "--", "-"], [.positional("--json"), .positional("--"), .positional("-")]),
      ([""], [.positional("")]),
    ] as [([String], [ArgumentCursor.Item])])
  func items(arguments: [String], expected: [ArgumentCursor.Item]) {
    var cursor = ArgumentCursor(arguments)
    var items: [ArgumentCursor.Item] = []
    while let item = cursor.next() { items.append(item) }
    #expect(items == expected)
  }

  @Test("An option's value is the next argument, unless that looks like an option")
  func values() {
    var cursor = ArgumentCursor(["--a", "-", "--b", "--c", "--d", "-1", "--e"])
    var values: [String?] = []
    while cursor.next() != nil { values.append(cursor.value()) }
    #expect(values == ["-", nil, nil, "-1", nil])
  }
}
