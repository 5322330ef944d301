import Testing

@testable import ViewerCore

@Suite("Which blocks are asked for next")
struct RangePlanTests {
  private static func run(_ first: Int, _ count: Int) -> BlockRun { BlockRun(first: first, count: count) }

  /// Makes requests one after the other until there are none to make, each answered in full.
  private static func serve(_ plan: inout RangePlan, most: Int = .max) -> [BlockRun] {
    var runs: [BlockRun] = []
    while runs.count < most, let step = plan.next() {
      runs.append(step.run)
      plan.arrived(step.run)
      plan.ended(step.run)
    }
    return runs
  }

  @Test("Without need nothing is asked for, and what is there is not asked for again")
  func idle() {
    var plan = RangePlan(blockCount: 100, present: BlockSet([Self.run(0, 10)]))
    #expect(plan.next() == nil)
    plan.need([Self.run(2, 5)])
    #expect(plan.next() == nil && !plan.isNeeded)
    plan.need([Self.run(50, 1)])
    #expect(Self.serve(&plan) == [Self.run(50, 1)])
    plan.need([Self.run(50, 1)])
    #expect(plan.next() == nil)
  }

  @Test("Neighbours are asked for at once, with a block between them, wherever they stand in the list")
  func neighbours() {
    var plan = RangePlan(blockCount: 1000)
    plan.need([Self.run(20, 2), Self.run(90, 1), Self.run(22, 3), Self.run(26, 1), Self.run(29, 1)])
    #expect(Self.serve(&plan) == [Self.run(20, 7), Self.run(90, 1), Self.run(29, 1)])
  }

  @Test("A block between two that is there already is not fetched again for their sake")
  func between() {
    var plan = RangePlan(blockCount: 1000, present: BlockSet([Self.run(21, 1)]))
    plan.need([Self.run(20, 1), Self.run(22, 1)])
    #expect(Self.serve(&plan).sorted { $0.first < $1.first } == [Self.run(20, 1), Self.run(22, 1)])
  }

  @Test("Reading on gets twice as much each time, up to two megabytes more; a jump gets what it needs")
  func readAhead() {
    var plan = RangePlan(blockCount: 100_000)
    var next = 500
    var lengths: [Int] = []
    for _ in 0..<9 {
      plan.need([Self.run(next, 1)])
      let runs = Self.serve(&plan)
      #expect(runs.count == 1 && runs[0].first == next)
      lengths.append(runs[0].count)
      next = runs[0].end
    }
    #expect(lengths == [1, 2, 4, 8, 16, 32, 33, 33, 33])
    plan.need([Self.run(40_000, 3)])
    #expect(Self.serve(&plan) == [Self.run(40_000, 3)])
    // Two places that are read in turn do not end each other's reading.
    plan.need([Self.run(next, 1)])
    #expect(Self.serve(&plan) == [Self.run(next, 33)])
    plan.need([Self.run(40_003, 1)])
    #expect(Self.serve(&plan) == [Self.run(40_003, 4)])
  }

  @Test("Reading on stops at the end, and at what is there or comes already")
  func ends() {
    var plan = RangePlan(blockCount: 60, present: BlockSet([Self.run(0, 4), Self.run(20, 2)]))
    plan.need([Self.run(4, 10)])
    #expect(Self.serve(&plan) == [Self.run(4, 11)])
    plan.need([Self.run(15, 1)])
    #expect(Self.serve(&plan) == [Self.run(15, 5)])
    // Past what was there it is the same reading.
    plan.need([Self.run(22, 1)])
    #expect(Self.serve(&plan) == [Self.run(22, 18)])
    plan.need([Self.run(59, 5), Self.run(70, 1), Self.run(-5, 2)])
    #expect(Self.serve(&plan) == [Self.run(59, 1)])
  }

  @Test("The newest need comes first; two requests are under way, filling is one and waits for all others")
  func order() {
    var plan = RangePlan(blockCount: 1000)
    plan.fills = true
    plan.need([Self.run(100, 1), Self.run(200, 1)])
    #expect(plan.next() == RangePlan.Step(run: Self.run(100, 1), isUrgent: true))
    plan.need([Self.run(300, 1), Self.run(100, 1)])
    #expect(plan.next() == RangePlan.Step(run: Self.run(300, 1), isUrgent: true))
    #expect(plan.next() == nil)
    plan.arrived(Self.run(300, 1))
    plan.ended(Self.run(300, 1))
    #expect(plan.next()?.run == Self.run(200, 1))
    for run in [Self.run(200, 1), Self.run(100, 1)] {
      #expect(plan.next() == nil)
      plan.arrived(run)
      plan.ended(run)
    }
    // Filling goes on behind what was read last.
    let fill = plan.next()
    #expect(fill == RangePlan.Step(run: Self.run(201, FillPace.start), isUrgent: false))
    #expect(plan.next() == nil)
    plan.need([Self.run(5, 1)])
    #expect(plan.next() == RangePlan.Step(run: Self.run(5, 1), isUrgent: true))
    #expect(plan.next() == nil)
  }

  @Test("What a request did not bring is asked for again, what it brought is not")
  func failure() {
    var plan = RangePlan(blockCount: 1000)
    plan.need([Self.run(10, 8)])
    #expect(plan.next()?.run == Self.run(10, 8))
    #expect(plan.next() == nil)
    plan.arrived(Self.run(10, 3))
    plan.ended(Self.run(10, 8))
    #expect(plan.isNeeded)
    // The rest, and more for it was read on.
    #expect(plan.next()?.run == Self.run(13, 5))
  }

  @Test("However requests end, all blocks come, none twice, never more than two at once", arguments: 0..<20)
  func everything(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = 1 + random.next(below: 400)
    var plan = RangePlan(blockCount: count)
    var underWay: [BlockRun] = []
    var times = [Int](repeating: 0, count: count)
    var rounds = 0
    plan.fills = true
    plan.fillLength = 1 + random.next(below: 40)
    while !plan.isComplete, rounds < 20_000 {
      rounds += 1
      if random.next(below: 3) == 0 {
        plan.need([Self.run(random.next(below: count), 1 + random.next(below: 20))])
      }
      if random.next(below: 2) == 0, let step = plan.next() {
        #expect(step.run.count > 0 && step.run.end <= count && step.run.count <= 256)
        #expect(underWay.allSatisfy { $0.end <= step.run.first || step.run.end <= $0.first })
        underWay.append(step.run)
        #expect(underWay.count <= RangePlan.most)
      }
      if random.next(below: 2) == 0, !underWay.isEmpty {
        let run = underWay.remove(at: random.next(below: underWay.count))
        let come = Self.run(
          run.first, random.next(below: 4) == 0 ? random.next(below: run.count + 1) : run.count)
        for block in come.blocks { times[block] += 1 }
        plan.arrived(come)
        plan.ended(run)
      }
    }
    #expect(plan.isComplete && times.allSatisfy { $0 == 1 })
  }

  @Test("A request that fills grows where it takes less than half a second, and shrinks where it takes long")
  func pace() {
    var pace = FillPace()
    for _ in 0..<10 { pace.took(100_000, for: pace.length) }
    #expect(pace.length == FillPace.range.upperBound)
    pace.took(1_000_000, for: pace.length)
    #expect(pace.length == FillPace.range.upperBound)
    // The last blocks of a document say nothing of the line.
    pace.took(5_000_000, for: 3)
    #expect(pace.length == FillPace.range.upperBound)
    for _ in 0..<20 { pace.took(5_000_000, for: pace.length) }
    #expect(pace.length == FillPace.range.lowerBound)
  }
}
