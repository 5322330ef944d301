import Foundation
import Testing

@testable import Posix

/// Pressure is looked for in folders that look like proc and the cgroup file system.
@Suite("Memory pressure")
struct MemoryPressureTests {
  /// A machine made of files.
  private struct Machine: ~Copyable {
    let folder: URL
    var processes: String { folder.path + "/proc" }
    var groups: String { folder.path + "/cgroup" }

    init(_ files: [String: String]) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("machine-\(UUID())")
      for (name, text) in files { try write(name, text) }
    }

    func write(_ name: String, _ text: String) throws {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      // In place: who has it open sees what is written.
      if let handle = FileHandle(forWritingAtPath: file.path) {
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
      } else {
        try Data(text.utf8).write(to: file)
      }
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    func pressure() -> MemoryPressure { MemoryPressure(processes: processes, groups: groups) }
    func kills() -> MemoryKills { MemoryKills(processes: processes, groups: groups) }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private static let group = ["proc/self/cgroup": "4:memory:/old\n0::/kiosk.slice/lectern.service\n"]
  private static let events = "low 0\nhigh 3\nmax 1\noom 0\noom_kill 0\n"

  @Test(
    "The group's own pressure is asked first, then the machine's, then the group's limits, then what is left",
    arguments: [
      (
        ["pressure", "system", "events"], MemoryPressure.Source.cgroupPressure,
        "cgroup/kiosk.slice/lectern.service/memory.pressure"
      ),
      (["system", "events"], .systemPressure, "proc/pressure/memory"),
      (["events"], .cgroupEvents, nil), ([], .availability, nil),
    ] as [([String], MemoryPressure.Source, String?)])
  func order(_ there: [String], _ expected: MemoryPressure.Source, _ armed: String?) throws {
    var files = Self.group
    if there.contains("pressure") { files["cgroup/kiosk.slice/lectern.service/memory.pressure"] = "" }
    if there.contains("system") { files["proc/pressure/memory"] = "" }
    if there.contains("events") { files["cgroup/kiosk.slice/lectern.service/memory.events"] = Self.events }
    let machine = try Machine(files)
    let pressure = machine.pressure()
    #expect(pressure.source == expected)
    #expect((pressure.descriptor == nil) == (expected == .availability))
    if let armed { #expect(try machine.text(armed) == MemoryPressure.trigger + "\0") }
  }

  @Test("Reaching a limit of the group is pressure, each time once")
  func limits() throws {
    let file = "cgroup/kiosk.slice/lectern.service/memory.events"
    let machine = try Machine(Self.group.merging([file: Self.events]) { $1 })
    let pressure = machine.pressure()
    #expect(pressure.news() == .none)
    try machine.write(file, Self.events.replacingOccurrences(of: "high 3", with: "high 4"))
    #expect(pressure.news() == .high)
    #expect(pressure.news() == .none)
    try machine.write(file, Self.events.replacingOccurrences(of: "low 0", with: "low 9"))
    #expect(pressure.news() == .none, "fewer of one, more of what says nothing")
  }

  @Test("The root of the groups is a group, too; without groups there is the machine")
  func root() throws {
    let machine = try Machine(["proc/self/cgroup": "0::/\n", "cgroup/memory.events": Self.events])
    #expect(machine.pressure().source == .cgroupEvents)
    let bare = try Machine(["proc/self/cgroup": "4:memory:/old\n", "cgroup/memory.events": Self.events])
    #expect(bare.pressure().source == .availability)
  }

  @Test(
    "Memory is scarce below a sixteenth, but not above 128 MB nor at less than 32 MB left, and never for want of figures",
    arguments: [
      (8_000_000, 140_000, false), (8_000_000, 130_000, true), (1_000_000, 62_000, true),
      (1_000_000, 63_000, false), (240_000, 33_000, false), (240_000, 32_000, true), (0, nil, false),
    ] as [(Int, Int?, Bool)])
  func scarce(_ total: Int, _ left: Int?, _ expected: Bool) throws {
    var text = "MemTotal:       \(total) kB\nMemFree:          1 kB\n"
    if let left { text += "MemAvailable:   \(left) kB\n" }
    let machine = try Machine(["proc/meminfo": text])
    #expect(machine.pressure().isScarce() == expected)
  }

  @Test("Kills for want of memory are noticed in the group and on the machine, each once")
  func kills() throws {
    let file = "cgroup/kiosk.slice/lectern.service/memory.events"
    let machine = try Machine(
      Self.group.merging([file: Self.events, "proc/vmstat": "nr_free_pages 7\noom_kill 2\n"]) { $1 })
    var kills = machine.kills()
    var seen: [Bool] = [kills.haveRisen()]
    try machine.write(file, Self.events.replacingOccurrences(of: "oom_kill 0", with: "oom_kill 1"))
    seen += [kills.haveRisen(), kills.haveRisen()]
    try machine.write("proc/vmstat", "nr_free_pages 7\noom_kill 3\n")
    seen.append(kills.haveRisen())
    #expect(seen == [false, true, false, true])
    var none = try Machine(["proc/other": ""]).kills()
    let risen = none.haveRisen()
    #expect(!risen)
  }
}
