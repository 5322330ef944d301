/// The line about the kiosk in `systemctl status`: which document, how long it is, or why there is none.
///
/// Where a visitor is in it is nobody's business.
package enum ServiceStatus {
  package static func line(
    document: String, pages: Int, failure: Failure?, hasScreen: Bool, isAway: Bool
  ) -> String {
    var line: String
    if let failure {
      line = failure.line
    } else if pages > 0 {
      line = "\(document), \(pages) \(pages == 1 ? "page" : "pages")"
    } else {
      line = "Opening \(document)"
    }
    if !hasScreen { line = "No display; " + line }
    if isAway { line = "Another console is in front; " + line }
    return line
  }
}
