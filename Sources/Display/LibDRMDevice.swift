import CDRM
import Glibc
package import Posix
package import ViewerCore

/// A real card, through libdrm.
///
/// Objects and properties come from `drmMode*`; flips are read from the descriptor itself, 32 bytes each
/// (`struct drm_event_vblank`), so that nothing calls back into Swift.
package final class LibDRMDevice: KMSDevice {
  let descriptor: FileDescriptor
  package let driverName: String
  /// Flips read on behalf of other outputs of this card.
  private var waiting: [FlipEvent] = []

  /// - Parameter descriptor: an open primary node, non-blocking.
  package init(descriptor: consuming FileDescriptor) {
    driverName = Self.driver(of: descriptor.rawValue)
    self.descriptor = descriptor
  }

  /// Opens a card. The first to open one is its master until another program takes it over.
  package convenience init(path: String) throws(SystemError) {
    self.init(descriptor: try FileDescriptor.open(path, .readWrite, blocking: false))
  }

  /// Opens every card that can set modes.
  /// - Throws: `no-permission` when there are cards, and none may be opened.
  package static func openAll() throws(Failure) -> [LibDRMDevice] {
    var devices: [LibDRMDevice] = []
    var forbidden: String?
    for path in primaryNodes() {
      do throws(SystemError) {
        let device = try LibDRMDevice(path: path)
        // Render-only cards have no resources to speak of.
        if let resources = try? device.resources(), !resources.connectors.isEmpty { devices.append(device) }
      } catch {
        if error.isPermission { forbidden = path }
      }
    }
    if devices.isEmpty, let forbidden { throw DisplayFailure.noPermission(forbidden) }
    return devices
  }

  /// `/dev/dri/card0` and the like; their order means nothing.
  package static func primaryNodes() -> [String] {
    let capacity = 16
    return withUnsafeTemporaryAllocation(of: drmDevicePtr?.self, capacity: capacity) { list in
      list.initialize(repeating: nil)
      let count = cdrm_devices(list.baseAddress, Int32(capacity))
      guard count > 0 else { return [] }
      defer { drmFreeDevices(list.baseAddress, count) }
      return list.prefix(Int(count)).compactMap { device in
        guard let device, cdrm_has_primary_node(device) != 0, let path = cdrm_primary_node(device) else {
          return nil
        }
        return String(cString: path)
      }
    }
  }

  private static func driver(of fd: Int32) -> String {
    guard let version = drmGetVersion(fd) else { return "unknown" }
    defer { drmFreeVersion(version) }
    return version.pointee.name.map { String(cString: $0) } ?? "unknown"
  }

  var fd: Int32 { descriptor.rawValue }

  package var eventDescriptor: Int32? { descriptor.rawValue }

  package func enable(_ capability: KMSCapability) -> Bool {
    let number =
      switch capability {
      case .universalPlanes: DRM_CLIENT_CAP_UNIVERSAL_PLANES
      case .atomic: DRM_CLIENT_CAP_ATOMIC
      }
    return drmSetClientCap(fd, UInt64(number), 1) == 0
  }

  // MARK: Rights

  package var isMaster: Bool { cdrm_is_master(fd) != 0 }

  package func setMaster() throws(SystemError) {
    try check("drmSetMaster", drmSetMaster(fd))
  }

  package func dropMaster() throws(SystemError) {
    try check("drmDropMaster", drmDropMaster(fd))
  }

  // MARK: Frames

  package func commit(
    _ request: AtomicRequest, _ flags: CommitFlags, cookie: UInt64
  ) throws(SystemError) {
    let call = "drmModeAtomicCommit"
    guard let built = drmModeAtomicAlloc() else { throw SystemError(call: call, code: ENOMEM) }
    defer { drmModeAtomicFree(built) }
    for change in request.changes {
      let added = drmModeAtomicAddProperty(built, change.object, change.property, change.value)
      if added < 0 { throw SystemError(call: call, code: -added) }
    }
    try check(
      call, drmModeAtomicCommit(fd, built, flags.rawValue, UnsafeMutableRawPointer(bitPattern: UInt(cookie))))
  }

  package func setCRTC(_ state: CRTCState, connectors: [UInt32]) throws(SystemError) {
    var ids = connectors
    var result: Int32 = 0
    if let mode = state.mode {
      var info = mode.info
      result = cdrm_result(
        drmModeSetCrtc(
          fd, state.id, state.framebuffer, state.x, state.y, &ids, Int32(ids.count), &info))
    } else {
      result = cdrm_result(drmModeSetCrtc(fd, state.id, 0, 0, 0, nil, 0, nil))
    }
    try check("drmModeSetCrtc", result)
  }

  package func pageFlip(crtc: UInt32, framebuffer: UInt32, cookie: UInt64) throws(SystemError) {
    try check(
      "drmModePageFlip",
      drmModePageFlip(
        fd, crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
        UnsafeMutableRawPointer(bitPattern: UInt(cookie))))
  }

  package func markDirty(framebuffer: UInt32, _ rects: [PixelRect]) throws(SystemError) {
    var clips = rects.map {
      drmModeClip(x1: UInt16($0.x), y1: UInt16($0.y), x2: UInt16($0.maxX), y2: UInt16($0.maxY))
    }
    try check("drmModeDirtyFB", drmModeDirtyFB(fd, framebuffer, &clips, UInt32(clips.count)))
  }

  package func disablePlane(_ id: UInt32) throws(SystemError) {
    try check("drmModeSetPlane", drmModeSetPlane(fd, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  package func setProperty(
    of connector: UInt32, _ property: UInt32, to value: UInt64
  ) throws(SystemError) {
    try check(
      "drmModeConnectorSetProperty", drmModeConnectorSetProperty(fd, connector, property, value))
  }

  package func readFlips(of crtc: UInt32, into flips: inout [FlipEvent]) throws(SystemError) {
    try drain()
    guard !waiting.isEmpty else { return }
    // Kernels before 4.12 do not say which CRTC it was.
    flips += waiting.filter { $0.crtc == crtc || $0.crtc == 0 }
    waiting.removeAll { $0.crtc == crtc || $0.crtc == 0 }
  }

  private func drain() throws(SystemError) {
    try withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { (buffer) throws(SystemError) in
      while true {
        let count: Int
        do throws(SystemError) {
          count = try descriptor.read(into: buffer)
        } catch {
          if error.isWouldBlock { return }
          throw error
        }
        if count == 0 { return }
        parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// Events of unknown kinds are stepped over by their length.
  private func parse(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + MemoryLayout<drm_event>.size <= bytes.count {
      let head = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
      let length = Int(head.length)
      guard length >= MemoryLayout<drm_event>.size, offset + length <= bytes.count else { return }
      if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
        waiting.append(
          FlipEvent(
            cookie: UInt64(event.user_data),
            time: Timestamp(microseconds: Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec)),
            sequence: event.sequence, crtc: event.crtc_id))
      }
      offset += length
    }
  }

  func check(_ call: String, _ result: Int32) throws(SystemError) {
    let code = cdrm_result(result)
    if code < 0 { throw SystemError(call: call, code: -code) }
  }
}
