import Glibc
import Posix
import ViewerCore

/// The way from a framebuffer to one connector: which CRTC and plane, which mode, and how this driver is told.
///
/// | method | frame | for |
/// |---|---|---|
/// | atomic | non-blocking commit with the buffer's damage | everything current |
/// | page flip | `drmModePageFlip`, whole buffer | drivers without atomic, or where it is known to fail |
/// | dirty | one buffer, `drmModeDirtyFB`, done at once | drivers that cannot flip |
///
/// Kernel documentation: drm-kms.rst (atomic mode setting, plane damage tracking), drm-uapi.rst.
struct Pipeline {
  enum Method: Hashable, Sendable {
    case atomic, pageFlip, dirty
  }

  let device: any KMSDevice
  let connector: ConnectorState
  let mode: DisplayMode
  let crtc: UInt32
  /// As the panel is built in, so that a picture turned by it stands upright.
  let panelRotation: Rotation
  /// The card's largest framebuffer.
  let limit: PixelSize
  private(set) var method: Method
  private(set) var isModeset = false

  private let plane: UInt32?
  private let otherPlanes: [UInt32]
  private let otherConnectors: [UInt32]
  private let connectorProperties: [String: KMSProperty]
  private let crtcProperties: [String: KMSProperty]
  private let planeProperties: [String: KMSProperty]
  /// What the CRTC showed before us.
  private let previous: CRTCState?

  /// Drivers whose atomic commits succeed and show nothing (vmwgfx under VirtualBox freezes the picture).
  static let brokenAtomicDrivers: Set<String> = ["vmwgfx"]

  /// - Parameter taken: CRTCs of this card that other outputs of ours use.
  init(
    device: any KMSDevice, connector: ConnectorState, choice: DisplayChoice, taken: Set<UInt32> = []
  ) throws(Failure) {
    let parts: Parts
    do throws(SystemError) {
      parts = try Parts(device: device, connector: connector, choice: choice, taken: taken)
    } catch {
      throw DisplayFailure.refused(connector.name, error)
    }
    guard let crtc = parts.crtc else { throw DisplayFailure.noCRTC(connector.name) }
    guard let mode = DisplayMode.choice(among: connector.modes, size: choice.size, limit: parts.limit) else {
      throw DisplayFailure.noMode(connector.name, size: choice.size)
    }
    self.device = device
    self.connector = connector
    self.mode = mode
    self.crtc = crtc
    limit = parts.limit
    panelRotation = Self.rotation(orientation: parts.connectorProperties["panel orientation"]?.value)
    plane = parts.plane
    otherPlanes = parts.otherPlanes
    otherConnectors = parts.otherConnectors
    connectorProperties = parts.connectorProperties
    crtcProperties = parts.crtcProperties
    planeProperties = parts.planeProperties
    previous = parts.previous
    method = parts.hasAtomic && parts.plane != nil ? .atomic : .pageFlip
  }

  /// `panel orientation` names the side of the panel's memory that is on top of the casing.
  static func rotation(orientation: UInt64?) -> Rotation {
    switch orientation {
    case 1: .half
    case 2: .threeQuarters
    case 3: .quarter
    default: .none
    }
  }

  var takesDamage: Bool { method == .atomic && planeProperties["FB_DAMAGE_CLIPS"] != nil }

  // MARK: Setting the mode

  /// Asks the driver whether it would take the mode, and falls back to the legacy calls when it would not.
  mutating func test(framebuffer: UInt32) throws(SystemError) {
    guard method == .atomic else { return }
    do throws(SystemError) {
      try commitMode(framebuffer: framebuffer, flags: [.testOnly, .allowModeset])
    } catch {
      if Self.isFinal(error) { throw error }
      method = .pageFlip
    }
  }

  /// Shows a framebuffer, whatever the screen showed before. Blocks until it is on.
  mutating func setMode(framebuffer: UInt32) throws(SystemError) {
    if method == .atomic {
      do throws(SystemError) {
        try commitMode(framebuffer: framebuffer, flags: [.allowModeset])
        isModeset = true
        return
      } catch {
        // A driver that says yes to the test and no to the commit gets its chance by the old way.
        if Self.isFinal(error) || isModeset { throw error }
        method = .pageFlip
      }
    }
    for other in otherPlanes { try? device.disablePlane(other) }
    try device.setCRTC(
      CRTCState(id: crtc, framebuffer: framebuffer, mode: mode), connectors: [connector.id])
    isModeset = true
  }

