package import Posix

/// What the kernel's news about graphics cards mean: subsystem `drm` of a udev monitor.
package enum Hotplug: Hashable, Sendable {
  /// A connector changed: that one, or (before Linux 5.3) any of the card's. Probe it.
  case connector(UInt32?)
  /// A card came or went: look for screens anew.
  case cards

  package static let subsystem = "drm"
  /// Properties that the monitor's events have to carry.
  package static let properties = ["HOTPLUG", "CONNECTOR"]

  package init?(_ event: DeviceEvent) {
    self.init(action: event.action, name: event.name, properties: event.properties)
  }

  init?(action: String, name: String, properties: [String: String]) {
    guard name.hasPrefix("card") else { return nil }
    // Connectors are devices too (card0-HDMI-A-1) and come and go with their card.
    let isCard = !name.contains("-")
    switch action {
    case "add" where isCard, "remove" where isCard: self = .cards
    case "change" where properties["HOTPLUG"] == "1":
      self = .connector(properties["CONNECTOR"].flatMap { UInt32($0) })
    default: return nil
    }
  }
}
