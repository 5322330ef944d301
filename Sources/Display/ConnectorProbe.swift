import Glibc
import Posix
import ViewerCore

/// A look at a connector that asks the monitor itself: tens of milliseconds, so it runs on the helper thread.
///
/// It works on a duplicate of the card's descriptor: only the master's probe reads the monitor's data anew.
/// Run it exactly once, that closes the duplicate.
package struct ConnectorProbe: Sendable {
  enum Source: Hashable, Sendable {
    case descriptor(Int32)
    case known(ConnectorState?)
  }

  let source: Source
  let connector: UInt32

  /// The connector as it is now; `nil` when it or its card is gone.
  package func run() -> ConnectorState? {
    switch source {
    case .known(let state): return state
    case .descriptor(let number):
      let device = LibDRMDevice(descriptor: FileDescriptor(owning: number))
      return try? device.connector(connector, probe: true)
    }
  }
}

/// What a probe means for an output that shows something.
package enum ConnectorChange: Hashable, Sendable {
  /// The same screen: show the picture again, its link may have been lost meanwhile.
  case same
  /// Nothing is connected any more.
  case unplugged
  /// Another screen, or another size: make a new output.
  case replaced
}

extension KMSOutput {
  /// A probe of this output's connector.
  package func probe() -> ConnectorProbe? {
    device.makeProbe(of: connector.id)
  }

  package func change(by state: ConnectorState?) -> ConnectorChange {
    guard let state, state.isShowable else { return .unplugged }
    let best = DisplayMode.choice(among: state.modes, size: choice.size, limit: limit)
    return best == mode && state.millimetres == connector.millimetres ? .same : .replaced
  }
}
