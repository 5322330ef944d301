import Posix
import ViewerCore

/// Judges facts: what a machine lacks to be a kiosk. The same facts give the same findings.
struct Diagnosis {
  let facts: MachineFacts

  init(_ facts: MachineFacts) {
    self.facts = facts
  }

  /// In the order in which things depend on each other.
  var findings: [Finding] {
    [system, memory, pressure] + user + display + input + [rules, console] + software + [configuration]
  }

  // MARK: The machine

  private var system: Finding {
    let system = facts.system
    let drivers = Set(facts.cards.map(\.driver)).subtracting([""]).sorted()
    var text = "Linux \(system.kernel) on \(system.architecture)"
    if !system.model.isEmpty { text += ", \(system.model)" }
    text += drivers.isEmpty ? ", no graphics driver" : ", graphics by \(drivers.joined(separator: ", "))"
    return .ok("kernel", text + ".")
  }

  /// A worker, its buffers and the shadow of a 1080p picture want about this much.
  private static let comfortable = 512 << 20

  private var memory: Finding {
    let system = facts.system
    let cores = system.processors == 1 ? "1 core" : "\(system.processors) cores"
    let text = "\(system.memory >> 20) MB and \(cores)"
    guard system.memory < Self.comfortable else { return .ok("memory", text + ".") }
    return .note(
      "memory", text + " are little: large pages may be shown less sharp.",
      fix: "workers = 1 and worker-memory = 256 in [kiosk] of /etc/lectern/lectern.conf")
  }

  /// Without a source that tells, what is left is looked at before each new picture.
  private var pressure: Finding {
    let check = "memory pressure"
    switch facts.system.pressure {
    case .cgroupPressure: return .ok(check, "The control group of this session tells when memory runs short.")
    case .systemPressure: return .ok(check, "The kernel tells when memory runs short.")
    case .cgroupEvents, .availability: break
    }
    guard facts.system.measuresPressure else {
      return .note(
        check, "The kernel does not measure how short memory is, so pictures of pages are given back late.",
        fix: "psi=1 on the kernel's command line, and boot again")
    }
    return .note(
      check, "\(facts.user) is not told when memory runs short, so pictures of pages are given back late.",
      fix: "AmbientCapabilities=CAP_SYS_RESOURCE in lectern's unit, or Linux 6.5 or later")
  }

  // MARK: The user

  private var user: [Finding] {
    if facts.isRoot {
      return [
        .note(
          "user", "root may open everything, but a kiosk should not be root.",
          fix: "useradd --system --groups video,input lectern, then run doctor as this user")
      ]
    }
    return facts.groups.map(group)
  }

  private func group(_ group: MachineFacts.Group) -> Finding {
    let check = "group \(group.name)"
    let accesses = group.name == "video" ? facts.cards.map(\.access) : facts.inputs.map(\.access)
    if group.isOurs { return .ok(check, "\(facts.user) is in this group.") }
    guard let listed = group.listsUser else {
      return .lacks(
        check, "There is no such group.",
        fix: "groupadd --system \(group.name) && usermod -aG \(group.name) \(facts.user)")
    }
    if !accesses.isEmpty, accesses.allSatisfy({ $0 == .allowed }) {
      return .note(
        check,
        "\(facts.user) is not in this group, yet may open the devices for as long as this session lasts.",
        fix: "usermod -aG \(group.name) \(facts.user), then log in again")
    }
    if listed {
      return .lacks(
        check, "\(facts.user) joined it after this session began.", fix: "log out and in again")
    }
    // Both in one command, where both are wanted.
    let wanted = facts.groups.filter { !$0.isOurs && $0.listsUser == false }.map(\.name)
    return .lacks(
      check, "\(facts.user) is not in this group, so the devices stay shut.",
      fix: "usermod -aG \(wanted.joined(separator: ",")) \(facts.user), then log in again")
  }

  // MARK: What is installed

