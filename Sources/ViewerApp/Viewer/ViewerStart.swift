import Display
import Glibc
import Interface
import Posix
import ViewerCore
import Wire

/// Puts a viewer together from its options: the part that `show` and `replay` have in common.
struct ViewerStart {
  let options: ViewerOptions
  let sources: SourceList
  let loop: EventLoop
  let workers: Int
  private let settings: WorkerSettings

  /// - Parameters:
  ///   - worker: path of `lectern-worker`; nil for the one that was installed with this program.
  ///   - keepsGrey: whether grey pages are kept as such; off only to compare the two.
  init(_ options: ViewerOptions, worker: String? = nil, keepsGrey: Bool = true) throws(Failure) {
    ProcessLimit.raiseOpenFiles()
    self.options = options
    sources = try SourceList(options)
    let executable: String
    if let worker {
      executable = worker
    } else {
      executable = try WorkerSettings.findExecutable()
    }
    var settings = WorkerSettings(
      executable: executable, addressSpace: options.workerMemory << 20,
      limits: WorkLimits(
        open: options.openTimeout, render: options.renderTimeout, text: options.textTimeout))
    settings.keepsGrey = keepsGrey
    self.settings = settings
    workers = options.workers ?? min(max(1, Surroundings.processorCount) + 1, 4)
    do {
      loop = try EventLoop()
    } catch {
      throw Failure(.outOfMemory, "", "the event loop cannot be made: \(error.reason)")
    }
  }

  /// What is laid out for while there is no screen.
  static let commonPanel = Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 96)

  /// A viewer on an output; its first document is being opened.
  /// - Parameters:
  ///   - output: nil while there is none.
  ///   - start: the moment that the trace calls 0.
  ///   - isLive: a visitor may stand before it, so that it waits for no reader of its trace.
  func viewer(on output: (any DisplayOutput)?, start: Timestamp, isLive: Bool) throws(Failure) -> Viewer {
    let panel = output?.panel ?? Self.commonPanel
    var reading = SessionOptions(
      limits: ZoomLimits(minimum: options.minimumZoom, maximum: options.maximumZoom),
      layout: options.layout, spacing: options.spacing, firstPage: options.page - 1,
      budget: MemoryBudget.bytes(
        requested: options.memory, memory: Surroundings.physicalMemory, panel: panel.size),
      gestures: options.gestures, sources: sources.count, selects: options.selection)
    reading.uniformPages = options.uniformPages
    reading.controls = options.controls
    reading.look = options.look
    reading.languages = options.languages
    reading.showsCopies = options.showsCopies
    reading.names = sources.titles
    reading.links = options.links
    reading.hasTapZones = options.tapZones
    reading.fillsForms = options.forms
    reading.gesturesOff = options.gesturesOff
    reading.kiosk = options.kiosk
    let session = Session(options: reading, panel: panel, rotation: output?.rotation ?? .none)
    let pool = WorkerPool(settings, count: workers, sources: sources, loop: loop)
    let viewer = Viewer(
      session: session, pool: pool, output: output, trace: try trace(start: start, waits: !isLive))
    viewer.carryOut(at: start)
    if output == nil { viewer.detach(at: start) }
    // Looking for fonts takes as long as several frames; meanwhile a worker opens the document.
    FurniturePainter.warmUp()
    return viewer
  }

  /// Clips to play, merged into one.
  func clip(panel: Panel, rotation: Rotation) throws(Failure) -> Clip {
    var clips: [Clip] = []
    for path in options.inputs {
      clips.append(try ClipFile.read(path, panel: panel, rotation: rotation))
    }
    return Clip.merged(clips)
  }

  private func trace(start: Timestamp, waits: Bool) throws(Failure) -> TraceFile? {
    guard let path = options.trace else { return nil }
    do {
      return try TraceFile(path: path, start: start, waits: waits) { error in
        CommandReport.streams().warn(path, "the trace ends here: \(error.reason)")
      }
    } catch {
      if error.code == ENXIO { throw Failure(.writeFailed, path, "is a pipe that nobody reads") }
      throw OutputFailure.cannotWrite(path, error)
    }
  }
}
