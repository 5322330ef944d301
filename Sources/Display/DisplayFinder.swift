package import ViewerCore
import Posix

/// Finds the screen to use among all cards.
///
/// A machine has several cards in no stable order: on a Raspberry Pi one renders, one displays, and small panels
/// bring their own. Cards that set no modes are skipped; the best connector of all the others wins.
package struct DisplayFinder {
  /// A connector that could show a picture.
  package struct Candidate {
    package let device: any KMSDevice
    package let connector: ConnectorState
  }

  private let devices: [any KMSDevice]

  package init(devices: [any KMSDevice]) {
    self.devices = devices
  }

  /// Every connector with a screen, best first: built-in panels, then monitors, then virtual ones. Within one
  /// kind the machine's order is kept. Headsets and the like (`non-desktop`) are left out.
  package func candidates() -> [Candidate] {
    survey().showable
  }

  /// The screen that `choice` means.
  package func find(_ choice: DisplayChoice) throws(Failure) -> Candidate {
    guard !devices.isEmpty else { throw DisplayFailure.noDevice() }
    let survey = survey()
    if let name = choice.connector {
      if let found = survey.showable.first(where: { $0.connector.name == name }) { return found }
      throw survey.names.contains(name)
        ? DisplayFailure.notConnected(name) : DisplayFailure.unknownConnector(name, among: survey.names)
    }
    if let best = survey.showable.first { return best }
    throw survey.names.isEmpty ? DisplayFailure.noDevice() : DisplayFailure.nothingConnected(survey.names)
  }

  /// Whether the screen that `choice` means may yet be plugged in: its connector is there.
  package func mayCome(_ choice: DisplayChoice) -> Bool {
    let names = survey().names
    return choice.connector.map(names.contains) ?? !names.isEmpty
  }

  private func survey() -> (showable: [Candidate], names: [String]) {
    var names: [String] = []
    var found: [(order: Int, candidate: Candidate)] = []
    for device in devices {
      guard let resources = try? device.resources() else { continue }
      for id in resources.connectors {
        guard let connector = try? device.connector(id, probe: true) else { continue }
        if connector.kind == .writeback { continue }
        names.append(connector.name)
        guard connector.isShowable, !isNonDesktop(id, on: device) else { continue }
        found.append(
          (connector.kind.preference * 1000 + found.count, Candidate(device: device, connector: connector)))
      }
    }
    return (found.sorted { $0.order < $1.order }.map(\.candidate), names)
  }

  private func isNonDesktop(_ id: UInt32, on device: any KMSDevice) -> Bool {
    guard let properties = try? device.properties(of: id, .connector) else { return false }
    return properties["non-desktop"]?.value == 1
  }
}
