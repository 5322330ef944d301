import Testing
import ViewerCore

@Suite("Numbers of touching")
struct GestureSettingsTests {
  @Test("Every number is an option under a name of its own")
  func table() {
    let names = GestureSettings.numbers.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(GestureSettings.numbers.map(\.path)).count == names.count)
    let stored = Mirror(reflecting: GestureSettings()).children.count
    #expect(names.count == stored)
  }

  @Test("A number is set by its name; what is none is refused")
  func set() {
    var settings = GestureSettings()
    let accepted = settings.set("long-press-time", to: 800)
    #expect(accepted)
    #expect(settings.longPressTime == 800)
    for (name, value) in [("long-press", 1.0), ("tap-time", -1), ("tap-time", .nan), ("tap-time", .infinity)]
    {
      let refused = !settings.set(name, to: value)
      #expect(refused)
    }
  }

  @Test("A changed number changes the gesture")
  func effect() {
    var hand = GestureHand()
    hand.recognizer.settings.longPressTime = 800
    hand.down(0, 50, at: 0)
    hand.wait(until: 799)
    #expect(hand.count(.longPressed(at: Point(x: 200, y: 400))) == 0)
    hand.wait(until: 800)
    #expect(hand.count(.longPressed(at: Point(x: 200, y: 400))) == 1)
  }
}
