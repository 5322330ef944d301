import ViewerCore

/// Touchscreens and other input devices.
extension Diagnosis {
  var input: [Finding] {
    var findings: [Finding] = []
    if !facts.udevRuns {
      findings.append(
        .lacks(
          "udev", "udev does not run, so no touchscreen can be recognised.", fix: Self.startUdev))
    }
    guard !facts.inputs.isEmpty else { return findings + [noDevice] }
    let panels = facts.inputs.filter { $0.isTouchPanel || $0.isTouchscreen }
    findings += panels.map(judge)
    if panels.isEmpty {
      findings.append(
        .lacks(
          "touchscreen", "None of the \(facts.inputs.count) input devices is a touchscreen.",
          fix:
            "connect one (its USB cable, too), or load its driver; /proc/bus/input/devices shows what is there"
        )
      )
    }
    return findings + others
  }

  private var noDevice: Finding {
    if facts.hiddenInputs.isEmpty {
      return .lacks(
        "input", "This machine has no input devices.", fix: "connect a touchscreen, and modprobe evdev")
    }
    return .lacks(
      "input",
      "The kernel has \(facts.hiddenInputs.count) input devices, but /dev/input has no nodes for them.",
      fix: "let the container see /dev/input and /run/udev, or run udev: \(Self.startUdev)")
  }

  /// Keyboards, buttons and the like, in one line.
  private var others: [Finding] {
    let others = facts.inputs.filter { !$0.isTouchPanel && !$0.isTouchscreen }
    guard let first = others.first else { return [] }
    let shut = others.filter { $0.access != .allowed }
    if case .denied(let group)? = shut.first?.access {
      return [denied("input", shut.map { "/dev/input/\($0.name)" }.joined(separator: " "), group: group)]
    }
    let names = others.prefix(4).map { Self.plain($0.title) }.joined(separator: ", ")
    let text =
      others.count == 1
      ? Self.plain(first.title)
      : "\(others.count) devices (\(names)"
        + (others.count > 4 ? ", ...)" : ")")
    return [.ok("input", "Besides touchscreens: \(text).")]
  }

  // MARK: A touchscreen

  private func judge(_ device: MachineFacts.Input) -> Finding {
    let check = "touchscreen \(device.name)"
    let title = Self.plain(device.title)
    switch device.access {
    case .denied(let group): return denied(check, "/dev/input/\(device.name)", group: group)
    case .failed(let reason):
      return .lacks(
        check, "\(title) cannot be opened (\(reason)).", fix: "connect it anew, and look at dmesg")
    case .allowed: break
    }
    guard device.isKnownToUdev else {
      return .lacks(
        check, "udev has not looked at \(title).",
        fix: facts.udevRuns ? "udevadm trigger --action=add --subsystem-match=input" : Self.startUdev)
    }
    guard device.isTouchscreen else {
      return .lacks(
        check, "\(title) is a touch panel, and udev does not call it one: libinput leaves it alone.",
        fix: "echo '\(Self.rule(for: device))' >>/etc/udev/rules.d/69-lectern-touch.rules && udevadm control "
          + "--reload && udevadm trigger --subsystem-match=input")
    }
    return judgeRecognised(device, check, title)
  }

  private func judgeRecognised(_ device: MachineFacts.Input, _ check: String, _ title: String) -> Finding {
    if !device.isUsed {
      return .note(
        check, "\(title) is not used: a rule of udev sets LIBINPUT_IGNORE_DEVICE.",
        fix: "grep -r LIBINPUT_IGNORE_DEVICE /etc/udev/rules.d, if it should be")
    }
    if let seat = device.properties["ID_SEAT"], seat != "seat0" {
      return .lacks(
        check, "\(title) belongs to \(Self.plain(seat)), and lectern reads seat0.",
        fix: "loginctl flush-devices")
    }
    var text = title
    if let matrix = device.properties["LIBINPUT_CALIBRATION_MATRIX"] {
      guard let calibration = Calibration(matrix) else {
        return .lacks(
          check, "The calibration of \(title) (\(Self.plain(matrix))) is no matrix of six numbers.",
          fix: "correct LIBINPUT_CALIBRATION_MATRIX, see udev/61-lectern-calibration.hwdb")
      }
      text += calibration == .identity ? ", not turned" : ", calibrated by \(matrix)"
    }
    let output = device.properties["LECTERN_OUTPUT"] ?? ""
    if !output.isEmpty {
      let output = Self.plain(output)
      if !connectorNames.isEmpty, !connectorNames.contains(output) {
        return .lacks(
          check,
          "\(title) is said to cover \(output), and this machine has \(connectorNames.joined(separator: ", ")).",
          fix: "correct LECTERN_OUTPUT in /etc/udev/rules.d/70-lectern.rules")
      }
      text += ", covers \(output)"
    }
    return .ok(check, text + ".")
  }

  /// The rule that makes a touchscreen of a device. It is quoted in a command, and a device's name is anybody's
  /// text: what is not plainly harmless stands as udev's wild cards.
  static func rule(for device: MachineFacts.Input) -> String {
    var conditions = ["SUBSYSTEM==\"input\"", "KERNEL==\"event*\""]
    for (key, value) in [("vendor", device.vendor), ("product", device.product)]
    where value.count == 4 && value != "0000" && value.utf8.allSatisfy(isHexadecimal) {
      conditions.append("ATTRS{id/\(key)}==\"\(value)\"")
    }
    var pattern = ""
    for scalar in device.title.unicodeScalars {
      if scalar.isASCII,
        scalar.properties.isAlphabetic || "0123456789 -_.:,+/()#".unicodeScalars.contains(scalar)
      {
        pattern.unicodeScalars.append(scalar)
      } else if scalar.isASCII {
        pattern += "?"
      } else if pattern.last != "*" {
        pattern += "*"
      }
    }
    conditions.append("ATTRS{name}==\"\(pattern)\"")
    var settings = ["ENV{ID_INPUT}=\"1\"", "ENV{ID_INPUT_TOUCHSCREEN}=\"1\""]
    // libinput asks for these before it asks for a touchscreen.
    for wrong in wrongTags where device.properties[wrong] == "1" { settings.append("ENV{\(wrong)}=\"\"") }
    return (conditions + settings).joined(separator: ", ")
  }

  static let wrongTags = [
    "ID_INPUT_TOUCHPAD", "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK", "ID_INPUT_JOYSTICK",
  ]

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
