import Display
import Posix
import Wire

/// Graphics cards and input devices.
extension MachineSurvey {
  // MARK: Cards

  static func cards(_ processes: [RunningProcess]) -> [MachineFacts.Card] {
    let names = ((try? Directory.names("/dev/dri")) ?? []).filter { $0.hasPrefix("card") }
    return names.sorted().map { card($0, processes) }
  }

  /// Cards of the kernel without a node in `/dev/dri`.
  static func hiddenCards(known: [MachineFacts.Card]) -> [String] {
    let names = (try? Directory.names("/sys/class/drm")) ?? []
    // Connectors stand there too, as card0-HDMI-A-1.
    return names.filter { name in
      name.hasPrefix("card") && name.dropFirst(4).allSatisfy(\.isNumber)
        && !known.contains { $0.name == name }
    }.sorted()
  }

  private static func card(_ name: String, _ processes: [RunningProcess]) -> MachineFacts.Card {
    let path = "/dev/dri/\(name)"
    var card = MachineFacts.Card(name: name, access: .allowed)
    // Known even where the card may not be opened.
    let driver = try? SymbolicLink.target("/sys/class/drm/\(name)/device/driver")
    card.driver = driver?.split(separator: "/").last.map(String.init) ?? ""
    do throws(SystemError) {
      let device = try LibDRMDevice(path: path)
      card.driver = device.driverName
      // Whoever opens a card that is nobody's is its master; a program that left it to others can be followed.
      var isMaster = device.isMaster
      if !isMaster { isMaster = (try? device.setMaster()) != nil }
      // Monitors are asked themselves, which only the master may; nothing on the screen changes by it.
      card.connectors = connectors(of: device)
      if isMaster {
        try? device.dropMaster()
      } else {
        card.master = .taken(by: holders(of: path, processes))
      }
    } catch {
      card.access = access(path, error)
    }
    return card
  }

  /// As `DisplayFinder` takes them: no writeback, no headsets.
  private static func connectors(of device: LibDRMDevice) -> [ConnectorState] {
    guard let resources = try? device.resources() else { return [] }
    return resources.connectors.compactMap { id in
      guard let state = try? device.connector(id, probe: true), state.kind != .writeback else { return nil }
      let properties = try? device.properties(of: id, .connector)
      return properties?["non-desktop"]?.value == 1 ? nil : state
    }
  }

  /// Programs that own screens; by their names for users who may not look at others' files.
  private static let screenOwners: Set<String> = [
    "plymouthd", "Xorg", "Xwayland", "weston", "sway", "cage", "labwc", "wayfire", "gnome-shell",
    "kwin_wayland",
    "gamescope", "mpv", "kodi.bin",
  ]

  private static func holders(of path: String, _ processes: [RunningProcess]) -> [RunningProcess] {
    let own = Surroundings.processID
    let found = processes.filter { $0.id != own && $0.holds(path) }
    // Seat managers open the card for the program that draws; they are no culprits while another one is found.
    let culprits = found.filter { !["systemd-logind", "seatd", "systemd"].contains($0.name) }
    if !culprits.isEmpty { return culprits }
    return processes.filter { screenOwners.contains($0.name) }
  }

  // MARK: Input devices

  private static let properties =
    [
      "ID_INPUT", "ID_INPUT_TOUCHSCREEN", "ID_SEAT", "LIBINPUT_IGNORE_DEVICE", "LIBINPUT_CALIBRATION_MATRIX",
      "LECTERN_OUTPUT",
    ] + Diagnosis.wrongTags

  /// Event devices with a node, and the names of those without.
  static func inputs() -> (seen: [MachineFacts.Input], hidden: [String]) {
    let records =
      (try? UdevDatabase.devices(
        subsystem: "input", name: "event*", properties: properties,
        attributes: ["name", "properties", "capabilities/abs", "capabilities/key", "id/vendor", "id/product"]))
      ?? []
    var seen: [MachineFacts.Input] = []
    var hidden: [String] = []
    for record in records.sorted(by: { number($0.name) < number($1.name) }) {
      guard let node = record.node, exists(node) else {
        hidden.append(record.name)
        continue
      }
      seen.append(
        MachineFacts.Input(
          name: record.name, title: record.attributes["name"] ?? record.name, access: access(node),
          isKnownToUdev: record.isInitialized, properties: record.properties,
          isTouchPanel: InputBits.isTouchPanel(record.attributes),
          vendor: record.attributes["id/vendor"] ?? "", product: record.attributes["id/product"] ?? ""))
    }
    return (seen, hidden)
  }

  private static func number(_ name: String) -> Int { Int(name.drop { !$0.isNumber }) ?? 0 }
}
