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
    if let absence = screen.absence {
      CommandReport.streams().warn(absence.subject, absence.message + "; waiting for it")
    }
    let first = place(of: screen)
    let host = try ShowHost(ownsConsole: !screen.isHeadless)
    let clip = try start.clip(panel: first.panel, rotation: first.rotation)
    let devices = screen.isHeadless ? nil : try LibinputTouch(screens: [first])
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path, waits: false) }
    let now = Timestamp(microseconds: MonotonicClock.now())
    let viewer = try start.viewer(on: screen.output, start: now, isLive: true)
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
      access: access, service: ServiceLine.open(), remote: remote, metrics: metrics,
      hours: try hours(options), content: content(viewer))
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

  /// Without it documents are read anew only when they are opened.
  private static func content(_ viewer: Viewer) -> ContentWatch? {
    do {
      return try ContentWatch(files: viewer.pool.files, folders: viewer.pool.folders)
    } catch {
      CommandReport.streams().warn("", "documents are not watched for changes: \(error.reason)")
      return nil
    }
  }

  private static func hours(_ options: ViewerOptions) throws(Failure) -> PanelHours? {
    guard let hours = options.kiosk.hours else { return nil }
    do {
      return try PanelHours(hours)
    } catch {
      throw Failure(.outOfMemory, "--hours", "the clock cannot be followed: \(error.reason)")
    }
  }

  // The output itself is the screen's and the viewer's alone: were it held here too, a card that is left for another
  // screen would stay open for as long as the program runs.

  /// Where touches go: of a screen that is not there yet, as most are.
  private static func place(of screen: KioskScreen) -> Screen {
    guard let output = screen.output else { return Screen(output: "", panel: ViewerStart.commonPanel) }
    return Screen(output: output.name, panel: output.panel, rotation: output.rotation)
  }
}
