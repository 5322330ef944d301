import Glibc
import Interface
import Posix
import Settings
import ViewerCore

/// Gathers facts. Nothing here changes the machine: files are read, devices opened and closed.
enum MachineSurvey {
  static func facts() -> MachineFacts {
    let account = Account.current()
    let processes = RunningProcess.all()
    let events = inputs()
    let cards = cards(processes)
    return MachineFacts(
      system: system(), user: account.name, isRoot: account.isRoot,
      groups: ["video", "input"].map { name in
        MachineFacts.Group(
          name: name, isOurs: account.groups.contains(name),
          listsUser: Account.members(ofGroup: name)?.contains(account.name))
      },
      cards: cards, hiddenCards: hiddenCards(known: cards), inputs: events.seen, hiddenInputs: events.hidden,
      udevRuns: exists("/run/udev/control"), rules: rules(), console: console(processes),
      missingFonts: Set(
        (Diagnosis.standardFonts + [Diagnosis.interfaceFont]).filter { !InstalledFonts.has(family: $0) }),
      // A word that Chinese, Japanese and Korean all write, and a letter of each of the latter two.
      drawsCJK: "\u{65E5}\u{3042}\u{AC00}".unicodeScalars.allSatisfy(InstalledFonts.canDraw),
      hasCharacterMaps: exists("/usr/share/poppler/cMap"),
      worker: Result { () throws(Failure) in try WorkerSettings.findExecutable() },
      pictures: Result { () throws(Failure) in try Companion.path("lectern-pictures") },
      configuration: configuration())
  }

  // MARK: The system

  private static func system() -> MachineFacts.System {
    let board = text("/proc/device-tree/model") ?? text("/sys/class/dmi/id/product_name") ?? ""
    return MachineFacts.System(
      kernel: text("/proc/sys/kernel/osrelease") ?? "of an unknown version", architecture: architecture,
      // The device tree's texts end with a zero byte.
      model: Diagnosis.plain(String(board.prefix { $0 != "\0" })),
      kernelOptions: text("/proc/cmdline")?.split(separator: " ").map(String.init) ?? [],
      processors: Surroundings.processorCount, memory: Surroundings.physicalMemory,
      pressure: MemoryPressure().source, measuresPressure: text("/proc/pressure/memory") != nil)
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "another architecture"
    #endif
  }

  private static let rulesName = "70-lectern.rules"

  private static func rules() -> MachineFacts.Rules {
    var rules = MachineFacts.Rules()
    // The first one hides those in later folders.
    rules.installed = ["/etc", "/run", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d/\(rulesName)" }
      .first(where: exists)
    // The program stands in the checkout's build folder, or in a package's bin.
    var folder = (try? Surroundings.programFolder()) ?? ""
    while rules.source == nil, let slash = folder.lastIndex(of: "/") {
      rules.source = ["\(folder)/udev/\(rulesName)", "\(folder)/share/lectern/\(rulesName)"].first(
        where: exists)
      folder = String(folder[..<slash])
    }
    return rules
  }

  private static func console(_ processes: [RunningProcess]) -> MachineFacts.Console? {
    // What the viewer takes: the console that it was started on, else the one in front.
    let input = (try? SymbolicLink.target("/proc/self/fd/0")) ?? ""
    let isOurs = input.hasPrefix("/dev/tty") && number(ofConsole: String(input.dropFirst(5))) != nil
    guard let name = isOurs ? String(input.dropFirst(5)) : text("/sys/class/tty/tty0/active"),
      let number = number(ofConsole: name)
    else { return nil }
    // Device number 4:N, as /proc writes it.
    let login = processes.first { $0.terminal == 4 << 8 | number && $0.name.hasSuffix("getty") }
    return MachineFacts.Console(name: name, access: access("/dev/\(name)"), login: login)
  }

  /// N of `ttyN`; serial lines are no consoles of this kind.
  private static func number(ofConsole name: String) -> UInt32? {
    name.hasPrefix("tty") ? UInt32(name.dropFirst(3)) : nil
  }

  private static func configuration() -> MachineFacts.Configuration {
    let path = ConfigurationFile.usualPath
    do throws(Failure) {
      guard let read = try ConfigurationFile.read(nil) else { return .absent(path: path) }
      var options = ViewerOptions()
      try read.apply(to: &options)
      // What options must be together is judged where a command line is; any document will do.
      _ = try Command(["show", "-"], readConfiguration: { _ throws(Failure) in read })
      let missing = options.sources.map(\.location).filter { $0 != "-" && Glibc.access($0, R_OK) != 0 }
      return .valid(path: path, options, missing: missing)
    } catch {
      return .wrong(path: path, error)
    }
  }

  // MARK: Files

  static func exists(_ path: String) -> Bool { Glibc.access(path, F_OK) == 0 }

  /// A small file's text without the line's end; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path), let bytes = try? file.readAll(limit: 65536) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }

  /// Whether this user may read and write a device.
  static func access(_ path: String) -> MachineFacts.Access {
    if Glibc.access(path, R_OK | W_OK) == 0 { return .allowed }
    return access(path, SystemError(call: "access", code: errno))
  }

  static func access(_ path: String, _ error: SystemError) -> MachineFacts.Access {
    guard error.isPermission else { return .failed(error.reason) }
    let group = (try? FileStatus(path: path))?.group
    return .denied(group: group.map { Account.groupName($0) ?? String($0) } ?? "root")
  }
}