  private var rules: Finding {
    if let installed = facts.rules.installed { return .ok("udev rules", "Installed as \(installed).") }
    let source = facts.rules.source ?? "udev/70-lectern.rules"
    return .lacks(
      "udev rules", "70-lectern.rules is not installed: nothing holds the devices' groups fast.",
      fix: "install -D -m 644 \(source) /etc/udev/rules.d/70-lectern.rules && udevadm control --reload "
        + "&& udevadm trigger --subsystem-match=drm --subsystem-match=input")
  }

  private var console: Finding {
    guard let console = facts.console else {
      return .ok("console", "This machine has no virtual consoles: nothing draws over the picture.")
    }
    let check = "console \(console.name)"
    switch console.access {
    case .allowed: break
    case .denied:
      // A service gets its terminal from systemd: what this user may open says nothing about it.
      return .note(
        check, "\(facts.user) may not use it: without it the text cursor and typed keys reach the picture.",
        fix: "TTYPath=/dev/\(console.name) and StandardInput=tty-fail in lectern's unit, or log in there")
    case .failed(let reason):
      return .lacks(
        check, "It cannot be used (\(reason)).",
        fix: "boot with console=tty1, and without a getty on another one")
    }
    if let login = console.login {
      return .note(
        check, "\(login.name) (process \(login.id)) offers a login there.",
        fix: "systemctl disable --now getty@\(console.name).service")
    }
    return .ok(check, "It is in front, and may be taken over.")
  }

  /// The families that stand for the 14 fonts that a PDF need not bring along (ISO 32000-1, 9.6.2.2).
  static let standardFonts = [
    "Nimbus Sans", "Nimbus Roman", "Nimbus Mono PS", "Standard Symbols PS", "D050000L",
  ]
  static let interfaceFont = "Inter"

  private var software: [Finding] {
    let lost = Self.standardFonts.filter(facts.missingFonts.contains)
    return [
      program("lectern-worker", "PDF", facts.worker),
      program("lectern-pictures", "picture", facts.pictures),
      installed(
        "font of controls", !facts.missingFonts.contains(Self.interfaceFont), "Inter is installed.",
        "Inter is not installed: notices are set in another face.", package: "fonts-inter"),
      installed(
        "standard fonts", lost.isEmpty, "The 14 fonts that documents leave out have their stand-ins.",
        "Documents without fonts of their own look wrong: \(lost.joined(separator: ", ")) not installed.",
        package: "fonts-urw-base35"),
      installed(
        "CJK font", facts.drawsCJK, "Chinese, Japanese and Korean text can be drawn.",
        "No font has Chinese, Japanese or Korean letters.", package: "fonts-noto-cjk"),
      installed(
        "poppler-data", facts.hasCharacterMaps, "The character maps of /usr/share/poppler are there.",
        "The character maps of /usr/share/poppler are missing: Asian documents show wrong letters or none.",
        package: "poppler-data"),
    ]
  }

  private func installed(
    _ check: String, _ isThere: Bool, _ good: String, _ bad: String, package name: String
  ) -> Finding {
    isThere ? .ok(check, good) : .lacks(check, bad, fix: "apt-get install \(name)")
  }

  private func program(_ name: String, _ documents: String, _ path: Result<String, Failure>) -> Finding {
    switch path {
    case .success(let path): .ok(name, "Found as \(path).")
    case .failure(let failure):
      .lacks(
        name, "Without it no \(documents) can be opened: \(failure.message).",
        fix: "install \(name) beside lectern, executable")
    }
  }

  private var configuration: Finding {
    switch facts.configuration {
    case .absent(let path):
      return .note(
        "configuration", "There is no \(path): documents and options come from the command line.")
    case .wrong(let path, let failure):
      return .lacks(
        "configuration", "\(failure.subject): \(failure.message).", fix: "correct \(path)")
    case .valid(let path, _, let missing):
      guard let first = missing.first else { return .ok("configuration", "\(path) is understood.") }
      return .lacks(
        "configuration", "\(path) names \(first), which \(facts.user) cannot read.",
        fix: "put the document there, or change file = in \(path)")
    }
  }

  /// What lectern.conf says; defaults where there is none.
  var options: ViewerOptions {
    if case .valid(_, let options, _) = facts.configuration { options } else { ViewerOptions() }
  }
}
