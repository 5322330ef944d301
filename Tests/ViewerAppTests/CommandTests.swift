import Foundation
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

/// What commands make of options and of answers, before and after a worker.
struct CommandTests {
  private final class Streams {
    var output = ""
    var complaints: [String] = []
    var isBroken = false

    func report() -> CommandReport {
      CommandReport(
        output: {
          self.output += $0
          return !self.isBroken
        },
        complaints: { self.complaints.append($0) })
    }
  }

  // MARK: Report

  @Test("The first complaint decides the exit status; warnings do not")
  func report() {
    let streams = Streams()
    var report = streams.report()
    report.warn("a.pdf", "odd")
    #expect(report.status == 0)
    report.complain(Failure(.notFound, "b.pdf", "is not there"))
    report.complain(Failure(.usage, "", "is wrong"))
    report.say("data")
    #expect(report.status == 66 && streams.output == "data")
    #expect(
      streams.complaints == [
        "lectern: a.pdf: warning: odd\n", "lectern: b.pdf: is not there [not-found]\n",
        "lectern: is wrong [usage]\n",
      ])
  }

  @Test("Output that nobody takes is a failure to write")
  func broken() {
    let streams = Streams()
    streams.isBroken = true
    var report = streams.report()
    report.say("data")
    #expect(report.status == 74 && streams.complaints.first?.hasSuffix("[write-failed]\n") == true)
    // Once is enough, and the reader of a closed pipe is sent nothing more.
    report.say("more")
    #expect(report.isOutputGone && streams.complaints.count == 1 && streams.output == "data")
  }

  // MARK: Options

  @Test("What render is told reaches the picture")
  func picture() throws {
    func picture(_ arguments: [String]) throws -> RenderCommand.Picture {
      let command = try Command(["render", "a.pdf"] + arguments)
      guard case .render(let options) = command else { throw CancellationError() }
      return RenderCommand.Picture(options)
    }
    let plain = try picture(["-o", "p.png"])
    #expect(plain.page == 1 && plain.extent == .scale(2) && plain.clip == nil && plain.rotation == .none)
    #expect(plain.background == 0xFFFFFF && plain.quality == 90 && plain.path == "p.png")
    let full = try picture([
      "--page", "7", "--width", "300", "--clip", "1,2,30,40", "--rotate", "270", "--background", "#102030",
      "--quality", "55", "-o", "p.JPEG",
    ])
    #expect(full.page == 7 && full.extent == .width(300) && full.rotation == .threeQuarters)
    #expect(full.clip == PixelRect(x: 1, y: 2, width: 30, height: 40))
    #expect(full.background == 0x102030 && full.quality == 55 && full.path == "p.JPEG")
    #expect(try picture(["--scale", "0.5", "-o", "p.png"]).extent == .scale(0.5))
  }

  @Test("Limits in seconds and megabytes become those of a worker")
  func limits() {
    var options = DocumentOptions()
    options.sources = ["a.pdf"]
    options.passwordFiles = ["p"]
    options.worker.memory = 300
    options.worker.openTimeout = .seconds(1)
    options.worker.renderTimeout = .seconds(2)
    options.worker.textTimeout = .seconds(4)
    let input = DocumentInput(options)
    #expect(input.workerMemory == 300 << 20 && !input.joins)
    #expect(input.sources == [SourceOptions(location: "a.pdf", passwordFile: "p")])
    #expect(input.limits.open == .seconds(1) && input.limits.render == .seconds(2))
    #expect(input.limits.text == .seconds(4))
  }

  @Test("Pages are counted from 1, and those beyond are named with how many there are")
  func pages() throws {
    let input = DocumentInput(source: "a.pdf")
    #expect(try input.index(ofPage: 1, pages: 3) == 0)
    #expect(try input.index(ofPage: 3, pages: 3) == 2)
    for (page, pages, words) in [
      (0, 3, "3 pages"), (4, 3, "3 pages"), (.max, 1, "1 page"), (1, 0, "0 pages"),
    ]
      as [(Int, Int32, String)]
    {
      let failure = failureOf { try input.index(ofPage: page, pages: pages) }
      #expect(failure?.code == .pageOutOfRange && failure?.message.hasSuffix(words) == true)
    }
  }

  @Test("A worker's failure is told in plain words, with the engine's own behind them")
  func failures() {
    #expect(
      Failure(WorkFailure(code: .timeout, detail: ""), of: "a.pdf").line
        == "a.pdf: the document takes too long [timeout]")
    #expect(
      Failure(WorkFailure(code: .timeout, detail: "SIGX"), of: "a.pdf", page: 7).line
        == "a.pdf: page 7 takes too long (SIGX) [timeout]")
  }

  @Test("Of several sources messages name the first, and how many more there are")
  func names() {
    var options = DocumentOptions()
    options.joins = true
    options.sources = ["base64:QUJD", "b", "c"]
    #expect(DocumentInput(options).name == "base64 text and 2 more")
    options.sources = ["-"]
    #expect(DocumentInput(options).name == "standard input")
  }

  @Test("Every code that a worker can give has a sentence of its own")
  func sentences() {
    let codes: [ErrorCode] = [
      .passwordRequired, .wrongPassword, .unsupportedEncryption, .damagedDocument, .emptyDocument, .timeout,
      .outOfMemory, .pageRenderFailed, .tooLarge, .pageOutOfRange, .cancelled,
    ]
    let sentences = codes.map { DocumentFailure.opening("a.pdf", $0).message }
    #expect(Set(sentences).count == codes.count)
    #expect(sentences.allSatisfy { !$0.isEmpty && $0.last != "." })
    #expect(sentences[0].contains("--password-file") && sentences[6].contains("--worker-memory"))
  }

  // MARK: Before a worker

  @Test("A mistake in the picture's name is told before the document is looked at")
  func pictureName() {
    for name in ["p.gif", "p", "png", "p.png.txt", ""] {
      let streams = Streams()
      var report = streams.report()
      RenderCommand.run(
        DocumentInput(source: "/no/such.pdf"), RenderCommand.Picture(path: name), report: &report)
      #expect(report.status == 64 && streams.complaints.count == 1, "\(name)")
    }
  }

  @Test("A source that cannot be read ends every command alike")
  func source() throws {
    try inTemporaryFolder { folder in
      let letter = folder.appendingPathComponent("letter").path
      try Data("Dear Sir".utf8).write(to: URL(fileURLWithPath: letter))
      let input = DocumentInput(source: letter)
      for run: (inout CommandReport) -> Void in [
        { InfoCommand.run(input, json: true, report: &$0) },
        { TextCommand.run(input, page: nil, report: &$0) },
        { RenderCommand.run(input, RenderCommand.Picture(path: letter + ".png"), report: &$0) },
      ] {
        let streams = Streams()
        var report = streams.report()
        run(&report)
        #expect(report.status == 65 && streams.output.isEmpty)
        let words = "is no document that is read here (PDF, pictures, comic books)"
        #expect(streams.complaints == ["lectern: \(letter): \(words) [unsupported-document]\n"])
      }
    }
  }

  @Test("A replay and a show of nothing that can be shown say so")
  func viewer() throws {
    var options = ViewerOptions.replay
    options.sources = [SourceOptions(location: "ftp://example.org/a.pdf")]
    let streams = Streams()
    var report = streams.report()
    ReplayCommand.run(options, report: &report)
    #expect(report.status == 64 && streams.complaints.count == 1)
    options.sources = []
    #expect(failureOf { try ViewerStart(options, worker: "/bin/false") }?.code == .usage)
  }

  @Test("Clips are merged, and one that is wrong ends the start; so does a trace that cannot be")
  func start() throws {
    let stage = try ViewerStage([Material.document(pages: 1)], clip: "0 tap 60,80\n")
    var options = stage.start.options
    options.inputs += options.inputs
    let panel = stage.output.panel
    let both = try ViewerStart(options, worker: "/bin/false").clip(panel: panel, rotation: .none)
    #expect(both.deviceCount == 2)
    options.inputs.append("/no/such/clip")
    let failure = failureOf {
      try ViewerStart(options, worker: "/bin/false").clip(panel: panel, rotation: .none)
    }
    #expect(failure?.code == .notFound)
    options.trace = "/no/such/folder/trace"
    let traceless = failureOf {
      try ViewerStart(options, worker: "/bin/false").viewer(on: stage.output, start: .zero, isLive: false)
    }
    #expect(traceless?.code == .writeFailed && traceless?.subject == options.trace)
  }
}
