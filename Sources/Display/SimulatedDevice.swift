import Glibc
package import Posix
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
  package private(set) var now = Timestamp.zero
  package private(set) var hasMaster = true
  package private(set) var isRemoved = false
  /// Faults of the next flips, first to last; `nil` for a good one.
  package var flipFaults: [FlipFault?] = []
  /// So many of the next commits are refused with EBUSY, as if another one were still on its way.
  package var refusals = 0
  /// Another program is master: asking for it fails.
  package var masterIsTaken = false

  // Counters for tests.
  package private(set) var calls = 0
  package private(set) var modesets = 0
  package private(set) var frames = 0
  package private(set) var tests = 0
  package private(set) var liveBlobs = 0
  package var liveBuffers: Int { buffers.count }
  package private(set) var lastDamage: [PixelRect]?

  var buffers: [UInt32: Buffer] = [:]
  /// The card's one picture, `Upload.perPlane`.
  var glass: SimulatedMemory?
  var flight: Flight?
  var values: [UInt32: [UInt32: UInt64]] = [:]
  private var blobs: [UInt32: Blob] = [:]
  private var events: [FlipEvent] = []
  private var nextID: UInt32 = 1000

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

  // MARK: KMSDevice

  package var driverName: String { configuration.driverName }
  package var eventDescriptor: Int32? { nil }

  package func enable(_ capability: KMSCapability) -> Bool {
    switch capability {
    case .universalPlanes: true
    case .atomic: configuration.hasAtomic
    }
  }

  package func resources() throws(SystemError) -> KMSResources {
    try present("drmModeGetResources")
    return KMSResources(
      crtcs: Self.crtcIDs, connectors: connectors.map(\.id), limit: configuration.limit)
  }

  package func connector(_ id: UInt32, probe: Bool) throws(SystemError) -> ConnectorState {
    try present("drmModeGetConnector")
    guard var state = connectors.first(where: { $0.id == id }) else {
      throw SystemError(call: "drmModeGetConnector", code: ENOENT)
    }
    let crtc = self[id, "CRTC_ID"]
    state.currentCRTC = crtc == 0 ? nil : UInt32(crtc)
    return state
  }

  package func crtc(_ id: UInt32) throws(SystemError) -> CRTCState {
    try present("drmModeGetCrtc")
    let shown = framebuffer(on: id) ?? legacyFramebuffers[id] ?? 0
    return CRTCState(id: id, framebuffer: shown, mode: self[id, "ACTIVE"] == 1 ? mode(of: id) : nil)
  }

  package func planes() throws(SystemError) -> [PlaneState] {
    try present("drmModeGetPlaneResources")
    return (Self.primaryPlanes + Self.overlayPlanes).map {
      PlaneState(
        id: $0, crtc: UInt32(self[$0, "CRTC_ID"]), possibleCRTCs: UInt32(self[$0, "possible"]))
    }
  }

  package func properties(
    of id: UInt32, _ kind: KMSObjectKind
  ) throws(SystemError) -> [String: KMSProperty] {
    try present("drmModeObjectGetProperties")
    var names: [String] =
      switch kind {
      case .crtc: ["ACTIVE", "MODE_ID"]
      case .connector: ["CRTC_ID", "DPMS", "link-status", "non-desktop", "panel orientation"]
      case .plane:
        [
          "type", "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
          "CRTC_H",
          "rotation",
        ]
      }
    if kind == .plane && configuration.hasDamageClips { names.append("FB_DAMAGE_CLIPS") }
    var result: [String: KMSProperty] = [:]
    for name in names { result[name] = KMSProperty(id: Self.number(of: name), value: self[id, name]) }
    return result
  }

  package func makeBuffer(_ size: PixelSize) throws(SystemError) -> DumbBuffer {
    try present("drmModeCreateDumbBuffer")
    guard size.width <= configuration.limit.width, size.height <= configuration.limit.height else {
      throw SystemError(call: "drmModeAddFB2", code: EINVAL)
    }
    let memory = SimulatedMemory(size: size, pitchAlignment: configuration.pitchAlignment)
    let id = takeID()
    buffers[id] = Buffer(
      memory: memory, framebuffer: id,
      copy: configuration.upload == .perBuffer ? SimulatedMemory(size: size, pitchAlignment: 4) : nil)
    return DumbBuffer(
      handle: id, framebuffer: id, pixels: memory.pixels, length: memory.pixels.stride * size.height)
  }

  package func destroyBuffer(_ buffer: DumbBuffer) {
    buffers[buffer.framebuffer] = nil
  }

  package func makeModeBlob(_ mode: DisplayMode) throws(SystemError) -> UInt32 {
    try present("drmModeCreatePropertyBlob")
    return keep(.mode(mode))
  }

  package func makeDamageBlob(_ rects: [PixelRect]) throws(SystemError) -> UInt32 {
    try present("drmModeCreatePropertyBlob")
    guard !rects.isEmpty else { throw SystemError(call: "drmModeCreatePropertyBlob", code: EINVAL) }
    return keep(.damage(rects))
  }

  package func destroyBlob(_ id: UInt32) {
    liveBlobs -= 1
    // A mode stays with the CRTC that uses it.
    if case .damage = blobs[id] { blobs[id] = nil }
  }

  package func commit(
    _ request: AtomicRequest, _ flags: CommitFlags, cookie: UInt64
  ) throws(SystemError) {
    let call = "drmModeAtomicCommit"
    try command(call)
    guard configuration.hasAtomic else { throw SystemError(call: call, code: EOPNOTSUPP) }
    var next = values
    for change in request.changes {
      guard next[change.object]?[change.property] != nil || Self.isKnown(change.property) else {
        throw SystemError(call: call, code: ENOENT)
      }
      next[change.object, default: [:]][change.property] = change.value
    }
    try validate(next, allowModeset: flags.contains(.allowModeset))
    if flags.contains(.testOnly) {
      tests += 1
      return
    }
    if refusals > 0 {
      refusals -= 1
      throw SystemError(call: call, code: EBUSY)
    }
    let clips = clips(of: request)
    if flags.contains(.allowModeset) {
      // Blocks until what was on its way is done, or given up.
      if let flight, flight.fault != .stuck { land(flight) }
      flight = nil
      values = next
      modesets += 1
      for crtc in Self.crtcIDs {
        if self[crtc, "ACTIVE"] == 1, let shown = framebuffer(on: crtc) { upload(shown, nil) }
      }
      return
    }
    guard flight == nil else { throw SystemError(call: call, code: EBUSY) }
    guard let plane = request.changes.first(where: { $0.property == Self.number(of: "FB_ID") }) else {
      throw SystemError(call: call, code: EINVAL)
    }
    let crtc = UInt32(next[plane.object]?[Self.number(of: "CRTC_ID")] ?? 0)
    guard next[crtc]?[Self.number(of: "ACTIVE")] == 1 else { throw SystemError(call: call, code: EINVAL) }
    let old = framebuffer(on: crtc)
    values = next
    // Until the vblank the old buffer is on the screen.
    if let old { self[plane.object, "FB_ID"] = UInt64(old) }
    take(off: cookie, crtc: crtc, framebuffer: UInt32(plane.value), damage: clips)
  }

  package func setCRTC(_ state: CRTCState, connectors: [UInt32]) throws(SystemError) {
    try command("drmModeSetCrtc")
    if state.framebuffer != 0 && state.framebuffer != 7, buffers[state.framebuffer] == nil {
      throw SystemError(call: "drmModeSetCrtc", code: ENOENT)
    }
    if let flight, flight.fault != .stuck { land(flight) }
    flight = nil
    modesets += 1
    for connector in connectors { self[connector, "CRTC_ID"] = UInt64(state.id) }
    if let mode = state.mode { self[state.id, "MODE_ID"] = UInt64(keepForever(.mode(mode))) }
    self[state.id, "ACTIVE"] = state.mode == nil ? 0 : 1
    legacyFramebuffers[state.id] = state.framebuffer
    guard let plane = primaryPlane(of: state.id) else { return }
    self[plane, "CRTC_ID"] = UInt64(state.id)
    self[plane, "FB_ID"] = UInt64(state.framebuffer)
    upload(state.framebuffer, nil)
  }

  package func pageFlip(crtc: UInt32, framebuffer: UInt32, cookie: UInt64) throws(SystemError) {
    let call = "drmModePageFlip"
    try command(call)
    guard configuration.hasPageFlip else { throw SystemError(call: call, code: EINVAL) }
    guard buffers[framebuffer] != nil else { throw SystemError(call: call, code: ENOENT) }
    guard self[crtc, "ACTIVE"] == 1 else { throw SystemError(call: call, code: EINVAL) }
    if refusals > 0 {
      refusals -= 1
      throw SystemError(call: call, code: EBUSY)
    }
    guard flight == nil else { throw SystemError(call: call, code: EBUSY) }
    take(off: cookie, crtc: crtc, framebuffer: framebuffer, damage: nil)
  }

  package func markDirty(framebuffer: UInt32, _ rects: [PixelRect]) throws(SystemError) {
    try command("drmModeDirtyFB")
    frames += 1
    lastDamage = rects
    guard configuration.upload != .direct else { throw SystemError(call: "drmModeDirtyFB", code: ENOSYS) }
    upload(framebuffer, rects)
  }

  package func disablePlane(_ id: UInt32) throws(SystemError) {
    try command("drmModeSetPlane")
    self[id, "CRTC_ID"] = 0
    self[id, "FB_ID"] = 0
  }

  package func setProperty(
    of connector: UInt32, _ property: UInt32, to value: UInt64
  ) throws(SystemError) {
    try command("drmModeConnectorSetProperty")
    values[connector, default: [:]][property] = value
  }

  package func readFlips(of crtc: UInt32, into flips: inout [FlipEvent]) throws(SystemError) {
    if isRemoved { throw SystemError(call: "read", code: ENODEV) }
    flips += events.filter { $0.crtc == crtc }
    events.removeAll { $0.crtc == crtc }
  }

  package var isMaster: Bool { hasMaster }

  package func setMaster() throws(SystemError) {
    try present("drmSetMaster")
    if masterIsTaken { throw SystemError(call: "drmSetMaster", code: EBUSY) }
    hasMaster = true
  }

  package func dropMaster() throws(SystemError) {
    try present("drmDropMaster")
    hasMaster = false
  }

  // MARK: Inside

  private var legacyFramebuffers: [UInt32: UInt32] = [:]

  private func present(_ call: String) throws(SystemError) {
    calls += 1
    if isRemoved { throw SystemError(call: call, code: ENODEV) }
  }

  private func command(_ call: String) throws(SystemError) {
    try present(call)
    if !hasMaster { throw SystemError(call: call, code: EACCES) }
  }

  private func takeID() -> UInt32 {
    defer { nextID += 1 }
    return nextID
  }

  private func keep(_ blob: Blob) -> UInt32 {
    liveBlobs += 1
    return keepForever(blob)
  }

  private func keepForever(_ blob: Blob) -> UInt32 {
    let id = takeID()
    blobs[id] = blob
    return id
  }

  private func validate(
    _ next: [UInt32: [UInt32: UInt64]], allowModeset: Bool
  ) throws(SystemError) {
    let call = "drmModeAtomicCommit"
    let framebufferProperty = Self.number(of: "FB_ID")
    for plane in Self.primaryPlanes {
      let framebuffer = UInt32(next[plane]?[framebufferProperty] ?? 0)
      if framebuffer != 0 && framebuffer != 7 && buffers[framebuffer] == nil {
        throw SystemError(call: call, code: ENOENT)
      }
    }
    for crtc in Self.crtcIDs {
      for name in ["ACTIVE", "MODE_ID"] {
        let changed = (next[crtc]?[Self.number(of: name)] ?? 0) != self[crtc, name]
        if changed && !allowModeset { throw SystemError(call: call, code: EINVAL) }
      }
      let mode = UInt32(next[crtc]?[Self.number(of: "MODE_ID")] ?? 0)
      if mode != 0 {
        guard case .mode = blobs[mode] else { throw SystemError(call: call, code: EINVAL) }
      }
    }
  }

  private func clips(of request: AtomicRequest) -> [PixelRect]? {
    let property = Self.number(of: "FB_DAMAGE_CLIPS")
    guard let change = request.changes.first(where: { $0.property == property }),
      case .damage(let rects)? = blobs[UInt32(change.value)]
    else { return nil }
    return rects
  }

  private func take(off cookie: UInt64, crtc: UInt32, framebuffer: UInt32, damage: [PixelRect]?) {
    frames += 1
    lastDamage = damage
    let period = configuration.period.microseconds
    let vblank = Timestamp(microseconds: (now.microseconds / period + 1) * period)
    let fault = flipFaults.isEmpty ? nil : flipFaults.removeFirst()
    flight = Flight(
      cookie: cookie, crtc: crtc, framebuffer: framebuffer, damage: damage, lands: vblank, fault: fault)
  }

  private func land(_ landing: Flight) {
    flight = nil
    if let plane = primaryPlane(of: landing.crtc) { self[plane, "FB_ID"] = UInt64(landing.framebuffer) }
    legacyFramebuffers[landing.crtc] = landing.framebuffer
    upload(landing.framebuffer, landing.damage)
    guard landing.fault == nil else { return }
    let period = configuration.period.microseconds
    let sequence = configuration.countsVblanks ? landing.lands.microseconds / period : 0
    events.append(
      FlipEvent(
        cookie: landing.cookie, time: landing.lands, sequence: UInt32(truncatingIfNeeded: sequence),
        crtc: landing.crtc))
  }

  /// Brings pixels from a buffer to where the card shows them from; `nil` means all.
  private func upload(_ framebuffer: UInt32, _ rects: [PixelRect]?) {
    guard let buffer = buffers[framebuffer] else { return }
    let rects = rects ?? [buffer.memory.pixels.bounds]
    switch configuration.upload {
    case .direct:
      break
    case .perBuffer:
      buffer.copy?.take(rects, from: buffer.memory)
    case .perPlane:
      let target = glass ?? SimulatedMemory(size: buffer.memory.pixels.size, pitchAlignment: 4)
      glass = target
      target.take(rects, from: buffer.memory)
    }
  }

  private func mode(of crtc: UInt32) -> DisplayMode? {
    guard case .mode(let mode)? = blobs[UInt32(self[crtc, "MODE_ID"])] else { return nil }
    return mode
  }

  private func primaryPlane(of crtc: UInt32) -> UInt32? {
    Self.crtcIDs.firstIndex(of: crtc).map { Self.primaryPlanes[$0] }
  }

  private func framebuffer(on crtc: UInt32) -> UInt32? {
    guard let plane = primaryPlane(of: crtc), self[plane, "FB_ID"] != 0 else { return nil }
    return UInt32(self[plane, "FB_ID"])
  }

  /// What the glass shows; `nil` when it is dark.
  package func withScreen<Result>(crtc: UInt32, _ body: (PixelView) -> Result) -> Result? {
    guard self[crtc, "ACTIVE"] == 1, let shown = framebuffer(on: crtc), let buffer = buffers[shown] else {
      return nil
    }
    return switch configuration.upload {
    case .direct: body(buffer.memory.pixels)
    case .perBuffer: buffer.copy.map { body($0.pixels) }
    case .perPlane: glass.map { body($0.pixels) }
    }
  }
}
