import Testing

import ViewerCore

struct NaturalOrderTests {
  @Test(
    "Names come in the order in which people number things",
    arguments: [
      ["2.pdf", "10.pdf"],
      ["Page 1", "page 2", "Page 11", "page 100"],
      ["a", "B", "c"],
      ["a", "a1", "a1b", "a1b2", "a1b10"],
      ["1a", "1b", "2a", "a1"],
      ["", "0", "a"],
      ["chapter 9 part 2", "chapter 9 part 10", "chapter 10 part 1"],
      ["v1.2", "v1.10", "v2"],
      ["a-1", "a1"],
      ["x99999999999999999999999998", "x99999999999999999999999999", "x100000000000000000000000000"],
      ["Übung 2", "übung 10"],
    ])
  func table(_ names: [String]) {
    #expect(names.reversed().sorted(by: NaturalOrder.precedes) == names)
    for (index, name) in names.enumerated() {
      #expect(!NaturalOrder.precedes(name, name))
      for later in names[(index + 1)...] {
        #expect(NaturalOrder.precedes(name, later) && !NaturalOrder.precedes(later, name))
      }
    }
  }

  @Test("Names that differ in case or leading zeros alone have a fixed order")
  func ties() {
    for (one, other) in [("a", "A"), ("7", "007"), ("B2", "b02")] {
      #expect(NaturalOrder.precedes(one, other) != NaturalOrder.precedes(other, one), "\(one) \(other)")
    }
  }

  @Test("It is an order: nothing precedes itself, and what precedes goes on")
  func order() {
    var state: UInt64 = 7
    func pick(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let letters = Array("aAb019 .-é")
    let names = (0..<60).map { _ in String((0..<pick(6)).map { _ in letters[pick(letters.count)] }) }
    for a in names {
      for b in names {
        if NaturalOrder.precedes(a, b) { #expect(!NaturalOrder.precedes(b, a)) }
        for c in names where NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, c) {
          #expect(NaturalOrder.precedes(a, c), "\(a) < \(b) < \(c)")
        }
      }
    }
  }
}
