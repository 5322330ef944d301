import Display
import Glibc
import Posix
import Touch
package import ViewerCore

/// `lectern show`: the kiosk, until it is told to stop.
package enum ShowCommand {
  /// - Returns: the exit status.
  package static func run(_ options: ViewerOptions) -> Int32 {
    var report = CommandReport.streams()
    do throws(Failure) {
      return try show(options)
    } catch {
      report.complain(error)
      return report.status
    }
  }

  private static func show(_ options: ViewerOptions) throws(Failure) -> Int32 {
    let begin = Timestamp(microseconds: MonotonicClock.processStart())
    let start = try ViewerStart(options)
    let screen = try KioskScreen(options)
    defer { screen.close() }
    guard let output = screen.output else { return 0 }
    let host = try ShowHost(ownsConsole: !screen.isHeadless)
    let clip = try start.clip(panel: output.panel, rotation: output.rotation)
    let devices =
      screen.isHeadless
      ? nil
      : try LibinputTouch(
        screens: [Screen(output: output.name, panel: output.panel, rotation: output.rotation)])
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path, waits: false) }
    let now = Timestamp(microseconds: MonotonicClock.now())
    let viewer = try start.viewer(on: output, start: now)
    if let folder { viewer.onFrame = folder.write }
    viewer.onFailure = { failure in
      var report = CommandReport.streams()
      report.complain(failure)
    }
    let meters = Meters(start: begin)
    let loop = ShowLoop(
      viewer: viewer, loop: start.loop, screen: screen, devices: devices,
      player: options.inputs.isEmpty ? nil : ClipPlayer(clip, start: now), host: host, meters: meters)
    try loop.run()
    viewer.note(.quit, at: Timestamp(microseconds: MonotonicClock.now()))
    viewer.flushTrace()
    folder?.finish()
    if let folder, folder.leftOut > 0 {
      CommandReport.streams().warn(
        options.frames ?? "", "\(folder.leftOut) frames were left out, for writing took longer than showing")
    }
    if let path = options.stats { try StatsFile.write(meters.json(viewer), to: path) }
    if let failure = folder?.failure { throw failure }
    // Said already; what is left is the exit status.
    if screen.isHeadless, let failure = viewer.session.documentFailure { return failure.code.exitStatus }
    return 0
  }
}
