import Glibc
import Testing

@testable import Posix

@Suite("Device news")
struct UdevMonitorTests {
  /// Asking the kernel to say again that a device is there needs root and a writable /sys.
  static let trigger = "/sys/class/mem/null/uevent"
  static let canTrigger = access(trigger, W_OK) == 0

  @Test("A device's event comes with its names and the properties asked for", .enabled(if: canTrigger))
  func event() throws {
    let monitor = try UdevMonitor(subsystems: ["mem"], properties: ["MAJOR", "NOTHING"], source: .kernel)
    let file = try FileDescriptor.open(Self.trigger, .readWrite)
    try file.writeAll("change")
    var request = pollfd(fd: monitor.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    let event = monitor.next()
    let expected = DeviceEvent(
      action: "change", subsystem: "mem", name: "null", node: "/dev/null", properties: ["MAJOR": "1"])
    #expect(event == expected)
  }

  @Test("Nothing waits where nothing happened")
  func silence() throws {
    let monitor = try UdevMonitor(subsystems: ["no-such-subsystem"], source: .kernel)
    let event = monitor.next()
    #expect(event == nil)
    let flags = fcntl(monitor.rawValue, F_GETFD)
    #expect(flags & FD_CLOEXEC != 0)
  }
}
