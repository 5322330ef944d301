import Glibc
package import Posix
package import ViewerCore

/// What a simulated card does when it is told to, and when it refuses.
extension SimulatedDevice {
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

  func validate(
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

  func clips(of request: AtomicRequest) -> [PixelRect]? {
    let property = Self.number(of: "FB_DAMAGE_CLIPS")
    guard let change = request.changes.first(where: { $0.property == property }),
      case .damage(let rects)? = blobs[UInt32(change.value)]
    else { return nil }
    return rects
  }
}
