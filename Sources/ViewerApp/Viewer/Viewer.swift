import Access
import Display
import Interface
import Posix
import ViewerCore
import Wire

/// One session on one output: carries out what the session asks for and draws what it shows.
///
/// The same code runs in the kiosk and in a replay; only the display, the source of touches and the clock differ.
final class Viewer {
  var session: Session
  let pool: WorkerPool
  let bitmaps = BitmapStore()
  /// The screen; nil while there is none.
  private(set) var output: (any DisplayOutput)?
  private var compositor = Compositor()
  private let furniture = FurnitureStore()
  /// What is painted while nothing else is to do, and for which screen and look.
  private var unpainted: [Furniture] = []
  private var prepared: (panel: Panel, rotation: Rotation, look: Look)?
  private let trace: TraceFile?
  private var shown: Scene?
  private var sceneIsOld = true
  /// Counts up with everything that may have changed what is on the screen.
  private(set) var changes: UInt64 = 0
  /// Who is told what happens in words; nil for nobody.
  weak var listener: TextChannel?
  /// The moment that the picture was last drawn for.
  private var drawn = Timestamp.zero
  /// What became of the picture that was last handed to the screen.
  private(set) var outcome = PresentOutcome.unchanged
  private(set) var frames = 0
  /// Whether a page's own pixels are on the screen.
  var showsPixels: Bool { shown?.pages.contains { $0.base != nil } ?? false }
  /// Whether what became of the document is on the screen: its pixels, or words about why there are none.
  var showsAnswer: Bool {
    guard let shown else { return false }
    return showsPixels || session.documentFailure != nil || shown.pages.contains { $0.quality == .failed }
  }
  /// Called with each composed picture whose pixels changed.
  var onFrame: ((_ number: Int, _ picture: PixelView) -> Void)?
  /// Called with each failure that staff should read in the log, a document's or a page's.
  var onFailure: ((Failure) -> Void)?
  /// Called with everything that a trace tells.
  var onEvent: ((TraceEvent, Timestamp) -> Void)?
  /// Asked before new memory is made, where nobody tells when memory runs short.
  var isMemoryShort: (() -> Bool)?
  /// Whether documents that are read while they come are fetched to their end while nothing else is to do.
  var fillsWhenIdle = false
  /// Whether the trace needs a checksum of each picture.
  private let checksums: Bool

  init(session: Session, pool: WorkerPool, output: (any DisplayOutput)?, trace: TraceFile?) {
    self.session = session
    self.pool = pool
    self.output = output
    self.trace = trace
    checksums = trace != nil
  }

  // MARK: Events

  func handle(_ event: SessionEvent, at now: Timestamp) {
    if case .rendered(let key, let bitmap, let yield) = event {
      bitmaps.settle(bitmap, key, as: yield.format)
    }
    session.handle(event, at: now)
    sceneIsOld = true
    changes += 1
    pool.isResting = !session.isVisible
    carryOut(at: now)
  }

  /// Does what a client of the text channel asks for.
  /// - Returns: whether it could be done.
  func obey(_ request: AccessRequest, at now: Timestamp) -> Bool {
    let isDone = session.obey(request, at: now)
    sceneIsOld = true
    changes += 1
    carryOut(at: now)
    return isDone
  }

  /// Hands work to idle workers until they are busy or there is none.
  /// - Parameter room: at most so many.
  /// - Returns: whether any was begun.
  @discardableResult
  func pump(at now: Timestamp, room: Int = .max) -> Bool {
    session.replan()
    pool.visibleWaits = !session.isSharp
    pool.visiblePages = session.pagesOnScreen
    pool.mayFill = fillsWhenIdle && !session.isMovingOrHeld && session.isSharp || session.wantsWhole
    var begun = 0
    while begun < room, pool.hasRoom, let work = session.nextWork(hands(room: room - begun)) {
      // The work's memory may be what another bitmap leaves.
      carryOut(at: now)
      start(work, at: now)
      begun += 1
    }
    pool.urgency = pool.hasRoom ? nil : session.urgency
    pool.makeWay()
    pool.askForBlocks()
    carryOut(at: now)
    return begun > 0
  }

