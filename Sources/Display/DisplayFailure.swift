import Glibc
import Posix
import ViewerCore

/// The sentences that staff read when a screen cannot be had; each names what to do.
enum DisplayFailure {
  static func noDevice() -> Failure {
    Failure(
      .noDisplay, "",
      "this machine has no graphics device; load its driver, or use --display headless")
  }

  static func nothingConnected(_ names: [String]) -> Failure {
    Failure(
      .noDisplay, "",
      "no screen is connected to \(names.joined(separator: ", ")); plug one in, or force it with video= on the "
        + "kernel's command line")
  }

  static func unknownConnector(_ name: String, among names: [String]) -> Failure {
    let known = names.isEmpty ? "no connectors" : names.joined(separator: ", ")
    return Failure(.noDisplay, name, "no such connector; this machine has \(known)")
  }

  static func notConnected(_ name: String) -> Failure {
    Failure(.noDisplay, name, "nothing is connected there, or it offers no picture size")
  }

  static func noMode(_ name: String, size: PixelSize?) -> Failure {
    let wanted =
      size.map { "\($0.width)x\($0.height)" } ?? "a progressive picture size within the card's limit"
    return Failure(.noDisplay, name, "the screen does not offer \(wanted)")
  }

  static func noCRTC(_ name: String) -> Failure {
    Failure(.noDisplay, name, "the graphics card drives no further screen; disconnect another one")
  }

  static func noPermission(_ path: String) -> Failure {
    Failure(
      .noPermission, path,
      "may not be opened; add this user to the group video (usermod -aG video USER) and log in again")
  }

  static func busy(_ name: String) -> Failure {
    Failure(
      .displayBusy, name,
      "another program has the screen; quit it (a desktop, a splash screen: plymouth quit) or switch consoles"
    )
  }

  static func gone(_ name: String) -> Failure {
    Failure(.noDisplay, name, "the screen's graphics device has gone")
  }

  static func silent(_ name: String) -> Failure {
    Failure(.noDisplay, name, "the screen stopped confirming frames, and setting its mode again did not help")
  }

  static func refused(_ name: String, _ error: SystemError) -> Failure {
    switch error.code {
    case EACCES, EPERM: busy(name)
    case ENODEV: gone(name)
    default: Failure(.noDisplay, name, "the graphics driver refused a picture (\(error.description))")
    }
  }
}
