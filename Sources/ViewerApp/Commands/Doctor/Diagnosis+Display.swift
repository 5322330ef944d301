import Display
import Posix
import ViewerCore

/// Cards, who has them, and what is plugged in.
extension Diagnosis {
  var display: [Finding] {
    guard !facts.cards.isEmpty else { return [noCard] }
    var findings = facts.cards.flatMap { card in [judge(card)] + card.connectors.map(judge) }
    // Cards that cannot be opened may have the screen.
    guard facts.cards.allSatisfy({ $0.access == .allowed }) else { return findings }
    if connectors.isEmpty {
      findings.append(
        .lacks("screen", "No graphics card of this machine drives screens.", fix: driverFix))
    } else if !connectors.contains(where: { $0.status == .connected }) {
      let forced = connectors.min { $0.kind.preference < $1.kind.preference }?.name ?? ""
      findings.append(
        .lacks(
          "screen", "No screen is connected to \(connectorNames.joined(separator: ", ")).",
          fix: "plug one in and switch it on, or \(Self.force(forced))"))
    }
    return findings + configured
  }

  /// Every connector of the cards that could be opened.
  private var connectors: [ConnectorState] { facts.cards.flatMap(\.connectors) }
  var connectorNames: [String] { connectors.map(\.name) }

  // MARK: Cards

  private var noCard: Finding {
    guard facts.hiddenCards.isEmpty else {
      return .lacks(
        "display",
        "The kernel has \(facts.hiddenCards.joined(separator: ", ")), but /dev/dri has no such node.",
        fix: "let the container see /dev/dri, or run udev: \(Self.startUdev)")
    }
    return .lacks(
      "display", "This machine has no graphics device: there is no /dev/dri/card*.", fix: driverFix)
  }

  static let startUdev =
    "apt-get install udev && systemctl start systemd-udevd && udevadm trigger --action=add"

  private var driverFix: String {
    let system = facts.system
    if system.kernelOptions.contains("nomodeset") {
      return "remove nomodeset from the kernel's command line and boot again"
    }
    if system.kernel.contains("cloud") {
      return
        "apt-get install linux-image-\(system.architecture == "x86_64" ? "amd64" : "arm64") and boot it: "
        + "the cloud kernel has no graphics drivers"
    }
    if system.model.hasPrefix("Raspberry Pi") {
      return "dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt, and boot again"
    }
    return "load the driver that lspci -k names (modprobe), or give the virtual machine a graphics card"
  }

  private func judge(_ card: MachineFacts.Card) -> Finding {
    let check = "display \(card.name)"
    let node = "/dev/dri/\(card.name)"
    switch card.access {
    case .denied(let group): return denied(check, node, group: group)
    case .failed(let reason):
      return .lacks(
        check, "\(node) cannot be opened (\(reason)).",
        fix: "look for \(card.name) or drm in: dmesg --level=err,warn"
      )
    case .allowed: break
    }
    if card.connectors.isEmpty { return .ok(check, "\(card.driver) draws, and has no sockets for screens.") }
    guard case .taken(let holders) = card.master else {
      let count = card.connectors.count
      return .ok(check, "\(card.driver), free, with \(count) \(count == 1 ? "connector" : "connectors").")
    }
    let names = holders.map { "\(Self.plain($0.name)) (process \($0.id))" }.joined(separator: ", ")
    if holders.contains(where: { $0.name == "lectern" }) {
      return .ok(check, "\(card.driver), used by \(names).")
    }
    if holders.contains(where: { $0.name.hasPrefix("plymouth") }) {
      return .lacks(
        check, "The splash screen has it: \(names).",
        fix: "plymouth quit, and After=plymouth-quit-wait.service in lectern's unit")
    }
    return .lacks(
      check, "Another program has it\(names.isEmpty ? "" : ": " + names).",
      fix: "systemctl stop display-manager && systemctl set-default multi-user.target, or end that program")
  }

