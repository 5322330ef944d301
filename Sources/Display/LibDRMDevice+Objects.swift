import CDRM
import Glibc
package import Posix
package import ViewerCore

/// What a card has: everything that libdrm allocates is copied into values and freed here.
extension LibDRMDevice {
  package func resources() throws(SystemError) -> KMSResources {
    guard let found = drmModeGetResources(fd) else { throw lastError("drmModeGetResources") }
    defer { drmModeFreeResources(found) }
    let resources = found.pointee
    return KMSResources(
      crtcs: list(resources.crtcs, resources.count_crtcs),
      connectors: list(resources.connectors, resources.count_connectors),
      limit: PixelSize(width: Int(resources.max_width), height: Int(resources.max_height)))
  }

  package func connector(_ id: UInt32, probe: Bool) throws(SystemError) -> ConnectorState {
    let call = probe ? "drmModeGetConnector" : "drmModeGetConnectorCurrent"
    guard let found = probe ? drmModeGetConnector(fd, id) : drmModeGetConnectorCurrent(fd, id) else {
      throw lastError(call)
    }
    defer { drmModeFreeConnector(found) }
    let connector = found.pointee
    let kind = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
    return ConnectorState(
      id: id, kind: ConnectorState.Kind(rawValue: connector.connector_type),
      index: connector.connector_type_id, name: "\(kind)-\(connector.connector_type_id)",
      status: ConnectorState.Status(rawValue: connector.connection.rawValue) ?? .unknown,
      currentCRTC: crtc(ofEncoder: connector.encoder_id),
      possibleCRTCs: drmModeConnectorGetPossibleCrtcs(fd, found),
      modes: UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes)).map(
        DisplayMode.init),
      millimetres: PixelSize(width: Int(connector.mmWidth), height: Int(connector.mmHeight)))
  }

  package func makeProbe(of connector: UInt32) -> ConnectorProbe? {
    guard let duplicate = try? descriptor.duplicate() else { return nil }
    return ConnectorProbe(source: .descriptor(duplicate.release()), connector: connector)
  }

  private func crtc(ofEncoder id: UInt32) -> UInt32? {
    guard id != 0, let encoder = drmModeGetEncoder(fd, id) else { return nil }
    defer { drmModeFreeEncoder(encoder) }
    return encoder.pointee.crtc_id == 0 ? nil : encoder.pointee.crtc_id
  }

  package func crtc(_ id: UInt32) throws(SystemError) -> CRTCState {
    guard let found = drmModeGetCrtc(fd, id) else { throw lastError("drmModeGetCrtc") }
    defer { drmModeFreeCrtc(found) }
    let crtc = found.pointee
    return CRTCState(
      id: id, framebuffer: crtc.buffer_id, x: crtc.x, y: crtc.y,
      mode: crtc.mode_valid != 0 ? DisplayMode(crtc.mode) : nil)
  }

  package func planes() throws(SystemError) -> [PlaneState] {
    guard let found = drmModeGetPlaneResources(fd) else { throw lastError("drmModeGetPlaneResources") }
    defer { drmModeFreePlaneResources(found) }
    return list(found.pointee.planes, Int32(found.pointee.count_planes)).compactMap { id in
      guard let plane = drmModeGetPlane(fd, id) else { return nil }
      defer { drmModeFreePlane(plane) }
      return PlaneState(id: id, crtc: plane.pointee.crtc_id, possibleCRTCs: plane.pointee.possible_crtcs)
    }
  }

  package func properties(
    of id: UInt32, _ kind: KMSObjectKind
  ) throws(SystemError) -> [String: KMSProperty] {
    let type: UInt32 =
      switch kind {
      case .crtc: UInt32(DRM_MODE_OBJECT_CRTC)
      case .connector: UInt32(DRM_MODE_OBJECT_CONNECTOR)
      case .plane: UInt32(DRM_MODE_OBJECT_PLANE)
      }
    guard let found = drmModeObjectGetProperties(fd, id, type) else {
      throw lastError("drmModeObjectGetProperties")
    }
    defer { drmModeFreeObjectProperties(found) }
    var result: [String: KMSProperty] = [:]
    for index in 0..<Int(found.pointee.count_props) {
      guard let number = found.pointee.props?[index], let value = found.pointee.prop_values?[index],
        let name = propertyName(number)
      else { continue }
      result[name] = KMSProperty(id: number, value: value)
    }
    return result
  }

  private func propertyName(_ number: UInt32) -> String? {
    guard let property = drmModeGetProperty(fd, number) else { return nil }
    defer { drmModeFreeProperty(property) }
    return withUnsafeBytes(of: property.pointee.name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  // MARK: Buffers and blobs

  package func makeBuffer(_ size: PixelSize) throws(SystemError) -> DumbBuffer {
    var handle: UInt32 = 0
    var pitch: UInt32 = 0
    var length: UInt64 = 0
    let width = UInt32(size.width)
    let height = UInt32(size.height)
    try check(
      "drmModeCreateDumbBuffer", drmModeCreateDumbBuffer(fd, width, height, 32, 0, &handle, &pitch, &length))
    do throws(SystemError) {
      let framebuffer = try addFramebuffer(width, height, handle: handle, pitch: pitch)
      do throws(SystemError) {
        let base = try map(handle, Int(length))
        return DumbBuffer(
          handle: handle, framebuffer: framebuffer,
          pixels: PixelView(
            base: base, stride: Int(pitch), width: size.width, height: size.height, format: .xrgb8888),
          length: Int(length))
      } catch {
        drmModeRmFB(fd, framebuffer)
        throw error
      }
    } catch {
      drmModeDestroyDumbBuffer(fd, handle)
      throw error
    }
  }

  private func addFramebuffer(
    _ width: UInt32, _ height: UInt32, handle: UInt32, pitch: UInt32
  ) throws(SystemError) -> UInt32 {
    var id: UInt32 = 0
    let handles: [UInt32] = [handle, 0, 0, 0]
    let pitches: [UInt32] = [pitch, 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    if drmModeAddFB2(fd, width, height, cdrm_format_xrgb8888, handles, pitches, offsets, &id, 0) == 0 {
      return id
    }
    // Drivers older than the call know depth and bits only.
    try check("drmModeAddFB", drmModeAddFB(fd, width, height, 24, 32, pitch, handle, &id))
    return id
  }

  private func map(_ handle: UInt32, _ length: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    var offset: UInt64 = 0
    try check("drmModeMapDumbBuffer", drmModeMapDumbBuffer(fd, handle, &offset))
    guard let base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, Int(offset)),
      base != MAP_FAILED
    else { throw lastError("mmap") }
    return base
  }

  package func destroyBuffer(_ buffer: DumbBuffer) {
    munmap(buffer.pixels.base, buffer.length)
    drmModeRmFB(fd, buffer.framebuffer)
    drmModeDestroyDumbBuffer(fd, buffer.handle)
  }

  package func makeModeBlob(_ mode: DisplayMode) throws(SystemError) -> UInt32 {
    var info = mode.info
    var id: UInt32 = 0
    // The kernel's drm_mode_modeinfo and libdrm's struct are one layout.
    try check(
      "drmModeCreatePropertyBlob",
      drmModeCreatePropertyBlob(fd, &info, MemoryLayout<drmModeModeInfo>.size, &id))
    return id
  }

  package func makeDamageBlob(_ rects: [PixelRect]) throws(SystemError) -> UInt32 {
    var id: UInt32 = 0
    let clips = rects.map {
      drm_mode_rect(x1: Int32($0.x), y1: Int32($0.y), x2: Int32($0.maxX), y2: Int32($0.maxY))
    }
    try check(
      "drmModeCreatePropertyBlob",
      drmModeCreatePropertyBlob(fd, clips, MemoryLayout<drm_mode_rect>.stride * clips.count, &id))
    return id
  }

  package func destroyBlob(_ id: UInt32) {
    drmModeDestroyPropertyBlob(fd, id)
  }

  private func list(_ base: UnsafeMutablePointer<UInt32>?, _ count: Int32) -> [UInt32] {
    Array(UnsafeBufferPointer(start: base, count: base == nil ? 0 : Int(count)))
  }

  private func lastError(_ call: String) -> SystemError {
    // libdrm's allocating calls leave errno; 0 would be its own lack of memory.
    let code = errno
    return SystemError(call: call, code: code == 0 ? ENOMEM : code)
  }
}

extension DisplayMode {
  init(_ info: drmModeModeInfo) {
    self.init(
      clock: info.clock,
      horizontal: Timing(
        visible: info.hdisplay, syncStart: info.hsync_start, syncEnd: info.hsync_end, total: info.htotal,
        skew: info.hskew),
      vertical: Timing(
        visible: info.vdisplay, syncStart: info.vsync_start, syncEnd: info.vsync_end, total: info.vtotal),
      scansPerLine: info.vscan, flags: info.flags, type: info.type,
      name: withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }

  var info: drmModeModeInfo {
    var info = drmModeModeInfo()
    info.clock = clock
    info.hdisplay = horizontal.visible
    info.hsync_start = horizontal.syncStart
    info.hsync_end = horizontal.syncEnd
    info.htotal = horizontal.total
    info.hskew = horizontal.skew
    info.vdisplay = vertical.visible
    info.vsync_start = vertical.syncStart
    info.vsync_end = vertical.syncEnd
    info.vtotal = vertical.total
    info.vscan = scansPerLine
    info.vrefresh = UInt32((refreshRate ?? 0).rounded())
    info.flags = flags
    info.type = type
    withUnsafeMutableBytes(of: &info.name) { target in
      // One byte stays for the end.
      target.copyBytes(from: Array(name.utf8.prefix(target.count - 1)))
    }
    return info
  }
}
