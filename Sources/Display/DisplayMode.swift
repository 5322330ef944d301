package import ViewerCore

/// One timing that a connector offers, after the kernel's `drm_mode_modeinfo`.
package struct DisplayMode: Hashable, Sendable {
  /// Pixel clock, kHz.
  package var clock: UInt32
  package var horizontal: Timing
  package var vertical: Timing
  /// Lines drawn more than once; 0 and 1 mean once.
  package var scansPerLine: UInt16
  /// `DRM_MODE_FLAG_*`.
  package var flags: UInt32
  /// `DRM_MODE_TYPE_*`.
  package var type: UInt32
  package var name: String

  /// Pixels (or lines) of one direction: visible, then the sync pulse's place, then the whole period.
  package struct Timing: Hashable, Sendable {
    package var visible: UInt16
    package var syncStart: UInt16
    package var syncEnd: UInt16
    package var total: UInt16
    /// Pixels; the horizontal direction only.
    package var skew: UInt16

    package init(visible: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16, skew: UInt16 = 0) {
      self.visible = visible
      self.syncStart = syncStart
      self.syncEnd = syncEnd
      self.total = total
      self.skew = skew
    }
  }

  package init(
    clock: UInt32, horizontal: Timing, vertical: Timing, scansPerLine: UInt16 = 0, flags: UInt32 = 0,
    type: UInt32 = 0, name: String
  ) {
    self.clock = clock
    self.horizontal = horizontal
    self.vertical = vertical
    self.scansPerLine = scansPerLine
    self.flags = flags
    self.type = type
    self.name = name
  }

  static let preferredType: UInt32 = 1 << 3
  static let interlaceFlag: UInt32 = 1 << 4
  static let doubleScanFlag: UInt32 = 1 << 5

  package var size: PixelSize {
    PixelSize(width: Int(horizontal.visible), height: Int(vertical.visible))
  }

  package var isPreferred: Bool { type & Self.preferredType != 0 }
  package var isInterlaced: Bool { flags & Self.interlaceFlag != 0 }

  /// Frames a second from the clock and the totals: `vrefresh` is rounded, and wrong on some drivers.
  /// `nil` when the timing is nonsense.
  package var refreshRate: Double? {
    let pixels = Double(horizontal.total) * Double(vertical.total) * Double(max(1, scansPerLine))
    guard clock > 0, pixels > 0 else { return nil }
    let rate = Double(clock) * 1000 / pixels
    return flags & Self.doubleScanFlag != 0 ? rate / 2 : rate
  }

  package var refreshPeriod: Duration? {
    refreshRate.map { .microseconds(Int64((1_000_000 / $0).rounded())) }
  }

  /// The mode to show: the panel's preferred one, then the largest, then the fastest. Interlaced modes and modes
  /// beyond what the driver can scan out are refused.
  /// - Parameters:
  ///   - size: when given, only modes of exactly this size count.
  ///   - limit: the driver's largest framebuffer.
  package static func choice(
    among modes: [DisplayMode], size: PixelSize? = nil, limit: PixelSize? = nil
  ) -> DisplayMode? {
    let usable = modes.filter { mode in
      if mode.isInterlaced || mode.size.isEmpty || mode.refreshRate == nil { return false }
      if let size, mode.size != size { return false }
      if let limit { return mode.size.width <= limit.width && mode.size.height <= limit.height }
      return true
    }
    return usable.max { left, right in
      if left.isPreferred != right.isPreferred { return right.isPreferred }
      if left.size.area != right.size.area { return left.size.area < right.size.area }
      return (left.refreshRate ?? 0) < (right.refreshRate ?? 0)
    }
  }
}
