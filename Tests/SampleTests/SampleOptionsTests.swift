import Testing

@testable import lectern_sample

struct SampleOptionsTests {
  @Test(
    "The output is named by -o or --output",
    arguments: [["-o", "a.pdf"], ["--output", "a.pdf"], ["--output=a.pdf"]])
  func output(arguments: [String]) throws {
    #expect(try SampleOptions(arguments: arguments) == .draw(path: "a.pdf"))
  }

  @Test("Help is help wherever it stands", arguments: [["--help"], ["-h"], ["-o", "a.pdf", "--help"]])
  func help(arguments: [String]) throws {
    #expect(try SampleOptions(arguments: arguments) == .help)
  }

  @Test(
    "Anything else is a usage error with status 64",
    arguments: [
      [], ["-o"], ["--output="], ["a.pdf"], ["--outputs=a.pdf"], ["-o", "a.pdf", "-o", "b.pdf"],
      ["-o", "a.pdf", "b.pdf"], ["-o", ""],
    ])
  func usage(arguments: [String]) {
    do throws(SampleError) {
      let options = try SampleOptions(arguments: arguments)
      Issue.record("\(options)")
    } catch {
      #expect(error.exitStatus == 64)
    }
  }

  @Test("Every option that is understood stands in the help text")
  func usageText() {
    for option in ["-o", "--output", "-h", "--help", "64", "74"] {
      #expect(SampleOptions.usage.contains(option))
    }
  }
}