  /// Switches the panel's light on or off, keeping its mode.
  func setActive(_ active: Bool) throws(SystemError) {
    if method == .atomic, let property = crtcProperties["ACTIVE"] {
      var request = AtomicRequest()
      request.set(property, of: crtc, to: active ? 1 : 0)
      try device.commit(request, [.allowModeset], cookie: 0)
    } else if let property = connectorProperties["DPMS"] {
      // DRM_MODE_DPMS_ON, DRM_MODE_DPMS_OFF.
      try device.setProperty(of: connector.id, property.id, to: active ? 0 : 3)
    }
  }

  /// Puts back what was shown before; the driver's own console follows when nothing was, or it is gone.
  func restore() {
    guard isModeset, let previous, previous.mode != nil, previous.framebuffer != 0 else { return }
    try? device.setCRTC(previous, connectors: [connector.id])
  }

  // MARK: Frames

  /// Hands a buffer over for the next vblank.
  /// - Parameters:
  ///   - damage: what was written into this very buffer since it was last handed over.
  ///   - cookie: comes back with the flip.
  mutating func flip(framebuffer: UInt32, damage: Damage, cookie: UInt64) throws(SystemError) {
    guard method == .atomic else {
      return try device.pageFlip(crtc: crtc, framebuffer: framebuffer, cookie: cookie)
    }
    guard let plane, let target = planeProperties["FB_ID"] else {
      throw SystemError(call: "drmModeAtomicCommit", code: EINVAL)
    }
    var request = AtomicRequest()
    request.set(target, of: plane, to: UInt64(framebuffer))
    var blob: UInt32?
    // An empty list is refused by the kernel; leaving the property out means the whole buffer.
    if let clips = planeProperties["FB_DAMAGE_CLIPS"], !damage.isEmpty {
      let made = try device.makeDamageBlob(damage.rects)
      request.set(clips, of: plane, to: UInt64(made))
      blob = made
    }
    // The commit keeps its own reference.
    defer { if let blob { device.destroyBlob(blob) } }
    try device.commit(request, [.nonBlocking, .flipEvent], cookie: cookie)
  }

  /// For `Method.dirty`: what the driver is told after the copy.
  func upload(framebuffer: UInt32, damage: Damage) throws(SystemError) {
    do throws(SystemError) {
      try device.markDirty(framebuffer: framebuffer, damage.rects)
    } catch {
      // Direct scan-out needs no telling.
      if error.code != ENOSYS { throw error }
    }
  }

  /// The driver does not flip: one buffer from now on.
  mutating func giveUpFlipping() {
    method = .dirty
  }

  /// Errors that another way of asking does not cure.
  static func isFinal(_ error: SystemError) -> Bool {
    [EACCES, EPERM, ENODEV].contains(error.code)
  }

