import Glibc
import TestSupport
import Testing

@testable import Posix

struct ServiceSocketTests {
  typealias Invitation = ServiceSocket.Invitation

  @Test(
    "The invitation is the environment's, and the watchdog's only when it is meant for this process",
    arguments: [
      ([:], nil, nil),
      (["NOTIFY_SOCKET": ""], nil, nil),
      (["NOTIFY_SOCKET": "relative"], nil, nil),
      (["NOTIFY_SOCKET": "vsock:2:1234"], nil, nil),
      (["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 107)], nil, nil),
      (["NOTIFY_SOCKET": "/run/notify"], "/run/notify", nil),
      (["NOTIFY_SOCKET": "@name"], "@name", nil),
      (["WATCHDOG_USEC": "10"], nil, nil),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "10000000"], "@n", .seconds(10)),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "77"], "@n", .seconds(10)),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "78"], "@n", nil),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "ten"], "@n", nil),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "0"], "@n", nil),
      (["NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "-5"], "@n", nil),
    ] as [([String: String], String?, Duration?)])
  func invitation(environment: [String: String], address: String?, watchdog: Duration?) {
    let invitation = Invitation(process: 77) { environment[$0] }
    #expect(invitation?.address == address)
    #expect(invitation?.watchdog == watchdog)
  }

  @Test("Lines arrive as one datagram, at a path and at an abstract name", arguments: [true, false])
  func arrives(isAbstract: Bool) throws {
    let folder = try Folder()
    let name = folder.path + "/notify"
    let listener = try ServiceListener(isAbstract ? "@" + name : name)
    let socket = try ServiceSocket(listener.address)
    try socket.say(["READY=1", "STATUS=guide.pdf, 12 pages"])
    try socket.say(["WATCHDOG=1"])
    #expect(listener.next() == ["READY=1", "STATUS=guide.pdf, 12 pages"])
    #expect(listener.next() == ["WATCHDOG=1"])
    #expect(listener.next() == nil)
  }

  @Test("A manager that was started anew is heard by again, and one that is gone is an error")
  func anew() throws {
    let folder = try Folder()
    let path = folder.path + "/notify"
    let socket = try ServiceSocket(path)
    #expect(throws: SystemError(call: "sendto", code: ENOENT)) { try socket.say(["READY=1"]) }
    for _ in 0..<2 {
      let listener = try ServiceListener(path)
      try socket.say(["WATCHDOG=1"])
      #expect(listener.heard() == ["WATCHDOG=1"])
    }
  }

  @Test("A manager that does not listen is never waited for")
  func deaf() throws {
    let folder = try Folder()
    let listener = try ServiceListener("@" + folder.path)
    let socket = try ServiceSocket(listener.address)
    var refused: SystemError?
    // However much the kernel queues for a socket that nobody reads, it is less than this.
    for _ in 0..<100_000 where refused == nil {
      do { try socket.say(["WATCHDOG=1"]) } catch { refused = error }
    }
    #expect(refused?.code == EAGAIN)
    #expect(listener.next() == ["WATCHDOG=1"])
    try socket.say(["STOPPING=1"])
  }
}
