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
    let chosen = options.output(named: "headless")
    let output = HeadlessOutput(
      size: chosen.size ?? PixelSize(width: 1080, height: 1920), dotsPerInch: chosen.dotsPerInch ?? 160,
      rotation: chosen.rotation ?? .none, pacing: .virtual)
    let clip = try start.clip(panel: output.panel, rotation: output.rotation)
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path) }
    let viewer = try start.viewer(on: output, start: .zero)
    if let folder { viewer.onFrame = folder.write }
    let meters = Meters(start: begin)
    let run = ReplayRun(
      viewer: viewer, loop: start.loop, clip: clip, workers: start.workers, renderTime: options.renderTime,
      meters: meters)
    try run.run()
    viewer.flushTrace()
    if let path = options.stats { try StatsFile.write(meters.json(viewer), to: path) }
    if let failure = folder?.failure { throw failure }
    if let failure = viewer.session.documentFailure { throw failure }
  }
}