  private func commitMode(framebuffer: UInt32, flags: CommitFlags) throws(SystemError) {
    guard let plane else { throw SystemError(call: "drmModeAtomicCommit", code: EINVAL) }
    let blob = try device.makeModeBlob(mode)
    defer { device.destroyBlob(blob) }
    var request = AtomicRequest()
    func set(_ name: String, _ table: [String: KMSProperty], _ object: UInt32, _ value: UInt64) {
      if let property = table[name] { request.set(property, of: object, to: value) }
    }
    set("CRTC_ID", connectorProperties, connector.id, UInt64(crtc))
    // A link that went bad (a cable, a hub) is trained again only when asked to be good.
    let now = try device.properties(of: connector.id, .connector)
    if now["link-status"]?.value == 1 { set("link-status", now, connector.id, 0) }
    set("MODE_ID", crtcProperties, crtc, UInt64(blob))
    set("ACTIVE", crtcProperties, crtc, 1)

    let width = UInt64(mode.size.width)
    let height = UInt64(mode.size.height)
    set("FB_ID", planeProperties, plane, UInt64(framebuffer))
    set("CRTC_ID", planeProperties, plane, UInt64(crtc))
    set("SRC_X", planeProperties, plane, 0)
    set("SRC_Y", planeProperties, plane, 0)
    // Source sizes are 16.16 fixed point.
    set("SRC_W", planeProperties, plane, width << 16)
    set("SRC_H", planeProperties, plane, height << 16)
    set("CRTC_X", planeProperties, plane, 0)
    set("CRTC_Y", planeProperties, plane, 0)
    set("CRTC_W", planeProperties, plane, width)
    set("CRTC_H", planeProperties, plane, height)
    // DRM_MODE_ROTATE_0: another program may have left a turn behind.
    set("rotation", planeProperties, plane, 1)

    // What a splash screen or a crashed program left on our CRTC would cover the picture.
    for other in otherPlanes {
      set("FB_ID", planeProperties, other, 0)
      set("CRTC_ID", planeProperties, other, 0)
    }
    // Firmware likes to show one picture on every connector; our mode may not suit them.
    for other in otherConnectors { set("CRTC_ID", connectorProperties, other, 0) }
    try device.commit(request, flags, cookie: 0)
  }
}

extension Pipeline {
  /// What the card offers for one connector.
  private struct Parts {
    var crtc: UInt32?
    var limit: PixelSize
    var plane: UInt32?
    /// Planes on our CRTC that are not ours.
    var otherPlanes: [UInt32] = []
    /// Connectors that our CRTC drives besides.
    var otherConnectors: [UInt32] = []
    var hasAtomic: Bool
    var connectorProperties: [String: KMSProperty]
    var crtcProperties: [String: KMSProperty] = [:]
    var planeProperties: [String: KMSProperty] = [:]
    var previous: CRTCState?

    init(
      device: any KMSDevice, connector: ConnectorState, choice: DisplayChoice, taken: Set<UInt32>
    ) throws(SystemError) {
      let resources = try device.resources()
      limit = resources.limit
      let hasPlanes = device.enable(.universalPlanes)
      let wantsAtomic = choice.atomic ?? !Pipeline.brokenAtomicDrivers.contains(device.driverName)
      hasAtomic = wantsAtomic && hasPlanes && device.enable(.atomic)
      // Read after the capabilities: only atomic clients see the atomic properties.
      connectorProperties = try device.properties(of: connector.id, .connector)

      guard let crtc = Self.crtc(for: connector, of: resources, on: device, taken: taken) else { return }
      self.crtc = crtc.id
      previous = try? device.crtc(crtc.id)
      for other in resources.connectors where other != connector.id {
        if let state = try? device.connector(other, probe: false), state.currentCRTC == crtc.id {
          otherConnectors.append(other)
        }
      }
      crtcProperties = try device.properties(of: crtc.id, .crtc)
      for plane in (try? device.planes()) ?? [] where plane.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 {
        let properties = try device.properties(of: plane.id, .plane)
        // DRM_PLANE_TYPE_PRIMARY. A primary plane that shows on another CRTC belongs to that one.
        if properties["type"]?.value == 1, self.plane == nil, plane.crtc == 0 || plane.crtc == crtc.id {
          self.plane = plane.id
          planeProperties = properties
        } else if plane.crtc == crtc.id {
          otherPlanes.append(plane.id)
        }
      }
    }

    /// The CRTC that drives the connector already (its mode stays, nothing flickers), else the first possible one
    /// that no other connector uses, else the first possible one.
    private static func crtc(
      for connector: ConnectorState, of resources: KMSResources, on device: any KMSDevice, taken: Set<UInt32>
    ) -> (id: UInt32, index: Int)? {
      let possible = resources.crtcs.enumerated().filter { index, id in
        index < 32 && connector.possibleCRTCs & (1 << UInt32(index)) != 0 && !taken.contains(id)
      }
      if let current = possible.first(where: { $0.element == connector.currentCRTC }) {
        return (current.element, current.offset)
      }
      let idle = possible.first { ((try? device.crtc($0.element))?.mode) == nil }
      return (idle ?? possible.first).map { ($0.element, $0.offset) }
    }
  }
}