  /// - Parameter room: how many may be begun.
  private func hands(room: Int) -> WorkerHands {
    var hands = pool.hands
    hands.idle = min(hands.idle, room)
    return hands
  }

  private func start(_ work: Work, at now: Timestamp) {
    switch work {
    case .sizes, .text, .words, .links, .outline, .info, .form:
      pool.submit(work, lending: nil)
    case .render(let key, let bitmap):
      if !bitmaps.has(bitmap), !session.isSparing, isMemoryShort?() ?? false {
        session.handle(.pressure, at: now)
      }
      do {
        pool.submit(
          work, lending: try bitmaps.make(bitmap, for: key), harvest: session.harvest(of: key))
      } catch {
        session.handle(.renderFailed(key, bitmap, .outOfMemory, .answer), at: now)
      }
    }
  }

  func carryOut(at now: Timestamp) {
    for effect in session.takeEffects() {
      switch effect {
      case .open(let document, let source): pool.open(document: document, source: source)
      case .openBeside(let document, let shown, let source):
        pool.open(document: document, source: source, unlessSameAs: shown)
      case .close(let document): pool.close(document: document)
      case .free(let bitmap): bitmaps.free(bitmap)
      case .reuse(let bitmap, let heir): bitmaps.rename(bitmap, to: heir)
      case .fill(let document, let edits): pool.fill(document: document, edits)
      case .unlock(let source, let password): pool.unlock(source: source, password)
      case .light(let isLit): light(isLit, at: now)
      case .copied(let text):
        listener?.tell(copied: text)
        showCode(of: text, at: now)
      case .announce(let words): listener?.say(words)
      case .pageText(let page, let text): listener?.tell(page: page, text: text)
      case .trace(let event):
        note(event, at: now)
        if case .error(let code, let page) = event { tell(code, page) }
        if event == .earlierCopy { tellEarlierCopy() }
        if case .contentRefused(let failure) = event { onFailure?(failure) }
      }
    }
  }

  /// What was copied, for the visitor's phone; as much of it as a code holds.
  private func showCode(of text: String, at now: Timestamp) {
    guard session.showsCopies, let code = QRCode.modules(of: QRCode.prefix(of: text)) else { return }
    session.handle(.qrCode(side: code.side, modules: code.modules), at: now)
  }

  private func tell(_ code: ErrorCode, _ page: Int?) {
    guard let onFailure else { return }
    if page == nil, let failure = session.documentFailure {
      onFailure(failure)
    } else {
      let source = pool.source(ofPage: page.map { $0 - 1 } ?? 0, in: session.documentNumber)
      let what = page == nil ? "the document" : "page \(source.page + 1)"
      onFailure(Failure(code, source.name, DocumentFailure.sentence(code, about: what)))
    }
  }

  private func tellEarlierCopy() {
    let name = pool.source(ofPage: 0, in: session.documentNumber).name
    onFailure?(Failure(.sourceUnreachable, name, "the server cannot be asked; this is the last copy"))
  }

  func note(_ event: TraceEvent, at now: Timestamp) {
    trace?.write(event, at: now)
    onEvent?(event, now)
  }

  /// - Returns: why the trace is not whole, the first time and ever after.
  @discardableResult
  func flushTrace() -> SystemError? {
    trace?.flush()
    return trace?.failure
  }

  // MARK: Screens

  /// Another screen, or the same one again: everything is drawn anew on it.
  func attach(_ output: any DisplayOutput, at now: Timestamp) {
    self.output = output
    shown = nil
    // A monitor that is plugged in while the panel is to be dark stays dark.
    if !session.isLit { light(false, at: now) }
    handle(.panel(output.panel, output.rotation), at: now)
  }

  /// The screen is gone; the document stays open.
  func detach(at now: Timestamp) {
    output = nil
    shown = nil
    furniture.removeAll()
    (unpainted, prepared) = ([], nil)
    handle(.panel(nil, session.rotation), at: now)
  }

