import Glibc
import Posix
package import ViewerCore

/// A graphics card in memory that behaves as badly as real ones, on a virtual clock.
///
/// It models what decides whether a picture is right: where pixels come from (`Upload`), a padded pitch, refused
/// overlapping commits, flips whose event never comes, loss of the master's rights, removal. Pixels are taken at
/// the vblank, as late as a driver may: writing to a buffer that is in flight or on the screen shows.
package final class SimulatedDevice: KMSDevice {
  /// How pixels get from a buffer to the glass.
  package enum Upload: Hashable, Sendable, CaseIterable {
    /// The buffer itself is scanned out: vc4, i915.
    case direct
    /// Each buffer has a copy on the card; a commit uploads its damage into that copy: virtio-gpu, vmwgfx.
    case perBuffer
    /// The card has one picture; a commit uploads its damage, whatever the buffer: udl, gud, mipi-dbi.
    case perPlane
  }

  package struct Configuration: Hashable, Sendable {
    package var driverName = "simulated"
    package var upload = Upload.direct
    package var hasAtomic = true
    package var hasDamageClips = true
    package var hasPageFlip = true
    /// Rows are padded to a multiple of this many bytes.
    package var pitchAlignment = 256
    package var limit = PixelSize(width: 4096, height: 4096)
    package var period = Duration.microseconds(16_667)
    package var countsVblanks = true

    package init() {}
  }

  /// What goes wrong with the next flip.
  package enum FlipFault: Hashable, Sendable {
    /// It happens, but nobody hears of it.
    case eventLost
    /// It never happens; commits are refused until a mode is set.
    case stuck
  }

  struct Buffer {
    var memory: SimulatedMemory
    var framebuffer: UInt32
    /// The card's own copy, `Upload.perBuffer`.
    var copy: SimulatedMemory?
  }

  struct Flight {
    var cookie: UInt64
    var crtc: UInt32
    var framebuffer: UInt32
    var damage: [PixelRect]?
    var lands: Timestamp
    var fault: FlipFault?
  }

  package let configuration: Configuration
  package var connectors: [ConnectorState]
  package internal(set) var now = Timestamp.zero
  package internal(set) var hasMaster = true
  package internal(set) var isRemoved = false
  /// Faults of the next flips, first to last; `nil` for a good one.
  package var flipFaults: [FlipFault?] = []
  /// So many of the next commits are refused with EBUSY, as if another one were still on its way.
  package var refusals = 0
  /// Another program is master: asking for it fails.
  package var masterIsTaken = false

  // Counters for tests.
  package internal(set) var calls = 0
  package internal(set) var modesets = 0
  package internal(set) var frames = 0
  package internal(set) var tests = 0
  package internal(set) var liveBlobs = 0
  package var liveBuffers: Int { buffers.count }
  package internal(set) var lastDamage: [PixelRect]?

  var buffers: [UInt32: Buffer] = [:]
  /// The card's one picture, `Upload.perPlane`.
  var glass: SimulatedMemory?
  var flight: Flight?
  var values: [UInt32: [UInt32: UInt64]] = [:]
  var blobs: [UInt32: Blob] = [:]
  var events: [FlipEvent] = []
  var nextID: UInt32 = 1000
  /// What legacy calls put on each CRTC; 7 stands for another program's picture.
  var legacyFramebuffers: [UInt32: UInt32] = [:]

  enum Blob {
    case mode(DisplayMode)
    case damage([PixelRect])
  }

  package static let crtcIDs: [UInt32] = [31, 32]
  package static let primaryPlanes: [UInt32] = [41, 42]
  package static let overlayPlanes: [UInt32] = [45]

  package init(connectors: [ConnectorState], configuration: Configuration = Configuration()) {
    self.connectors = connectors
    self.configuration = configuration
    for (index, plane) in Self.primaryPlanes.enumerated() {
      self[plane, "type"] = 1
      self[plane, "possible"] = 1 << UInt64(index)
    }
    self[Self.overlayPlanes[0], "possible"] = 3
    for connector in connectors { self[connector.id, "CRTC_ID"] = UInt64(connector.currentCRTC ?? 0) }
  }

  /// One connected monitor of a size, at the standard's 60 Hz timing with `blank` pixels and lines beside it.
  package static func monitor(
    _ size: PixelSize, name: String = "HDMI-A-1", kind: ConnectorState.Kind = .hdmiA, id: UInt32 = 11,
    millimetres: PixelSize = .zero
  ) -> ConnectorState {
    ConnectorState(
      id: id, kind: kind, index: 1, name: name, status: .connected, currentCRTC: nil, possibleCRTCs: 3,
      modes: [mode(size, type: DisplayMode.preferredType)], millimetres: millimetres)
  }

  package static func mode(_ size: PixelSize, hertz: Double = 60, flags: UInt32 = 0, type: UInt32 = 0)
    -> DisplayMode
  {
    let width = UInt16(size.width)
    let height = UInt16(size.height)
    let clock = Double(width + 160) * Double(height + 40) * hertz / 1000
    return DisplayMode(
      clock: UInt32(clock.rounded()),
      horizontal: .init(visible: width, syncStart: width + 40, syncEnd: width + 80, total: width + 160),
      vertical: .init(visible: height, syncStart: height + 10, syncEnd: height + 20, total: height + 40),
      flags: flags, type: type, name: "\(size.width)x\(size.height)")
  }

  // MARK: What tests do to it

  /// Lets time pass; flips that are due land.
  package func advance(to moment: Timestamp) {
    now = max(now, moment)
    guard let flight, flight.fault != .stuck, flight.lands <= now else { return }
    land(flight)
  }

  package func advance(by span: Duration) {
    advance(to: now + span)
  }

  /// Another program takes the screen.
  package func takeMaster() {
    hasMaster = false
    masterIsTaken = true
  }

  package func returnMaster() {
    masterIsTaken = false
  }

  /// The card is unplugged.
  package func remove() {
    isRemoved = true
  }

  /// Shows something of another program's on a plane before we come.
  package func occupy(plane: UInt32, crtc: UInt32) {
    self[plane, "CRTC_ID"] = UInt64(crtc)
    self[plane, "FB_ID"] = 7
  }

  package func occupy(crtc: UInt32, mode: DisplayMode) {
    blobs[nextID] = .mode(mode)
    self[crtc, "MODE_ID"] = UInt64(nextID)
    self[crtc, "ACTIVE"] = 1
    legacyFramebuffers[crtc] = 7
    nextID += 1
  }

  package func value(_ object: UInt32, _ property: String) -> UInt64 {
    self[object, property]
  }

  package func setValue(_ object: UInt32, _ property: String, _ value: UInt64) {
    self[object, property] = value
  }

  // MARK: Inside

  func present(_ call: String) throws(SystemError) {
    calls += 1
    if isRemoved { throw SystemError(call: call, code: ENODEV) }
  }

  func command(_ call: String) throws(SystemError) {
    try present(call)
    if !hasMaster { throw SystemError(call: call, code: EACCES) }
  }

  func takeID() -> UInt32 {
    defer { nextID += 1 }
    return nextID
  }

  func keep(_ blob: Blob) -> UInt32 {
    liveBlobs += 1
    return keepForever(blob)
  }

  func keepForever(_ blob: Blob) -> UInt32 {
    let id = takeID()
    blobs[id] = blob
    return id
  }
}
