import Posix
import ViewerCore

/// What `--stats` tells: measured while the viewer runs, never shown in a trace.
final class Meters {
  /// When the process started.
  let start: Timestamp
  private(set) var frames = FrameTimes()
  /// A tile alone waits 80 ms for its page to settle: up to 5 s.
  private(set) var sharp = FrameTimes(width: 1000)
  private(set) var firstPixel: Duration?
  /// The end of the last gesture whose page is not sharp yet, on the run's own clock.
  private var blurredSince: Timestamp?

  /// - Parameter start: when the process started, on the monotonic clock.
  init(start: Timestamp) {
    self.start = start
  }

  /// CPU times of the loop's turns: what a touch may have had to wait for.
  private var turns = FrameTimes()
  private var longestTurn = Duration.zero

  func turn(cpu: Duration) {
    longestTurn = max(longestTurn, cpu)
    turns.record(microseconds: cpu.microseconds, isLate: false)
  }

  /// Measures the composing of a frame.
  /// - Parameter now: the run's clock, virtual in a replay.
  /// - Returns: whether there was anything to compose.
  func frame(at now: Timestamp, deadline: Timestamp? = nil, _ viewer: Viewer, _ compose: () -> Bool) -> Bool {
    let begin = MonotonicClock.now()
    let isNew = compose()
    let end = MonotonicClock.now()
    if isNew {
      frames.record(microseconds: end - begin, isLate: deadline.map { end > $0.microseconds } ?? false)
    }
    noteSharpness(at: now, viewer)
    if firstPixel == nil, viewer.showsPixels { firstPixel = .microseconds(end - start.microseconds) }
    return isNew
  }

  /// Time goes from the last moment of motion to the first frame in which nothing visible lacks pixels.
  private func noteSharpness(at now: Timestamp, _ viewer: Viewer) {
    if viewer.session.isMovingOrHeld {
      blurredSince = now
    } else if let since = blurredSince, viewer.session.isSharp {
      sharp.record(microseconds: (now - since).microseconds, isLate: false)
      blurredSince = nil
    }
  }

  var hasFirstPixel: Bool { firstPixel != nil }

  /// One JSON object, keys in the order of the documentation.
  func json(_ viewer: Viewer) -> String {
    let (counters, cache) = viewer.session.stats
    func ms(_ value: Double) -> String { Decimal.text(value, places: 3) }
    func shares(_ times: FrameTimes) -> String {
      "\"p50\":\(ms(times.percentile(0.5))),\"p95\":\(ms(times.percentile(0.95))),\"p99\":\(ms(times.percentile(0.99)))"
    }
    func triple(_ times: FrameTimes) -> String { "{\(shares(times))}" }
    let first = firstPixel.map { ms($0.seconds * 1000) } ?? "null"
    return "{\"documents\":\(counters.documents),\"pages\":\(viewer.session.pageCount),"
      + "\"frames\":\(viewer.frames),\"framesLate\":\(frames.late),\"frameMs\":\(triple(frames)),"
      + "\"firstPixelMs\":\(first),\"sharpMs\":\(triple(sharp)),"
      + "\"turnMs\":{\(shares(turns)),\"max\":\(ms(longestTurn.seconds * 1000))},"
      + "\"rendersDone\":\(counters.rendersDone),\"rendersCancelled\":\(counters.rendersCancelled),"
      + "\"rendersFailed\":\(counters.rendersFailed),\"workersStarted\":\(viewer.pool.started),"
      + "\"workersKilled\":\(viewer.pool.killed),\"baseBytes\":\(cache.baseBytes),\"tileBytes\":\(cache.tileBytes),"
      + "\"poolBytes\":\(cache.pool.byteCount),\"greyPages\":\(cache.greyPages),"
      + "\"budgetBytes\":\(cache.budget),\"cacheHits\":\(counters.cacheHits),\"cacheMisses\":\(counters.cacheMisses)}"
  }
}
