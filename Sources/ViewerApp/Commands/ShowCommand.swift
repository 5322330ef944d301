import Display
import Glibc
import Posix
import Touch
package import ViewerCore

/// `lectern show`: the kiosk, until it is told to stop.
package enum ShowCommand {
  package static func run(_ options: ViewerOptions, report: inout CommandReport) {
    do throws(Failure) {
      try show(options)
    } catch {
      report.complain(error)
    }
  }

  private static func show(_ options: ViewerOptions) throws(Failure) {
    let begin = Timestamp(microseconds: MonotonicClock.processStart())
    let signals: SignalSource
    do {
      signals = try SignalSource([SIGTERM, SIGINT, SIGHUP])
    } catch {
      throw Failure(.outOfMemory, "", "signals cannot be received: \(error.reason)")
    }
    let start = try ViewerStart(options)
    let screen = try ShowScreen(options)
    let output = screen.output
    let clip = try start.clip(panel: output.panel, rotation: output.rotation)
    let now = Timestamp(microseconds: MonotonicClock.now())
    let player = options.inputs.isEmpty ? nil : ClipPlayer(clip, start: now)
    let folder = try options.frames.map { path throws(Failure) in try FrameFolder(path) }
    let viewer = try start.viewer(on: output, start: now)
    if let folder { viewer.onFrame = folder.write }
    let meters = Meters(start: begin)
    let loop = ShowLoop(
      viewer: viewer, loop: start.loop, devices: try screen.devices(), player: player, signals: signals,
      meters: meters)
    defer { output.close() }
    try loop.run()
    viewer.note(.quit, at: Timestamp(microseconds: MonotonicClock.now()))
    viewer.flushTrace()
    if let path = options.stats { try StatsFile.write(meters.json(viewer), to: path) }
    if let failure = folder?.failure { throw failure }
    if screen.isHeadless, let failure = viewer.session.documentFailure { throw failure }
  }
}

/// The screen that `show` was told to use, with the devices that touch it.
struct ShowScreen {
  let output: any DisplayOutput
  let isHeadless: Bool

  init(_ options: ViewerOptions) throws(Failure) {
    switch options.display {
    case .headless:
      let chosen = options.output(named: "headless")
      output = HeadlessOutput(
        size: chosen.size ?? PixelSize(width: 1080, height: 1920), dotsPerInch: chosen.dotsPerInch ?? 160,
        rotation: chosen.rotation ?? .none, pacing: .realTime)
      isHeadless = true
    case .auto: (output, isHeadless) = (try Self.screen(nil, options), false)
    case .drm(let connector): (output, isHeadless) = (try Self.screen(connector, options), false)
    }
  }

  /// Touchscreens and keys; none on the headless display.
  func devices() throws(Failure) -> LibinputTouch? {
    guard !isHeadless else { return nil }
    return try LibinputTouch(
      screens: [Screen(output: output.name, panel: output.panel, rotation: output.rotation)])
  }

  private static func screen(_ connector: String?, _ options: ViewerOptions) throws(Failure)
    -> any DisplayOutput
  {
    let finder = DisplayFinder(devices: try LibDRMDevice.openAll())
    let found = try finder.find(DisplayChoice(connector: connector))
    let chosen = options.output(named: found.connector.name)
    return try KMSOutput(
      device: found.device, connector: found.connector,
      choice: DisplayChoice(
        connector: connector, size: chosen.size, rotation: chosen.rotation, dotsPerInch: chosen.dotsPerInch,
        atomic: chosen.atomic))
  }
}
