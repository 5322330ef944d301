import Display
import Posix
package import ViewerCore
import Wire

/// `lectern replay`: the kiosk in virtual time, driven by recorded touches, on the headless display.
package enum ReplayCommand {
  package static func run(_ options: ViewerOptions, report: inout CommandReport) {
    do throws(Failure) {
      try replay(options)
    } catch {
      report.complain(error)
    }
  }

  private static func replay(_ options: ViewerOptions) throws(Failure) {
    let begin = Timestamp(microseconds: MonotonicClock.processStart())
    let start = try ViewerStart(options)
    let output = HeadlessOutput(options.output(named: "headless"), pacing: .virtual)
    let clip = try start.clip(panel: output.panel, rotation: output.rotation)
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path, waits: true) }
    let viewer = try start.viewer(on: output, start: .zero, isLive: false)
    if let folder { viewer.onFrame = folder.write }
    viewer.onFailure = { [weak viewer] failure in
      // A document that cannot be shown ends the run, which says so.
      var report = CommandReport.streams()
      if viewer?.session.documentFailure == nil { report.complain(failure) }
    }
    let meters = Meters(start: begin)
    let run = ReplayRun(
      viewer: viewer, loop: start.loop, clip: clip, workers: start.workers, renderTime: options.renderTime,
      meters: meters, hours: options.kiosk.hours)
    try run.run()
    let traceFailure = viewer.flushTrace()
    folder?.finish()
    if let path = options.stats { try StatsFile.write(meters.json(viewer), to: path) }
    if let traceFailure { throw OutputFailure.cannotWrite(options.trace ?? "", traceFailure) }
    if let failure = folder?.failure { throw failure }
    if let failure = viewer.session.documentFailure { throw failure }
  }
}