  /// The panel goes dark, by its power or by a black picture, or shows the picture again.
  private func light(_ isLit: Bool, at now: Timestamp) {
    guard let output else { return }
    switch session.darkness {
    case .power: output.setActive(isLit, now: now)
    case .black:
      // All of it is drawn again when it lights up.
      shown = nil
      guard !isLit else { return }
      var all = Damage()
      all.add(PixelRect(size: output.pixelSize))
      output.withShadow { $0.blacken() }
      outcome = output.present(all, now: now)
    }
  }

  // MARK: Pictures

  /// Whether the picture may differ from the one on the screen.
  func needsFrame(at now: Timestamp) -> Bool {
    guard session.isVisible, output != nil else { return false }
    return sceneIsOld || nextFrame(after: now).map { $0 <= now } ?? false
  }

  /// When the picture will next differ from the one that was last drawn, although nothing happens; it may have passed.
  ///
  /// Counted from the last picture, not from now: what faded out while that one was drawn is still on the screen.
  func nextFrame(after now: Timestamp) -> Timestamp? {
    session.nextFrame(after: min(drawn, now))
  }

  /// Paints one thing that is likely to be shown soon, so that no turn has to paint all of them: for turns with nothing
  /// else to do.
  /// - Returns: whether there is more.
  func prepare() -> Bool {
    guard session.isVisible, output != nil else { return false }
    let (panel, rotation, look) = (session.panel, session.rotation, session.look)
    if prepared.map({ $0 != (panel, rotation, look) }) ?? true {
      unpainted = session.likelyFurniture.reversed()
      prepared = unpainted.isEmpty ? nil : (panel, rotation, look)
    }
    guard let next = unpainted.popLast() else { return false }
    _ = furniture.painting(of: next, look: look, panel: panel, rotation: rotation)
    return !unpainted.isEmpty
  }

  /// Draws what has changed into the output's shadow and presents it.
  /// - Returns: whether anything changed.
  @discardableResult
  func compose(at now: Timestamp) -> Bool {
    guard session.isVisible, let output else { return false }
    sceneIsOld = false
    outcome = .unchanged
    drawn = now
    let scene = session.scene(at: now)
    let panel = session.panel
    let damage = SceneDamage.between(shown, scene, margin: PageShadow.reach) { [furniture] in
      furniture.solid(of: $0, look: scene.look, panel: panel, rotation: scene.rotation)
    }
    guard !damage.isEmpty else { return false }
    let record = output.withShadow { shadow -> UInt32 in
      compositor.compose(
        scene, damage: damage, into: shadow, bitmap: bitmaps.view,
        furniture: { [furniture] in
          furniture.view(of: $0, look: scene.look, panel: panel, rotation: scene.rotation)
        })
      return checksums ? Self.checksum(shadow) : 0
    }
    shown = scene
    frames += 1
    note(.frame(self.record(scene, damage: damage, crc: record)), at: now)
    outcome = output.present(output.memoryDamage(damage), now: now)
    return true
  }

  /// Hands the picture that was just composed to whoever collects them.
  func handOutFrame() {
    output?.withShadow { onFrame?(frames, $0) }
  }

  private func record(_ scene: Scene, damage: Damage, crc: UInt32) -> FrameRecord {
    FrameRecord(
      number: frames, page: session.pageNumber, zoom: session.viewport.zoom,
      offset: session.viewport.offset,
      visible: scene.pages.map { .init(page: $0.page + 1, frame: $0.frame, quality: $0.quality) },
      damage: damage.bounds, crc: crc)
  }

  private static func checksum(_ picture: PixelView) -> UInt32 {
    var crc = CRC32()
    for y in 0..<picture.height {
      let row = picture.row(y).assumingMemoryBound(to: UInt32.self)
      crc.update(opaque: UnsafeBufferPointer(start: row, count: picture.width).span)
    }
    return crc.value
  }
}
