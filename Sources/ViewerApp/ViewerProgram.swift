import Glibc
import Posix
import Settings
import ViewerCore

/// `lectern`: understands the command line and runs one command.
package enum ViewerProgram {
  package static let version = "0.1.0"

  /// - Returns: the exit status.
  package static func main() -> Int32 {
    // A reader of our output that goes away is a failed write, not the end.
    try? SignalSource.ignoreBrokenPipes()
    var report = CommandReport.streams()
    do throws(Failure) {
      let command = try Command(
        Array(CommandLine.arguments.dropFirst()),
        readConfiguration: { path throws(Failure) in try ConfigurationFile.read(path) })
      if let status = run(command, report: &report) { return status }
    } catch {
      report.complain(error)
    }
    return report.status
  }

  /// - Returns: the exit status of a command that reports by itself.
  private static func run(_ command: Command, report: inout CommandReport) -> Int32? {
    switch command {
    case .show(let options): return ShowCommand.run(options)
    case .replay(let options): ReplayCommand.run(options, report: &report)
    case .help(let text): report.say(text)
    case .version: report.say("lectern \(version)\n")
    case .info(let options):
      InfoCommand.run(
        DocumentInput(options.document),
        json: options.json, report: &report)
    case .outline(let options):
      OutlineCommand.run(
        DocumentInput(options.document),
        json: options.json, report: &report)
    case .links(let options):
      LinksCommand.run(
        DocumentInput(options.document),
        page: options.page, json: options.json, report: &report)
    case .text(let options):
      TextCommand.run(
        DocumentInput(options.document),
        page: options.page, json: options.json, report: &report)
    case .search(let options):
      return SearchCommand.run(
        DocumentInput(options.document), options,
        report: &report)
    case .render(let options):
      RenderCommand.run(
        DocumentInput(options.document),
        RenderCommand.Picture(options), report: &report)
    case .forms(let options):
      FormsCommand.run(DocumentInput(options.document), options, report: &report)
    case .export(let options):
      ExportCommand.run(DocumentInput(options.document), to: options.output, report: &report)
    case .ctl(let options): CtlCommand.run(options, report: &report)
    case .record(let options): return RecordCommand.run(file: options.file)
    case .cache(let options): CacheCommand.run(options, report: &report)
    case .bench(let options): BenchCommand.run(options, report: &report)
    case .doctor(let options): return DoctorCommand.run(options, report: &report)
    }
    return nil
  }
}
