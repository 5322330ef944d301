import Display
import Glibc
import Posix
import Testing
import ViewerCore

@testable import ViewerApp

struct KioskScreenTests {
  private static func headless(_ edit: (inout ViewerOptions) -> Void = { _ in }) throws -> KioskScreen {
    var options = ViewerOptions()
    options.display = .headless
    edit(&options)
    return try KioskScreen(options)
  }

  @Test("The headless screen is as the options say, its own section before what holds for all")
  func options() throws {
    let plain = try #require(try Self.headless().output)
    #expect(plain.panel == Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 160))
    let turned = try #require(
      try Self.headless {
        $0.output.size = PixelSize(width: 300, height: 200)
        $0.output.dotsPerInch = 96
        var own = OutputOptions()
        own.rotation = .quarter
        own.dotsPerInch = 120
        $0.outputs["headless"] = own
        own.rotation = .half
        $0.outputs["HDMI-A-1"] = own
      }.output)
    // The size is the panel's before it is turned.
    #expect(turned.pixelSize == PixelSize(width: 300, height: 200))
    #expect(turned.panel == Panel(size: PixelSize(width: 200, height: 300), dotsPerInch: 120))
    #expect(turned.rotation == .quarter)
  }

  @Test("A screen that is lost is looked for at once, and found again as another one")
  func lost() throws {
    let screen = try Self.headless()
    let first = try #require(screen.output)
    #expect(screen.isHeadless && screen.deadline == nil)
    #expect(screen.look(at: .zero) && screen.output === first)
    screen.lose(at: .milliseconds(700))
    #expect(screen.output == nil && screen.deadline == .milliseconds(700))
    #expect(first.present(Damage(PixelRect(x: 0, y: 0, width: 1, height: 1)), now: .zero) == .paused)
    #expect(screen.probe() == .same)
    #expect(screen.look(at: .milliseconds(700)))
    let second = try #require(screen.output)
    #expect(second !== first && screen.deadline == nil && screen.probe() == .same)
    screen.close()
    screen.close()
    #expect(screen.output == nil && screen.deadline == nil)
  }

  @Test("A connector that no card has is refused in words that name what is wrong")
  func noConnector() {
    var options = ViewerOptions()
    options.display = .drm(connector: "NOPE-7")
    let failure = failureOf { try KioskScreen(options) }
    // Which of these depends on the machine: no card, no right to one, or none with this connector.
    #expect([.noDisplay, .noPermission, .displayBusy].contains(failure?.code))
    #expect(failure?.message.isEmpty == false)
  }

  @Test(
    "Signals of the console are told from those that end the kiosk",
    arguments: [
      (SIGTERM, ShowHost.Meaning.end), (SIGINT, .end), (SIGHUP, .end),
      (VirtualTerminal.releaseSignal, .leaveConsole), (VirtualTerminal.acquireSignal, .returnToConsole),
    ])
  func signals(_ number: Int32, _ meaning: ShowHost.Meaning) throws {
    let host = try ShowHost(ownsConsole: false)
    #expect(host.newsDescriptor == nil && host.nextNews() == nil)
    // To this thread alone, which has it blocked.
    #expect(pthread_kill(pthread_self(), number) == 0)
    let next = host.signals.next()
    let signal = try #require(next)
    #expect(signal.number == number && host.meaning(of: signal) == meaning)
    let another = host.signals.next()
    #expect(another == nil)
    // There is no console to answer: nothing happens.
    host.allowSwitch()
    host.confirmReturn()
  }
}
