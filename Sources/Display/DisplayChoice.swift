package import ViewerCore

/// What the command line and configuration say about one screen; `nil` leaves it to the machine.
package struct DisplayChoice: Hashable, Sendable {
  /// `HDMI-A-1`, after `--display drm:`.
  package var connector: String?
  /// Only modes of exactly this size.
  package var size: PixelSize?
  /// Replaces what the panel says of how it is built in.
  package var rotation: Rotation?
  package var dotsPerInch: Double?
  /// Whether to use atomic commits: by default wherever they are known to work.
  package var atomic: Bool?

  package init(
    connector: String? = nil, size: PixelSize? = nil, rotation: Rotation? = nil,
    dotsPerInch: Double? = nil, atomic: Bool? = nil
  ) {
    self.connector = connector
    self.size = size
    self.rotation = rotation
    self.dotsPerInch = dotsPerInch
    self.atomic = atomic
  }
}
