import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

/// What the kernel says of a running worker.
@Suite("A worker's limits")
struct ConfinementTests {
  static func worker(_ arguments: [String] = []) throws -> TestWorker {
    let worker = try TestWorker(arguments: arguments)
    // It has answered: what it does before its first request is done.
    _ = try worker.open(WorkerRequestTests.guide())
    return worker
  }

  static func lines(_ worker: TestWorker, _ file: String) throws -> [String] {
    let text = try FileDescriptor.open("/proc/\(worker.pid)/\(file)").readAll(limit: 1 << 20)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Soft and hard limit, as `/proc/PID/limits` has them.
  static func limit(_ worker: TestWorker, _ name: String) throws -> [String] {
    let line = try #require(try lines(worker, "limits").first { $0.hasPrefix(name) })
    return line.dropFirst(name.count).split(separator: " ").prefix(2).map(String.init)
  }

  @Test(
    "Its address space is limited, as it was told",
    .enabled(if: !Surroundings.isSanitized, "a sanitizer needs it all"))
  func addressSpace() throws {
    #expect(try Self.limit(try Self.worker(), "Max address space") == ["1073741824", "1073741824"])
    let told = try Self.worker(["--address-space", "700000000"])
    #expect(try Self.limit(told, "Max address space") == ["700000000", "700000000"])
    let free = try Self.worker(["--address-space", "0"])
    #expect(try Self.limit(free, "Max address space") == ["unlimited", "unlimited"])
  }

  @Test(
    "It writes no core, and no file longer than an answer, unless it is a document that it was given a place for"
  )
  func files() throws {
    let worker = try Self.worker()
    #expect(try Self.limit(worker, "Max core file size") == ["0", "0"])
    let bytes = String(WorkerLimits.bulkBytes)
    #expect(try Self.limit(worker, "Max file size").first == bytes)
  }

  @Test("No program that it might start gains rights")
  func privileges() throws {
    #expect(try Self.lines(try Self.worker(), "status").contains("NoNewPrivs:\t1"))
  }

  @Test("When memory is short the kernel ends it before the viewer")
  func memoryKiller() throws {
    #expect(try Self.lines(try Self.worker(), "oom_score_adj") == ["500"])
  }

  @Test(
    "It has its socket, its standard error and nothing else of ours",
    .enabled(if: getuid() == 0, "a worker's table of files is closed to all but root"))
  func descriptors() throws {
    // Left open for children on purpose.
    let leak = dup2(0, 654)
    defer { close(leak) }
    let worker = try TestWorker()
    _ = try worker.ask(.close)
    let numbers = Set(try Directory.names("/proc/\(worker.pid)/fd"))
    #expect(numbers == ["0", "1", "2", "3"])
    _ = try worker.open(WorkerRequestTests.guide())
    _ = try worker.render(harvest: .all)
    _ = try worker.ask(.close)
    #expect(Set(try Directory.names("/proc/\(worker.pid)/fd")) == numbers)
  }

  @Test("Descriptors that come along are closed with their request, however often")
  func descriptorsGoBack() throws {
    let worker = try TestWorker(openFiles: 300)
    let file = try memoryFile([0])
    for round in 0..<400 {
      let body = round % 20 == 0 ? WorkerRequest.Body.open(password: nil) : .info
      #expect(try worker.ask(body, descriptors: [file.rawValue]).failure == .damagedDocument)
    }
    #expect(try worker.open(WorkerRequestTests.guide()).failure == nil)
  }

  /// A document that takes memory: a page with a hundred thousand characters.
  static func heavy() -> [UInt8] {
    var pdf = PDFFixture()
    let line = String(repeating: "word ", count: 30)
    let contents = (0..<300).map { PDFFixture.text(line, x: 5, y: 10 + $0 * 3, height: 2) }
    pdf.addPage(width: 600, height: 1000, contents: contents.joined(separator: "\n"))
    return pdf.bytes()
  }

  @Test("Memory goes back when the document is closed, and rounds of opening and closing do not add up")
  func memory() throws {
    let worker = try TestWorker()
    let before = try worker.ask(.close).reply.anonymousBytes
    let document = Self.heavy()
    var afterFirst = 0
    var last = 0
    var peak = 0
    for round in 0..<12 {
      _ = try worker.open(document)
      _ = try worker.render(size: PixelSize(width: 600, height: 1000), harvest: .all)
      peak = max(peak, try worker.ask(.text(page: 0)).reply.anonymousBytes)
      last = try worker.ask(.close).reply.anonymousBytes
      if round == 1 { afterFirst = last }
    }
    #expect(peak > before)
    #expect(last < afterFirst + 2 << 20, "\(afterFirst) grew to \(last)")
    #expect(last <= peak)
  }

  @Test("What a worker says of its memory is what the kernel says")
  func honest() throws {
    let worker = try Self.worker()
    let told = try worker.ask(.info).reply.anonymousBytes
    let measured = try #require(ProcessMemory(pid: worker.pid)).anonymous
    #expect(abs(told - measured) < 1 << 20)
  }
}
