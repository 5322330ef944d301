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
    guard let first = place(of: screen) else { return 0 }
    let host = try ShowHost(ownsConsole: !screen.isHeadless)
    let clip = try start.clip(panel: first.panel, rotation: first.rotation)
    let devices = screen.isHeadless ? nil : try LibinputTouch(screens: [first])
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path, waits: false) }
    let now = Timestamp(microseconds: MonotonicClock.now())
    guard let viewer = try viewer(start, on: screen, at: now) else { return 0 }
    if let folder { viewer.onFrame = folder.write }
    viewer.onFailure = { failure in
      var report = CommandReport.streams()
      report.complain(failure)
    }
    let meters = Meters(start: begin)
    let access = try AccessPort.open(options, loop: start.loop)
    let remote = try RemotePort.open(options, loop: start.loop, start: now)
    defer { remote?.close() }
    let metrics = try options.metrics.map { path throws(Failure) in
      try MetricsFile(path) { CommandReport.streams().warn($0.subject, $0.message) }
    }
    defer { metrics?.close() }
    let loop = ShowLoop(
      viewer: viewer, loop: start.loop, screen: screen, devices: devices,
      player: options.inputs.isEmpty ? nil : ClipPlayer(clip, start: now), host: host, meters: meters,
      access: access, service: ServiceLine.open(), remote: remote, metrics: metrics)
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

  // The output itself is the screen's and the viewer's alone: were it held here too, a card that is left for another
  // screen would stay open for as long as the program runs.

  private static func place(of screen: KioskScreen) -> Screen? {
    screen.output.map { Screen(output: $0.name, panel: $0.panel, rotation: $0.rotation) }
  }

  private static func viewer(
    _ start: ViewerStart, on screen: KioskScreen, at now: Timestamp
  ) throws(Failure) -> Viewer? {
    guard let output = screen.output else { return nil }
    return try start.viewer(on: output, start: now, isLive: true)
  }
}
