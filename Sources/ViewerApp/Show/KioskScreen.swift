import Display
import Glibc
import Posix
import ViewerCore

/// The screen that the kiosk draws on: found at the start, lost when its card or monitor goes, found again.
///
/// Looking for a screen asks every monitor and takes a moment; it happens at the start and while there is no picture
/// that could stall.
final class KioskScreen {
  /// How long between tries when no news comes.
  private static let retryTime = Duration.seconds(2)
  /// A splash screen may hold the display for a few seconds after the start.
  private static let patience = (tries: 10, pause: Duration.milliseconds(500))

  private let options: ViewerOptions
  private(set) var output: (any DisplayOutput)?
  let isHeadless: Bool
  private var retry: Timestamp?

  /// Why there is no screen yet; nil once there is one.
  private(set) var absence: Failure?

  /// Finds the screen that the options name. One that is only not plugged in yet is waited for.
  init(_ options: ViewerOptions) throws(Failure) {
    self.options = options
    isHeadless = options.display == .headless
    output = nil
    for attempt in 1...Self.patience.tries {
      do {
        output = try find()
        return
      } catch {
        if error.code == .noDisplay, mayCome {
          absence = error
          retry = .zero
          return
        }
        guard error.code == .displayBusy, attempt < Self.patience.tries else { throw error }
        usleep(UInt32(Self.patience.pause.microseconds))
      }
    }
  }

  /// Whether the screen may yet be plugged in.
  private var mayCome: Bool {
    guard let devices = try? LibDRMDevice.openAll() else { return false }
    return DisplayFinder(devices: devices).mayCome(DisplayChoice(connector: connector))
  }

  private var connector: String? { if case .drm(let name) = options.display { name } else { nil } }

  /// When `look` is due; nil while there is a screen.
  var deadline: Timestamp? { output == nil ? retry : nil }

  /// The screen is gone.
  func lose(at now: Timestamp) {
    output?.close()
    output = nil
    retry = now
  }

  /// Looks for a screen; on failure it is tried again later.
  /// - Returns: whether there is one now.
  func look(at now: Timestamp) -> Bool {
    guard output == nil else { return true }
    output = try? find()
    retry = output == nil ? now + Self.retryTime : nil
    if output != nil { absence = nil }
    return output != nil
  }

  /// What has become of the monitor, after news of it.
  func probe() -> ConnectorChange {
    guard let output = output as? KMSOutput else { return .same }
    return output.change(by: output.probe()?.run())
  }

  /// Whether the card has been taken away. Asks the kernel alone, not the monitor.
  var hasLostCard: Bool { (output as? KMSOutput).map { !$0.hasCard } ?? false }

  /// Sets the mode again with the whole picture: the link to the monitor may have been lost meanwhile.
  func showAgain(at now: Timestamp) -> PresentOutcome {
    (output as? KMSOutput)?.showAgain(now: now) ?? .unchanged
  }

  func close() {
    output?.close()
    output = nil
  }

  private func find() throws(Failure) -> any DisplayOutput {
    switch options.display {
    case .headless:
      return HeadlessOutput(options.output(named: "headless"), pacing: .realTime)
    case .auto, .drm: return try find(connector: connector)
    }
  }

  private func find(connector: String?) throws(Failure) -> any DisplayOutput {
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
