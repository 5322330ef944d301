import Testing
import ViewerCore

struct WorkerPolicyTests {
  @Test(
    "A death counts against its page unless it came from outside",
    arguments: [
      (.crashed(signal: 11), .countsAgainstPage), (.deadline, .countsAgainstPage),
      (.outOfMemory, .countsAgainstPage), (.misbehaved, .countsAgainstPage),
      (.exited(1), .countsAgainstPage), (.foreignKill, .requeue), (.dismissed, .forget),
    ] as [(WorkerDeath, WorkerPolicy.Consequence)])
  func consequence(_ death: WorkerDeath, _ expected: WorkerPolicy.Consequence) {
    #expect(WorkerPolicy().consequence(of: death, foreignKills: 1) == expected)
  }

  @Test("Work is taken up five times after foreign kills, not six")
  func foreignKills() {
    let policy = WorkerPolicy()
    #expect(policy.consequence(of: .foreignKill, foreignKills: 5) == .requeue)
    #expect(policy.consequence(of: .foreignKill, foreignKills: 6) == .countsAgainstPage)
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
      (.deadline, .timeout), (.outOfMemory, .outOfMemory), (.crashed(signal: 6), .pageRenderFailed),
      (.dismissed, .cancelled), (.misbehaved, .pageRenderFailed),
    ] as [(WorkerDeath, ErrorCode)])
  func codes(_ death: WorkerDeath, _ code: ErrorCode) {
    #expect(death.code == code)
  }
}
