import Display
import Glibc
import Posix
import ViewerCore

/// What the kiosk has of the machine beside screen and touches: its signals, its console, the kernel's news of cards.
final class ShowHost {
  enum Meaning {
    case end
    /// Somebody wants another console; it waits for `allowSwitch`.
    case leaveConsole
    case returnToConsole
  }

  let signals: SignalSource
  private let terminal: VirtualTerminal?
  private let monitor: CardMonitor?
  /// Who tells that the machine runs short of memory.
  let memory: MemoryPressure

  /// - Parameter ownsConsole: whether the picture is on this machine's own screen.
  init(ownsConsole: Bool, memory: MemoryPressure = MemoryPressure()) throws(Failure) {
    self.memory = memory
    // The signals must be ours before the console sends any.
    let signals: SignalSource
    do {
      signals = try SignalSource(
        [SIGTERM, SIGINT, SIGHUP, VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal])
    } catch {
      throw Failure(.outOfMemory, "", "signals cannot be received: \(error.reason)")
    }
    self.signals = signals
    terminal = ownsConsole ? try VirtualTerminal.take() : nil
    // Without news a lost screen is looked for every other second.
    monitor = ownsConsole ? try? CardMonitor() : nil
  }

  func meaning(of signal: SignalSource.Signal) -> Meaning {
    switch signal.number {
    case VirtualTerminal.releaseSignal: .leaveConsole
    case VirtualTerminal.acquireSignal: .returnToConsole
    default: .end
    }
  }

  func allowSwitch() { terminal?.allowSwitch() }
  func confirmReturn() { terminal?.confirmReturn() }

  /// Readable when `nextNews` has something.
  var newsDescriptor: Int32? { monitor?.udev.rawValue }

  func nextNews() -> Hotplug? {
    while let event = monitor?.udev.next() {
      if let news = Hotplug(event) { return news }
    }
    return nil
  }
}

/// A class of its own, for an optional of what cannot be copied cannot be looked into.
private final class CardMonitor {
  let udev: UdevMonitor

  init() throws(SystemError) {
    udev = try UdevMonitor(subsystems: [Hotplug.subsystem], properties: Hotplug.properties)
  }
}