  /// A node that somebody else's group owns.
  func denied(_ check: String, _ node: String, group: String) -> Finding {
    let message = "\(facts.user) may not open \(node), which belongs to group \(group)."
    // Nobody should have to join root's group: udev has not given the node away.
    if group == "root" {
      return .lacks(
        check, message,
        fix: facts.rules.installed == nil
          ? "install 70-lectern.rules, as told under udev rules"
          : "udevadm trigger --action=add \(node), and where that does not help: journalctl -u systemd-udevd")
    }
    return .lacks(check, message, fix: "usermod -aG \(group) \(facts.user), then log in again")
  }

  // MARK: Connectors

  private static func force(_ name: String) -> String {
    "force it: video=\(name):1920x1080@60D on the kernel's command line"
  }

  private func judge(_ connector: ConnectorState) -> Finding {
    let name = connector.name
    let check = "connector \(name)"
    switch connector.status {
    case .connected: break
    case .disconnected: return .note(check, "Nothing is connected.")
    case .unknown:
      return .note(check, "The driver cannot tell whether a screen is there.", fix: Self.force(name))
    }
    let output = options.output(named: name)
    let count = connector.modes.count
    guard let mode = DisplayMode.choice(among: connector.modes) else {
      return .lacks(
        check,
        count == 0
          ? "A screen is connected, and offers no picture sizes: its data (EDID) could not be read."
          : "None of the screen's \(count) picture sizes can be shown.",
        fix: "another cable or port, or \(Self.force(name))")
    }
    if let size = output.size, DisplayMode.choice(among: connector.modes, size: size) == nil {
      return .lacks(
        check, "The screen does not offer the configured \(size.width)x\(size.height).",
        fix: "take size = out of /etc/lectern/lectern.conf, or set \(mode.size.width)x\(mode.size.height)")
    }
    let rate = Int((mode.refreshRate ?? 0).rounded())
    let picture =
      "\(mode.size.width)x\(mode.size.height) at \(rate) Hz, \(count) \(count == 1 ? "mode" : "modes")"
    let told = connector.millimetres
    if let density = output.dotsPerInch {
      return .ok(check, "\(picture), \(Decimal.text(density, places: 1)) dpi by configuration.")
    }
    if let density = PanelDensity.measured(pixels: mode.size, millimetres: told) {
      let dpi = Int(density.rounded())
      return .ok(check, "\(picture), \(told.width) x \(told.height) mm, \(dpi) dpi.")
    }
    let claim = told.isEmpty ? "does not tell its size" : "claims to be \(told.width) x \(told.height) mm"
    return .lacks(
      check, "\(picture); it \(claim), so that millimetres are guessed.",
      fix:
        "dpi = N in [output \(name)] of /etc/lectern/lectern.conf, N = \(mode.size.width) * 25.4 / its width in mm"
    )
  }

  // MARK: What lectern.conf says of screens

  private var configured: [Finding] {
    let known = Set(connectorNames)
    let list = connectorNames.joined(separator: ", ")
    var findings: [Finding] = []
    if case .drm(let name?) = options.display, !known.contains(name) {
      findings.append(
        .lacks(
          "connector \(name)", "lectern.conf shows on it, and this machine has \(list).",
          fix: "display = auto in /etc/lectern/lectern.conf, or the name of one that is there"))
    } else if case .drm(let name?) = options.display,
      let state = connectors.first(where: { $0.name == name }), state.status != .connected
    {
      findings.append(
        .lacks(
          "connector \(name)", "lectern.conf shows on it, and nothing is connected there.",
          fix: "plug the screen in there, or display = auto in /etc/lectern/lectern.conf"))
    }
    for name in options.outputs.keys.sorted() where !known.contains(name) {
      findings.append(
        .note("connector \(name)", "lectern.conf has a section for it, and this machine has \(list)."))
    }
    return findings
  }

  /// Text from outside without what could move a terminal's cursor.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }
}
