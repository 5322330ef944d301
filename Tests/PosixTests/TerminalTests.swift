import Foundation
import Glibc
import Testing

@testable import Posix

struct TerminalTests {
  @Test("What is typed in secret is read, is not shown, and what is typed afterwards is shown again")
  func hidden() throws {
    // A terminal without a screen (pts(4)): TIOCSPTLCK lets it be opened, TIOCGPTN tells its number.
    let keyboard = try FileDescriptor.open("/dev/ptmx", .readWrite)
    var (lock, number) = (Int32(0), Int32(0))
    try #require(ioctl(keyboard.rawValue, 0x4004_5431, &lock) == 0)
    try #require(ioctl(keyboard.rawValue, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let terminal = try FileDescriptor.open(name, .readWrite)
    func shows() -> Bool {
      var state = termios()
      tcgetattr(terminal.rawValue, &state)
      return state.c_lflag & tcflag_t(ECHO) != 0
    }
    #expect(shows())
    let reader = try Chores<[UInt8]>(name: "reader")
    #expect(
      reader.submit { (try? FileDescriptor.open(name, .readWrite).readHiddenLine(limit: 100)) ?? [] })
    // No limit for a test: a guard against a reader that never begins.
    let end = Date(timeIntervalSinceNow: 60)
    while shows() {
      try #require(Date() < end)
      usleep(1000)
    }
    try keyboard.writeAll("s3cret\n")
    var result = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
    try #require(poll(&result, 1, 60_000) == 1)
    #expect(reader.takeResult() == Array("s3cret".utf8))
    #expect(shows())
    try keyboard.writeAll("seen")
    var seen: [UInt8] = []
    while !seen.contains(UInt8(ascii: "n")) { seen += try keyboard.read(upTo: 100) }
    #expect(!String(decoding: seen, as: UTF8.self).contains("s3cret"))
  }
}
