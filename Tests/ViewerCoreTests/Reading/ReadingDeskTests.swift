import Testing

@testable import ViewerCore

@Suite struct ReadingDeskTests {
  static let key = RenderKey(
    document: 1, page: 3, kind: .base, resolution: PixelSize(width: 10, height: 10),
    clip: PixelRect(x: 0, y: 0, width: 10, height: 10), rotation: .none, epoch: 0)

  @Test("What is under way, here or given up is not asked for")
  func asking() {
    var desk = ReadingDesk()
    #expect(desk.mayAsk(.text(3)))
    desk.began(.text(3))
    #expect(!desk.mayAsk(.text(3)) && desk.mayAsk(.links(3)) && desk.mayAsk(.text(4)))
    desk.took(PageText.empty, page: 3)
    #expect(!desk.mayAsk(.text(3)) && desk.text(of: 3) == .empty)
    desk.began(.outline)
    desk.took(.outline)
    #expect(desk.mayAsk(.outline))
  }

  @Test(
    "Failures go by whose fault they are",
    arguments: [
      (DeathBlame.answer, 2), (.death, 2), (.deadline, 1), (.foreign, WorkPatience.foreignKills + 1),
    ])
  func failures(blame: DeathBlame, tries: Int) {
    var desk = ReadingDesk()
    for number in 1...tries {
      #expect(desk.mayAsk(.text(0)) && desk.text(of: 0) == nil)
      desk.began(.text(0))
      let isGivenUp = desk.failed(.text(0), blame)
      #expect(isGivenUp == (number == tries))
    }
    #expect(!desk.mayAsk(.text(0)))
    #expect(desk.text(of: 0) == .empty, "whoever asks is told that there is nothing")
    let again = desk.failed(.text(0), .answer)
    #expect(!again, "given up once")
    #expect(desk.mayAsk(.links(0)))
  }

  @Test("A page's first base brings its links, and its words when they are wanted; nothing is read twice")
  func harvest() {
    var desk = ReadingDesk()
    desk.beganRender(Self.key, wantsText: false)
    #expect(desk.harvest(of: Self.key) == .links)
    #expect(!desk.mayAsk(.links(3)) && desk.mayAsk(.text(3)))
    desk.endedRender(Self.key)
    #expect(desk.mayAsk(.links(3)), "a render that fails frees what it should have brought")
    desk.beganRender(Self.key, wantsText: true)
    #expect(desk.harvest(of: Self.key) == .all && !desk.mayAsk(.text(3)))
    desk.endedRender(Self.key)
    desk.took([PageLink](), page: 3)
    desk.took(PageText.empty, page: 3)
    desk.beganRender(Self.key, wantsText: true)
    #expect(desk.harvest(of: Self.key) == [])
    var tile = Self.key
    tile.kind = .tile
    tile.page = 5
    desk.beganRender(tile, wantsText: true)
    #expect(desk.harvest(of: tile) == [])
  }
}
