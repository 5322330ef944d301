import Testing
import ViewerCore

struct WorkerPolicyTests {
  @Test(
    "A death is the page's fault unless it came from outside",
    arguments: [
      (.crashed(signal: 11), .death), (.deadline, .deadline), (.outOfMemory, .death), (.misbehaved, .death),
      (.exited(1), .death), (.foreignKill, .foreign), (.killedForMemory, .foreign), (.dismissed, .foreign),
    ] as [(WorkerDeath, DeathBlame)])
  func blame(_ death: WorkerDeath, _ expected: DeathBlame) {
    #expect(death.blame == expected)
  }

  @Test(
    "Work is tried twice where it is to blame, once past its deadline, six times where others kill its workers",
    arguments: [
      ([.answer, .answer], 2), ([.death, .answer], 2), ([.deadline], 1), ([.death, .deadline], 2),
      (Array(repeating: .foreign, count: 6), 6), ([.foreign, .foreign, .answer, .foreign, .death], 5),
    ] as [([DeathBlame], Int)])
  func patience(_ deaths: [DeathBlame], _ tries: Int) {
    var patience = WorkPatience()
    let verdicts = deaths.map { patience.record($0) }
    #expect(verdicts == Array(repeating: false, count: tries - 1) + [true])
    #expect(patience.isOver)
  }

  @Test(
    "A worker is started anew above 150 MB or after 500 pages, but not the last one that something waits for",
    arguments: [
      (150 << 20, 499, false, false), ((150 << 20) + 1, 0, false, true), (0, 500, false, true),
      (1 << 30, 10_000, true, false),
    ])
  func recycle(_ bytes: Int, _ pages: Int, _ isLast: Bool, _ expected: Bool) {
    #expect(
      WorkerPolicy().shouldRecycle(anonymousBytes: bytes, pageOpens: pages, isLastForVisible: isLast)
        == expected)
  }

  @Test("A look-ahead render gives way after 200 ms")
  func lookAhead() {
    #expect(!WorkerPolicy().mayDismiss(lookAheadRunningFor: .milliseconds(199)))
    #expect(WorkerPolicy().mayDismiss(lookAheadRunningFor: .milliseconds(200)))
  }

  @Test(
    "Each death has the code that scripts know",
    arguments: [
      (.deadline, .timeout), (.outOfMemory, .outOfMemory), (.killedForMemory, .outOfMemory),
      (.crashed(signal: 6), .pageRenderFailed),
      (.dismissed, .cancelled), (.misbehaved, .pageRenderFailed),
    ] as [(WorkerDeath, ErrorCode)])
  func codes(_ death: WorkerDeath, _ code: ErrorCode) {
    #expect(death.code == code)
  }
}
