import Display
import Glibc
import Posix
import ViewerCore

/// How often a viewer wakes up while it shows a page and nobody touches it.
enum IdleBench {
  /// One page with a rule on it: the least that a reader can look at.
  private static let document = """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>endobj
    4 0 obj<</Length 20>>stream
    40 200 220 2 re f   \n
    endstream endobj
    trailer<</Root 1 0 R>>
    """

  /// The label has faded and nothing moves by then.
  private static let settling = Duration.seconds(5)
  private static let watched = Duration.seconds(10)

  /// - Returns: wake-ups in ten seconds of rest.
  static func wakeUps(size: PixelSize) throws(Failure) -> Int {
    do {
      let bytes = Array(document.utf8)
      let file = try SharedMemory(byteCount: bytes.count, name: "lectern-bench")
      file.bytes.copyBytes(from: bytes)
      return try wakeUps(path: "/proc/self/fd/\(file.descriptor.rawValue)", size: size)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.outOfMemory, "", "no memory for the benchmark: \(error)")
    }
  }

  private static func wakeUps(path: String, size: PixelSize) throws(Failure) -> Int {
    var options = ViewerOptions()
    options.sources = [SourceOptions(location: path)]
    options.memory = 64
    options.workers = 1
    options.display = .headless
    options.output.size = size
    let start = try ViewerStart(options)
    let screen = try KioskScreen(options)
    guard let output = screen.output else { return 0 }
    let begin = Timestamp(microseconds: MonotonicClock.now())
    let viewer = try start.viewer(on: output, start: begin, isLive: true)
    let loop = ShowLoop(
      viewer: viewer, loop: start.loop, screen: screen, devices: nil, player: nil,
      host: try ShowHost(ownsConsole: false), meters: Meters(start: begin))
    try loop.run(until: begin + settling)
    if let failure = viewer.session.documentFailure { throw failure }
    let before = start.loop.wakeUps
    try loop.run(until: begin + settling + watched)
    // The last one is the benchmark's own: its time is over.
    return max(0, start.loop.wakeUps - before - 1)
  }
}
