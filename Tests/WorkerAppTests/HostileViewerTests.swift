import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

/// The worker against a viewer that speaks nonsense: it ends with a status, and never with a signal.
@Suite("A worker that is told nonsense")
struct HostileViewerTests {
  static func requests() -> [[UInt8]] {
    let bodies: [WorkerRequest.Body] = [
      .open(password: [1, 2, 3]), .pageSizes(first: 0, count: 1), .render(.whole()), .text(page: 0),
      .links(page: 0), .info, .outline, .forms, .trim, .close,
    ]
    return bodies.map { WorkerRequest(number: 1, document: 1, body: $0).encoded() }
  }

  static func status(after bytes: [UInt8]) throws -> Posix.ExitStatus {
    let worker = try TestWorker()
    #expect(try worker.send(bytes) == .sent)
    #expect(throws: Silence.closed) { try worker.receive() }
    return worker.wait()
  }

  @Test(
    "A request that lacks its last byte, or has one more, ends it with a protocol error",
    arguments: requests())
  func cut(_ request: [UInt8]) throws {
    #expect(try Self.status(after: request.dropLast()) == .exited(EX_PROTOCOL))
    #expect(try Self.status(after: request + [0]) == .exited(EX_PROTOCOL))
  }

  @Test(
    "Bytes that are no request end it with a protocol error",
    arguments: [
      [0], [1], Array("GET / HTTP/1.1\r\n\r\n".utf8), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 99, 0, 0, 0, 0, 0, 0, 0, 0], [2, 6, 0, 0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0xFF, count: 1000),
      [UInt8](repeating: 1, count: WorkerLimits.messageBytes),
    ] as [[UInt8]])
  func garbage(_ bytes: [UInt8]) throws {
    #expect(try Self.status(after: bytes) == .exited(EX_PROTOCOL))
  }

  @Test("A packet over the limit ends it, unread")
  func longPacket() throws {
    let bytes = [UInt8](repeating: 1, count: WorkerLimits.messageBytes + 1)
    #expect(try Self.status(after: bytes) == .exited(EX_PROTOCOL))
  }

  @Test("An order beyond all limits is no request")
  func badOrder() throws {
    var order = RenderOrder.whole()
    order.clip.width = 1000
    let bytes = WorkerRequest(number: 1, document: 1, body: .render(order)).encoded()
    #expect(try Self.status(after: bytes) == .exited(EX_PROTOCOL))
  }

  @Test("It says why it ends")
  func complaint() throws {
    let worker = try TestWorker()
    _ = try worker.send([9, 9, 9])
    #expect(worker.wait() == .exited(EX_PROTOCOL))
    #expect(try worker.complaints() == "a request cannot be understood\n")
  }

  @Test("Requests in a flood are answered one by one, in their order, however slowly the answers are read")
  func flood() throws {
    let worker = try TestWorker()
    _ = try worker.open(WorkerRequestTests.guide())
    try worker.setNonBlocking(true)
    var sent: UInt32 = 0
    while sent < 100_000 {
      let body: WorkerRequest.Body = sent % 2 == 0 ? .pageSizes(first: 0, count: 2) : .text(page: 7)
      let request = WorkerRequest(number: 1000 + sent, document: 1, body: body)
      guard try worker.send(request.encoded()) == .sent else { break }
      sent += 1
    }
    #expect((2..<100_000).contains(sent))
    try worker.setNonBlocking(false)
    for index in 0..<sent {
      let words = try worker.receive()
      guard words.reply.number == 1000 + index, (words.failure == .pageOutOfRange) == (index % 2 == 1) else {
        Issue.record("answer \(index) is \(words.reply)")
        return
      }
    }
    #expect(try worker.ask(.close).reply.body == .closed)
  }

  @Test("It ends quietly when its viewer is gone")
  func gone() throws {
    var worker: TestWorker? = try TestWorker()
    _ = try worker?.open(WorkerRequestTests.guide())
    let pid = try #require(worker?.pid)
    worker?.hangUp()
    #expect(worker?.wait() == .exited(0))
    #expect(try worker?.complaints() == "")
    worker = nil
    #expect(kill(pid, 0) == -1)
  }

  @Test(
    "Started with options it does not know, it says so and ends",
    arguments: [
      ["x"], ["--address-space"], ["--address-space", "-1"], ["--address-space", "many"], ["--help"],
    ])
  func options(_ arguments: [String]) throws {
    let worker = try TestWorker(arguments: arguments)
    #expect(worker.wait() == .exited(EX_USAGE))
    #expect(try worker.complaints() == "lectern-worker is started by lectern, not by hand\n")
  }

  @Test("Without a socket it ends with an input error")
  func noSocket() throws {
    let errors = try FileDescriptor.growingMemory(name: "errors")
    let null = try FileDescriptor.open("/dev/null", .readWrite)
    var launch = ChildProcess.Launch(executable: Programs.worker)
    launch.descriptors = [(null.rawValue, 3), (errors.rawValue, 2)]
    launch.parentDeathSignal = nil
    var child = try ChildProcess(launch)
    #expect(child.wait() == .exited(EX_IOERR))
    #expect(try errors.size() > 0)
  }
}
