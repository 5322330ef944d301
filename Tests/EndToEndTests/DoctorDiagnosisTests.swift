import Display
import Posix
import Testing
import ViewerCore

@testable import ViewerApp

struct DoctorDiagnosisTests {
  @Test("A whole kiosk lacks nothing, and is told what it has")
  func whole() {
    let facts = MachineFacts.kiosk()
    #expect(facts.lacking.isEmpty)
    #expect(facts.report.status == 0)
    #expect(facts.report.findings.allSatisfy { $0.state == .ok })
    #expect(
      facts.finding("connector HDMI-A-1")?.message == "1920x1080 at 60 Hz, 1 mode, 527 x 296 mm, 93 dpi.")
    #expect(facts.finding("kernel")?.message == "Linux 6.1.0-18-amd64 on x86_64, Box 3, graphics by i915.")
  }

  @Test("A headless server lacks display, input and udev, and no more")
  func headless() {
    let facts = MachineFacts.headlessServer()
    #expect(facts.lacking.map(\.check) == ["display", "udev", "input"])
    #expect(facts.report.status == 69)
  }

  struct Lack: Sendable, CustomTestStringConvertible {
    var check: String
    var fix: String
    var change: @Sendable (inout MachineFacts) -> Void

    init(_ check: String, _ fix: String, _ change: @escaping @Sendable (inout MachineFacts) -> Void) {
      self.check = check
      self.fix = fix
      self.change = change
    }

    var testDescription: String { "\(check): \(fix)" }
  }

  @Test(
    "Each lack is named alone, with its fix",
    arguments: [
      Lack("group video", "usermod -aG video,input kiosk") { $0.strip(groups: ["video", "input"]) },
      Lack("group input", "usermod -aG input kiosk") { $0.strip(groups: ["input"]) },
      Lack("group video", "log out") { $0.strip(groups: ["video"], listed: true) },
      Lack("group video", "groupadd --system video") { $0.strip(groups: ["video"], listed: nil) },
      Lack("udev rules", "70-lectern.rules") { $0.rules.installed = nil },
      Lack("udev rules", "/src/70-lectern.rules") { $0.rules = .init(source: "/src/70-lectern.rules") },
      Lack("console tty1", "console=tty1") { $0.console?.access = .failed("No such device") },
      Lack("font of controls", "fonts-inter") { $0.missingFonts = ["Inter"] },
      Lack("standard fonts", "fonts-urw-base35") { $0.missingFonts = ["D050000L"] },
      Lack("CJK font", "fonts-noto-cjk") { $0.drawsCJK = false },
      Lack("poppler-data", "apt-get install poppler-data") { $0.hasCharacterMaps = false },
      Lack("lectern-pictures", "install lectern-pictures") {
        $0.pictures = .failure(Failure(.badConfiguration, "lectern-pictures", "it is missing"))
      },
      Lack("lectern-worker", "beside lectern") {
        $0.worker = .failure(Failure(.badConfiguration, "lectern-worker", "it is missing"))
      },
      Lack("configuration", "correct /etc/l.conf") {
        $0.configuration = .wrong(
          path: "/etc/l.conf", Failure(.badConfiguration, "lectern.conf:3", "page: is no number"))
      },
      Lack("configuration", "put the document there") {
        $0.configuration = .valid(path: "lectern.conf", ViewerOptions(), missing: ["/srv/guide.pdf"])
      },
    ])
  func lacks(lack: Lack) throws {
    let check = lack.check
    let facts = MachineFacts.kiosk().with(lack.change)
    let finding = try #require(facts.lacking.first { $0.check == check })
    let wanted = try #require(finding.fix)
    #expect(wanted.contains(lack.fix))
    #expect(!wanted.contains("\n"))
    let alsoShut = ["group video", "group input", "display card0", "touchscreen event3"]
    if check.hasPrefix("group") {
      #expect(facts.lacking.allSatisfy { alsoShut.contains($0.check) })
    } else {
      #expect(facts.lacking == [finding])
    }
    #expect(facts.report.status == 69)
  }

  @Test("A user without groups is sent to each of them in one command, and to the nodes that stay shut")
  func noGroups() {
    let facts = MachineFacts.kiosk().with { facts in
      facts.strip(groups: ["video", "input"])
      facts.cards[0] = .init(name: "card0", access: .denied(group: "video"), driver: "i915")
      facts.inputs[0].access = .denied(group: "input")
    }
    #expect(
      facts.lacking.map(\.check) == ["group video", "group input", "display card0", "touchscreen event3"])
    // The screen may well be there: nothing is said of what could not be seen.
    #expect(facts.finding("screen") == nil)
  }

  @Test("A member of no group who may open the devices all the same has nothing to do")
  func openedByTheSession() {
    let facts = MachineFacts.kiosk().with {
      $0.groups[0] = .init(name: "video", isOurs: false, listsUser: false)
    }
    #expect(facts.lacking.isEmpty)
    #expect(facts.finding("group video")?.state == .note)
  }

  @Test("What is only worth knowing keeps the status 0")
  func notes() {
    let facts = MachineFacts.kiosk().with { facts in
      facts.isRoot = true
      facts.system.memory = 400 << 20
      facts.system.pressure = .availability
      facts.console?.login = RunningProcess(id: 7, name: "agetty")
      facts.configuration = .absent(path: "/etc/lectern/lectern.conf")
    }
    let noted = facts.report.findings.filter { $0.state == .note }.map(\.check)
    #expect(noted == ["memory", "memory pressure", "user", "console tty1", "configuration"])
    #expect(facts.report.status == 0)
    #expect(facts.finding("console tty1")?.fix == "systemctl disable --now getty@tty1.service")
    let shut = facts.with { $0.console?.access = .denied(group: "tty") }
    #expect(shut.report.status == 0)
    #expect(shut.finding("console tty1")?.fix?.contains("TTYPath=/dev/tty1") == true)
    #expect(facts.with { $0.console = nil }.finding("console")?.state == .ok)
    #expect(facts.finding("memory pressure")?.fix?.contains("CAP_SYS_RESOURCE") == true)
    let unmeasured = facts.with { $0.system.measuresPressure = false }
    #expect(unmeasured.finding("memory pressure")?.fix?.hasPrefix("psi=1") == true)
    #expect(facts.with { $0.system.pressure = .cgroupPressure }.finding("memory pressure")?.state == .ok)
  }
}

extension MachineFacts {
  /// Takes the user out of groups, whose devices are then shut or not there yet.
  fileprivate mutating func strip(groups names: Set<String>, listed: Bool? = false) {
    for index in groups.indices where names.contains(groups[index].name) {
      groups[index].isOurs = false
      groups[index].listsUser = listed
    }
    if names.contains("video") { cards[0].access = .denied(group: "video") }
    if names.contains("input") { inputs[0].access = .denied(group: "input") }
  }
}
