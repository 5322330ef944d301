import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import Wire

/// What programs that mean no good, or do not know better, send to a kiosk's control socket.
@Suite("Hostile clients of the control socket", .serialized)
struct ControlFuzzTests {
  /// SplitMix64: the same lines in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// A client that may be let go at any time, and comes again.
  private final class Stranger {
    private let path: String
    private var descriptor: Int32 = -1
    private(set) var answers = 0
    private(set) var partings = 0

    init(_ path: String) {
      self.path = path
    }

    deinit { leave() }

    func leave() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }

    func send(_ bytes: [UInt8]) {
      var rest = bytes[...]
      var tries = 0
      while !rest.isEmpty, tries < 10_000 {
        if descriptor < 0 {
          guard let new = try? LocalSocket.connect(to: path), (try? new.setNonBlocking(true)) != nil else {
            return
          }
          descriptor = new.release()
        }
        let sent = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if sent > 0 {
          rest = rest.dropFirst(sent)
        } else if errno == EAGAIN {
          listen()
          usleep(200)
          tries += 1
        } else {
          partings += 1
          leave()
          return
        }
      }
    }

    /// Takes what is there.
    func listen() {
      var buffer = [UInt8](repeating: 0, count: 65536)
      while descriptor >= 0 {
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 {
          partings += 1
          leave()
        }
        guard count > 0 else { return }
        answers += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
      }
    }
  }

  private static let requests = [
    #"{"id":1,"command":"goto","page":7}"#, #"{"id":2,"command":"goto","label":"3"}"#,
    #"{"id":3,"command":"zoom","zoom":2.5}"#, #"{"id":4,"command":"home"}"#, #"{"id":5,"command":"next"}"#,
    #"{"id":6,"command":"search","query":"quay"}"#, #"{"id":7,"command":"next-match"}"#,
    #"{"id":8,"command":"status"}"#, #"{"id":9,"command":"stats"}"#, #"{"id":10,"command":"outline"}"#,
    #"{"id":11,"command":"subscribe","events":["page","viewport"]}"#, #"{"id":12,"command":"metrics"}"#,
    #"{"id":13,"command":"open","source":"/no/such/file"}"#,
    #"{"id":14,"command":"open","source":"base64:AAAA"}"#,
    #"{"id":15,"command":"copy"}"#,
    #"{"id":17,"command":"screenshot"}"#,
  ]

  private static func line(_ dice: inout Dice) -> [UInt8] {
    var bytes = Array((requests.randomElement(using: &dice) ?? "").utf8)
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: break
    case 1:
      // Anything at all, but for the end of a line.
      bytes = (0..<Int.random(in: 0..<400, using: &dice)).map { _ in UInt8.random(in: 11...255, using: &dice)
      }
    case 2:
      let depth = Int.random(in: 1..<4000, using: &dice)
      bytes = Array(String(repeating: Bool.random(using: &dice) ? "[" : "{\"a\":", count: depth).utf8)
    case 3:
      let digits = String(repeating: "9", count: Int.random(in: 1..<600, using: &dice))
      bytes = Array(#"{"id":\#(digits),"command":"goto","page":\#(digits)e\#(digits.prefix(3))}"#.utf8)
    case 4: bytes = [UInt8](repeating: 0, count: Int.random(in: 1..<300, using: &dice))
    case 5: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
    case 6:
      let wrong = ["null", "[]", "{}", "true", "-1", "\"x\"", "1e308"].randomElement(using: &dice) ?? ""
      let name = ["page", "label", "zoom", "query", "events", "source"].randomElement(using: &dice) ?? ""
      let command = ["goto", "zoom", "search", "subscribe", "open"].randomElement(using: &dice) ?? ""
      bytes = Array(#"{"command":"\#(command)","\#(name)":\#(wrong)}"#.utf8)
    default:
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: bytes.indices, using: &dice)
        bytes[place] = UInt8.random(in: 11...255, using: &dice)
      }
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  /// The picture of the first page at rest, as it is when nobody has done anything else for a while.
  /// - Parameter wanted: what it is to be; nil for whatever it is.
  private func settledPicture(_ kiosk: ControlledKiosk, like wanted: Data? = nil) throws -> Data {
    let client = try kiosk.connect()
    let end = Date(timeIntervalSinceNow: 120)
    while true {
      #expect(try client.ask(#""command":"search","query":"""#).isDone)
      // With a way behind it the page's number is shown, and goes in its own time.
      for command in [#""command":"goto","page":2"#, #""command":"home""#] {
        #expect(try client.ask(command).isDone)
      }
      let numbered = try kiosk.screenshot()
      var (last, same) = (numbered, 0)
      let patience = Date(timeIntervalSinceNow: 8)
      while Date() < patience {
        usleep(20_000)
        let picture = try kiosk.screenshot()
        same = picture == last ? same + 1 : 0
        last = picture
        if let wanted {
          if picture == wanted { return picture }
        } else if picture != numbered, same >= 3 {
          return picture
        }
      }
      // What somebody has said before he left may still have been done since.
      try #require(Date() < end, "the picture is another one")
    }
  }

  @Test("Thousands of lines of any kind cost neither the picture nor memory nor descriptors")
  func lines() throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder, ["--controls", "off", "--selection", "off"])
      let picture = try settledPicture(kiosk)
      var dice = Dice(state: 0xF0_0D)
      let strangers = (0..<4).map { _ in Stranger(kiosk.socket) }
      func rage(_ count: Int) {
        for _ in 0..<count {
          let stranger = strangers[Int.random(in: strangers.indices, using: &dice)]
          stranger.send(Self.line(&dice))
          if Int.random(in: 0..<4, using: &dice) == 0 { stranger.listen() }
          if Int.random(in: 0..<60, using: &dice) == 0 { stranger.leave() }
        }
        for stranger in strangers { stranger.leave() }
      }
      // What is made on first use is there before it is counted.
      rage(1500)
      _ = try settledPicture(kiosk, like: picture)
      let (memory, descriptors) = (
        try kiosk.program.memory("Anonymous"), try kiosk.program.descriptorsBesideWorkers()
      )
      rage(3000)
      _ = try settledPicture(kiosk, like: picture)
      #expect(kiosk.program.isRunning)
      // Bitmaps of the pages that are kept differ in number: what is left behind by thousands of lines would be more.
      #expect(abs(try kiosk.program.descriptorsBesideWorkers() - descriptors) <= 12)
      #expect(try kiosk.program.memory("Anonymous") - memory <= 4 << 20)
      #expect(strangers.map(\.answers).reduce(0, +) > 200)
    }
  }

  @Test(
    "Floods of connections, of files, of requests that nobody hears answers to, and lines without an end are borne"
  )
  func floods() throws {
    try inTemporaryFolder { folder in
      let kiosk = try ControlledKiosk(folder, ["--controls", "off"])
      let picture = try settledPicture(kiosk)
      let descriptors = try kiosk.program.descriptorsBesideWorkers()
      // Connections.
      var open: [Int32] = []
      for _ in 0..<200 {
        if let client = try? LocalSocket.connect(to: kiosk.socket) { open.append(client.release()) }
      }
      for client in open { close(client) }
      // Files.
      let file = try memoryFile(Array("take this".utf8))
      do {
        let client = try kiosk.connect()
        for _ in 0..<300 {
          _ = try client.descriptor.sendSome(Array("x\n".utf8)[...], lending: file.rawValue)
        }
        for _ in 0..<300 { #expect(try client.next().code == "usage") }
      }
      // Requests by one who hears nothing: let go, or not read any further.
      let deaf = try kiosk.connect()
      try deaf.descriptor.setNonBlocking(true)
      let request = Array((#"{"command":"status"}"# + "\n").utf8)
      var sent = 0
      while sent < 200_000, (try? deaf.send(request)) != nil { sent += 1 }
      // A line without an end.
      let endless = try kiosk.connect()
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      var pieces = 0
      while pieces < 1000, (try? endless.send(piece)) != nil { pieces += 1 }
      #expect(pieces < 1000 && pieces << 16 >= RemoteRequest.longestDocument)
      #expect(endless.isOver())
      // All others are served still.
      #expect(try kiosk.connect().status().isDone)
      _ = try settledPicture(kiosk, like: picture)
      _ = deaf
      #expect(abs(try kiosk.program.descriptorsBesideWorkers() - descriptors) <= 3)
      #expect(kiosk.program.isRunning)
    }
  }
}
