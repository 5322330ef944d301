import Testing
import ViewerCore

@testable import ViewerApp

struct DoctorInputTests {
  private func machine(_ inputs: MachineFacts.Input...) -> MachineFacts {
    MachineFacts.kiosk().with { $0.inputs = inputs }
  }

  private func touchscreen(_ change: (inout MachineFacts.Input) -> Void) -> MachineFacts.Input {
    var device = MachineFacts.Input.touchscreen()
    change(&device)
    return device
  }

  @Test("A touch panel that udev has not tagged is named with the rule that tags it")
  func untagged() throws {
    let facts = machine(.keyboard(), .touchscreen(tagged: false))
    let finding = try #require(facts.lacking.first)
    #expect(facts.lacking.count == 1)
    #expect(finding.check == "touchscreen event3")
    #expect(finding.message.contains("ILITEK Multi-Touch"))
    let rule =
      #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="222a", ATTRS{id/product}=="0001", "#
      + #"ATTRS{name}=="ILITEK Multi-Touch", ENV{ID_INPUT}="1", ENV{ID_INPUT_TOUCHSCREEN}="1""#
    let fix = try #require(finding.fix)
    #expect(fix.hasPrefix("echo '\(rule)' >>/etc/udev/rules.d/69-lectern-touch.rules && "))
  }

  @Test(
    "A device's name is quoted so that nothing in it can end the rule or the command",
    arguments: [
      ("a'; reboot #", "a?? reboot #"), ("b\"\\$(x)`y`", "b???(x)?y?"), ("c\n*?[d]", "c????d?"),
      ("é1ßß2", "*1*2"),
    ])
  func hostileName(name: String, pattern: String) {
    let device = touchscreen { device in
      device.title = name
      device.vendor = "0000"
      device.product = "x'y\""
    }
    #expect(
      Diagnosis.rule(for: device)
        == "SUBSYSTEM==\"input\", KERNEL==\"event*\", ATTRS{name}==\"\(pattern)\", "
        + "ENV{ID_INPUT}=\"1\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\"")
  }

  @Test("A panel that udev takes for a touchpad loses that tag, which libinput would ask for first")
  func wrongTag() {
    let device = touchscreen { $0.properties = ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"] }
    #expect(Diagnosis.rule(for: device).hasSuffix(", ENV{ID_INPUT_TOUCHPAD}=\"\""))
    #expect(machine(device).lacking.map(\.check) == ["touchscreen event3"])
  }

  @Test(
    "What is wrong with a touchscreen is told by its properties",
    arguments: [
      (["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"], .ok, "calibrated by 0 -1 1 1 0 0."),
      (["LIBINPUT_CALIBRATION_MATRIX": "1 0 0 0 1 0"], .ok, "not turned."),
      (["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0"], .lacks, "no matrix of six numbers"),
      (["LECTERN_OUTPUT": "HDMI-A-1"], .ok, "covers HDMI-A-1."),
      (["LECTERN_OUTPUT": "HDMI-A-7"], .lacks, "this machine has HDMI-A-1"),
      (["ID_SEAT": "seat0"], .ok, "ILITEK Multi-Touch."),
      (["ID_SEAT": "seat1"], .lacks, "belongs to seat1"),
      (["LIBINPUT_IGNORE_DEVICE": "1"], .note, "is not used"),
    ] as [([String: String], Finding.State, String)])
  func properties(own: [String: String], state: Finding.State, message: String) throws {
    let facts = machine(touchscreen { $0.properties.merge(own) { _, new in new } })
    let finding = try #require(facts.finding("touchscreen event3"))
    #expect(finding.state == state)
    #expect(finding.message.contains(message))
    #expect((finding.fix == nil) == (state == .ok))
  }

  @Test("A machine with keys alone lacks a touchscreen; one whose nodes are hidden lacks them")
  func noTouchscreen() throws {
    #expect(machine(.keyboard()).lacking.map(\.check) == ["touchscreen"])
    let hidden = machine().with { $0.hiddenInputs = ["event0", "event1"] }
    #expect(hidden.lacking.map(\.check) == ["input"])
    #expect(try #require(hidden.lacking[0].fix).contains("container"))
  }

  @Test("udev that came after the device, or does not run, is told apart from a missing tag")
  func unknown() throws {
    let device = touchscreen { device in
      device.isKnownToUdev = false
      device.properties = [:]
    }
    let late = try #require(machine(device).finding("touchscreen event3")?.fix)
    #expect(late == "udevadm trigger --action=add --subsystem-match=input")
    let without = machine(device).with { $0.udevRuns = false }
    #expect(without.lacking.map(\.check) == ["udev", "touchscreen event3"])
  }

  @Test("Keyboards that stay shut are told in one line")
  func shut() {
    var shut = MachineFacts.Input.keyboard()
    shut.access = .denied(group: "input")
    var other = shut
    other.name = "event1"
    let facts = machine(.touchscreen(), shut, other)
    #expect(facts.lacking.map(\.check) == ["input"])
    #expect(facts.lacking[0].message.contains("/dev/input/event0 /dev/input/event1"))
  }

  @Test("A node of root's group is udev's to give away, by our rules or by looking at it again")
  func rootsGroup() throws {
    let facts = machine(touchscreen { $0.access = .denied(group: "root") })
    let fix = try #require(facts.finding("touchscreen event3")?.fix)
    #expect(fix.hasPrefix("udevadm trigger --action=add /dev/input/event3"))
    let bare = facts.with { $0.rules.installed = nil }
    #expect(bare.finding("touchscreen event3")?.fix?.contains("install 70-lectern.rules") == true)
  }

  @Test(
    "A device is a touch panel by what its capabilities say",
    arguments: [
      // A touchscreen of protocol B, a touchpad (not direct), a single-touch panel, a pen display, a mouse.
      ("2", "260800000000003", "400 0 0 0 0 0", true), ("5", "660800011000003", "e520 10000 0 0 0 0", false),
      ("2", "3", "400 0 0 0 0 0", true), ("2", "1000003", "1c03 0 0 0 0 0", false),
      ("0", "0", "1f0000 0 0 0 0", false),
      ("", "", "", false), ("zz", "-", "?", false),
    ])
  func capabilities(properties: String, axes: String, keys: String, isPanel: Bool) {
    #expect(
      InputBits.isTouchPanel(["properties": properties, "capabilities/abs": axes, "capabilities/key": keys])
        == isPanel)
  }

  @Test("Bits are counted from the last word's end")
  func bits() {
    let bits = InputBits("1 0 8000000000000001")
    #expect(bits.contains(0) && bits.contains(63) && bits.contains(128))
    #expect(!bits.contains(1) && !bits.contains(64) && !bits.contains(127) && !bits.contains(192))
  }
}
