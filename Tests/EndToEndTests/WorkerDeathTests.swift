import Foundation
import Posix
import TestSupport
import Testing
import ViewerApp
import ViewerCore
import Wire

/// A program that does as a shell script says, deleted when this value goes.
private struct Impostor: ~Copyable {
  let folder: URL
  var path: String { folder.appendingPathComponent("worker").path }

  init(_ script: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("impostor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Written by another process: had we the file open for writing while some other test forks, that child
    // would hold it open too, and running it would fail with ETXTBSY.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""#, path, script,
    ]
    try process.run()
    process.waitUntilExit()
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Workers that are anything but: shell scripts with the socket at descriptor 3.
struct WorkerDeathTests {
  /// Sends one question and waits for the worker's end.
  private static func death(_ path: String, limits: WorkLimits = WorkLimits()) throws -> WorkerDeath {
    let worker = try WorkerProcess(WorkerSettings(executable: path, limits: limits))
    var poller = try Poller()
    _ = try poller.add(worker.processDescriptor, .readable, key: 2)
    let socket = try poller.add(worker.socketDescriptor, .readable, key: 1)
    _ = worker.send(.info, document: 1, now: Timestamp(microseconds: MonotonicClock.now()))
    while true {
      _ = worker.receive(now: .zero)
      if let death = worker.death() { return death }
      if !worker.mayAnswer { poller.remove(socket) }
      try poller.wait(until: worker.nextCheck?.microseconds)
      worker.enforceDeadline(now: Timestamp(microseconds: MonotonicClock.now()))
    }
  }

  @Test(
    "Each end of a worker is told from the others",
    arguments: [
      ("kill -SEGV $$", .crashed(signal: SIGSEGV)),
      ("kill -ABRT $$", .crashed(signal: SIGABRT)),
      ("echo 'Out of memory' >&2; kill -ABRT $$", .outOfMemory),
      (
        "echo \"terminate called after throwing an instance of 'std::bad_alloc'\" >&2; exit 134", .outOfMemory
      ),
      ("kill -KILL $$", .foreignKill),
      ("kill -TERM $$", .foreignKill),
      ("exit 3", .exited(3)),
      // Rubbish, an answer of another version, an answer to nothing asked, a closed socket.
      ("printf rubbish >&3; exec sleep 1000", .misbehaved),
      (#"printf '\002\011\001\000\000\000\000\000\000\000' >&3; exec sleep 1000"#, .misbehaved),
      (#"printf '\001\011\007\000\000\000\000\000\000\000' >&3; exec sleep 1000"#, .misbehaved),
      (
        #"printf '\001\007\001\000\000\000\000\000\000\000\377\000\000\000' >&3; exec sleep 1000"#,
        .misbehaved
      ),
      ("exec 3>&-; exec sleep 1000", .misbehaved),
    ] as [(String, WorkerDeath)])
  func causes(_ script: String, _ expected: WorkerDeath) throws {
    let impostor = try Impostor(script)
    #expect(try Self.death(impostor.path) == expected)
  }

  @Test("A packet that is too long for an answer is not taken apart")
  func longPacket() throws {
    let impostor = try Impostor("dd if=/dev/zero bs=60000 count=1 >&3 2>/dev/null; exec sleep 1000")
    #expect(try Self.death(impostor.path) == .misbehaved)
  }

  @Test("A worker that computes for ever is ended by its CPU time, one that sleeps by the clock")
  func deadline() throws {
    let busy = WorkLimits(open: .milliseconds(100), wallFactor: 1000)
    let runner = try Impostor("while :; do :; done")
    #expect(try Self.death(runner.path, limits: busy) == .deadline)
    let asleep = WorkLimits(open: .milliseconds(20), wallFactor: 2)
    let sleeper = try Impostor("exec sleep 1000")
    #expect(try Self.death(sleeper.path, limits: asleep) == .deadline)
  }

  @Test("What a worker said last is kept, printable and short")
  func lastWords() throws {
    let impostor = try Impostor(
      #"i=0; while [ $i -lt 500 ]; do echo flood >&2; i=$((i+1)); done; printf 'la\033st' >&2; exit 1"#)
    let worker = try WorkerProcess(WorkerSettings(executable: impostor.path))
    var poller = try Poller()
    _ = try poller.add(worker.processDescriptor, .readable, key: 1)
    while worker.death() == nil { try poller.wait(until: nil) }
    let words = worker.lastWords()
    #expect(words.hasSuffix("la st"))
    #expect(words.utf8.count <= 2048)
  }

  @Test("A dying worker takes no work, and the first reason for its death counts")
  func firstReason() throws {
    let impostor = try Impostor("exec sleep 1000")
    let worker = try WorkerProcess(WorkerSettings(executable: impostor.path))
    worker.kill(.dismissed)
    worker.kill(.deadline)
    #expect(!worker.send(.info, document: 1, now: .zero))
    #expect(!worker.isIdle && worker.nextCheck == nil)
    var poller = try Poller()
    _ = try poller.add(worker.processDescriptor, .readable, key: 1)
    while worker.death() == nil { try poller.wait(until: nil) }
    #expect(worker.death() == .dismissed)
  }

  @Test("A conversation gives up after a second crash, and takes foreign kills five times more")
  func patience() throws {
    // Each start leaves a mark.
    for (signal, starts) in [("SEGV", 2), ("KILL", 6)] {
      let impostor = try Impostor("echo >> \"$0.starts\"; kill -\(signal) $$")
      let worker = WorkerConversation(
        WorkerSettings(executable: impostor.path), file: try memoryFile([0]), password: nil)
      #expect(throws: WorkFailure.self) { try worker.open() }
      let marks = try Data(contentsOf: URL(fileURLWithPath: impostor.path + ".starts"))
      #expect(marks.count == starts)
    }
  }
}
