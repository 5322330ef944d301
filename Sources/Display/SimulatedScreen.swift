import ViewerCore

/// How pixels reach a simulated card's glass.
extension SimulatedDevice {
  func take(off cookie: UInt64, crtc: UInt32, framebuffer: UInt32, damage: [PixelRect]?) {
    frames += 1
    lastDamage = damage
    let period = configuration.period.microseconds
    let vblank = Timestamp(microseconds: (now.microseconds / period + 1) * period)
    let fault = flipFaults.isEmpty ? nil : flipFaults.removeFirst()
    flight = Flight(
      cookie: cookie, crtc: crtc, framebuffer: framebuffer, damage: damage, lands: vblank, fault: fault)
  }

  func land(_ landing: Flight) {
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
  func upload(_ framebuffer: UInt32, _ rects: [PixelRect]?) {
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

  func mode(of crtc: UInt32) -> DisplayMode? {
    guard case .mode(let mode)? = blobs[UInt32(self[crtc, "MODE_ID"])] else { return nil }
    return mode
  }

  func primaryPlane(of crtc: UInt32) -> UInt32? {
    Self.crtcIDs.firstIndex(of: crtc).map { Self.primaryPlanes[$0] }
  }

  func framebuffer(on crtc: UInt32) -> UInt32? {
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
