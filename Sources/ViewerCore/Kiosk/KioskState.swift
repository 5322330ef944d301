/// What a session knows of who is there and whether the panel is lit.
struct KioskState: Sendable {
  var visit = Visit()
  var power = PanelPower()
  var wakeGuard = WakeGuard()
  /// When the next picture of the show is due; nil while there is no show.
  var nextPicture: Timestamp?
  /// When it was last asked whether the document that is shown is the latest.
  var validated = Timestamp.zero
  /// When a document that could not be reached is tried again.
  var retry: Timestamp?
  /// How often that has been tried in vain.
  var failures = 0
  /// Whether anything has happened yet: before, nobody has been waited for.
  var hasBegun = false
}
