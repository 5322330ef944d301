/// The views that a page on the move shows when renders that are begun now and next will be done.
///
/// A fling knows from its start where it will be at any moment. A page that is in view now is not worth a render that
/// ends when it has gone by; one that comes into view meanwhile is. Renders take longer at times, and a page that is
/// there just when it leaves helps nobody, so that the first view is that of a moment somewhat later than the pace
/// says: a page in it is in view for three quarters of a render before and after, more or less.
package enum Course {
  /// In renders' times from now.
  private static let lead = 1.75
  private static let step = 0.5
  private static let most = 8
  /// Pages that take no longer than two frames are drawn as they come into view.
  private static let fast: Duration = .microseconds(33_334)

  /// - Parameters:
  ///   - pace: how long a render takes from being handed out to being here.
  ///   - rest: how long the page moves on.
  ///   - view: where it will be after a time.
  /// - Returns: the last is where it comes to rest; none where pages are drawn fast enough.
  package static func views(
    pace: Duration, rest: Duration, view: (Duration) -> Viewport
  ) -> [Viewport] {
    guard pace > fast else { return [] }
    var views: [Viewport] = []
    for index in 0..<most {
      let moment = pace * (lead + step * Double(index))
      if moment >= rest { break }
      views.append(view(moment))
    }
    views.append(view(rest))
    return views
  }
}
