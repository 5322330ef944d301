package import ViewerCore

/// The picture that a touch surface covers.
package struct Screen: Hashable, Sendable {
  /// The connector's name, `HDMI-A-1`; empty where it does not matter.
  package var output: String
  /// The upright panel.
  package var panel: Panel
  /// How the upright picture is turned on the glass.
  package var rotation: Rotation

  package init(output: String = "", panel: Panel, rotation: Rotation = .none) {
    self.output = output
    self.panel = panel
    self.rotation = rotation
  }
}
