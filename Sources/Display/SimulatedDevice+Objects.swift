import Glibc
package import Posix
package import ViewerCore

/// What a simulated card has, and its buffers.
extension SimulatedDevice {
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

  package func makeProbe(of connector: UInt32) -> ConnectorProbe? {
    ConnectorProbe(source: .known(try? self.connector(connector, probe: true)), connector: connector)
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
}
