internal import Glibc
internal import Posix
internal import Touch
internal import ViewerCore
internal import Wire

/// `lectern record FILE`: writes what this machine's touchscreens send as a clip, until SIGINT or SIGTERM.
///
/// Each frame is one write, so that the file is whole whenever the process ends. The clip holds what libinput
/// reports: calibrated places, palms as cancelled contacts.
package enum RecordCommand {
  /// Places are recorded as shares of the surface; the size of this panel does not show in the file.
  private static let panel = Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 96)

  /// - Returns: the exit status.
  package static func run(file: String) -> Int32 {
    do throws(Failure) {
      let frames = try record(to: file)
      say("\(file): \(frames) frames recorded")
      return 0
    } catch {
      say(error.line)
      return error.code.exitStatus
    }
  }

  private static func record(to path: String) throws(Failure) -> Int {
    do {
      let signals = try SignalSource([SIGINT, SIGTERM])
      let touch = try LibinputTouch(screens: [Screen(panel: panel)])
      var events: [InputEvent] = []
      touch.dispatch(now: now, into: &events)
      try requireDevice(touch)
      var writer = RecordingWriter(panel: panel, surface: touch.surface)
      let output = try FileDescriptor.open(path, .create)
      try output.writeAll(writer.head)
      var poller = try Poller()
      if let descriptor = touch.eventDescriptor {
        _ = try poller.add(descriptor, .readable, key: 0)
      }
      _ = try poller.add(signals.descriptor.rawValue, .readable, key: 1)
      let names = touch.touchscreens.joined(separator: ", ")
      say("recording \(names.isEmpty ? "pointer" : names) to \(path); end with Ctrl-C")
      var frames = 0
      while true {
        for event in events {
          guard case .touch(let frame) = event else { continue }
          let text = writer.append(frame)
          guard !text.isEmpty else { continue }
          try output.writeAll(text)
          frames += 1
        }
        events.removeAll(keepingCapacity: true)
        if signals.next() != nil { return frames }
        try poller.wait(until: nil)
        while poller.nextEvent() != nil {}
        touch.dispatch(now: now, into: &events)
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      throw failure(error, path)
    } catch {
      throw Failure(.writeFailed, path, "\(error)")
    }
  }

  private static func requireDevice(_ touch: LibinputTouch) throws(Failure) {
    guard !touch.canTouch else { return }
    if let denied = touch.deniedDevice {
      throw Failure(
        .noPermission, denied, "may not be read; run as a member of the group that owns it (mostly \"input\")"
      )
    }
    throw Failure(
      .noSeat, "", "no touchscreen or mouse found on seat0; is one connected, and does udev know it?")
  }

  private static func failure(_ error: SystemError, _ path: String) -> Failure {
    switch error.code {
    case ENOSPC, EDQUOT: Failure(.storageFull, path, error.reason)
    case EACCES, EPERM: Failure(.noPermission, path, error.reason)
    case ENOENT, ENOTDIR: Failure(.notFound, path, error.reason)
    default: Failure(.writeFailed, path, error.description)
    }
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }

  private static func say(_ text: String) {
    try? StandardStream.error.write("lectern: \(text)\n")
  }
}
