import Testing

@testable import ViewerCore

struct FileSettlingTests {
  private final class Stage {
    var settling: FileSettling<Int>
    init(_ known: Int?) { settling = FileSettling(known, quiet: .milliseconds(300)) }
    func see(_ edition: Int?, _ milliseconds: Double) -> FileSettling<Int>.Verdict {
      settling.see(edition, at: .milliseconds(milliseconds))
    }
  }

  @Test("A file that goes on changing is waited for, and told once it has come to rest")
  func writing() {
    let stage = Stage(1)
    #expect(stage.see(1, 0) == .unchanged)
    #expect(stage.see(2, 100) == .wait(.milliseconds(400)))
    #expect(stage.see(3, 400) == .wait(.milliseconds(700)))
    #expect(stage.see(3, 500) == .wait(.milliseconds(700)))
    #expect(stage.see(3, 700) == .changed && stage.settling.known == 3)
    #expect(stage.see(3, 900) == .unchanged)
  }

  @Test("One that is gone for a moment, as when it is replaced in two steps, is no news")
  func replaced() {
    let stage = Stage(1)
    #expect(stage.see(nil, 0) == .wait(.milliseconds(300)))
    #expect(stage.see(2, 100) == .wait(.milliseconds(400)))
    #expect(stage.see(2, 400) == .changed)
    #expect(stage.see(nil, 500) == .wait(.milliseconds(800)))
    #expect(stage.see(2, 700) == .unchanged)
  }

  @Test("One that stays away is gone, and one that comes back has changed")
  func gone() {
    let stage = Stage(1)
    _ = stage.see(nil, 0)
    #expect(stage.see(nil, 300) == .gone)
    #expect(stage.see(nil, 10_000) == .unchanged)
    _ = stage.see(1, 20_000)
    #expect(stage.see(1, 20_300) == .changed)
  }
}
