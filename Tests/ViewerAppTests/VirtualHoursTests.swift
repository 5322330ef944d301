import Testing
import ViewerCore

@testable import ViewerApp

struct VirtualHoursTests {
  @Test("Virtual time begins on a Monday at midnight, and its hours change one after the other")
  func week() throws {
    var hours = VirtualHours(try #require(WeeklyHours("mon-fri 8:00-18:00")))
    var told: [Double] = []
    #expect(!hours.isOpen)
    for _ in 0..<11 {
      told.append(Double(try #require(hours.next).microseconds) / 3.6e9)
      hours.pass()
    }
    #expect(told == [8, 18, 32, 42, 56, 66, 80, 90, 104, 114, 176])
    #expect(hours.isOpen)
  }

  @Test("Hours that never end never change")
  func always() throws {
    let hours = VirtualHours(try #require(WeeklyHours("daily 0:00-24:00")))
    #expect(hours.isOpen && hours.next == nil)
  }
}
