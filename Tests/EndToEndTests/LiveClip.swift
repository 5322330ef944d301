import Foundation

/// Clips for runs in real time.
enum LiveClip {
  /// ms until a run has come to rest after its warm-up, and how long it rests at the end.
  static let rest = 2500

  /// Goes once through the document, goes home and rests; then drags and pinches for a time, goes home and rests.
  /// - Parameter seconds: of dragging.
  /// - Returns: the script; when the first rest is nearly over, when the dragging ends, and when the last rest is
  ///   nearly over, in ms.
  static func visit(seconds: Int, size: (width: Int, height: Int)) -> (
    text: String, restful: Int, dragged: Int, end: Int
  ) {
    let x = size.width / 2
    let (low, high) = (size.height * 9 / 10, size.height / 10)
    var lines: [String] = []
    var time = 500
    for _ in 0..<4 {
      lines.append("\(time) fling \(x),\(low) \(x),\(high) 80ms")
      time += 700
    }
    lines.append("\(time) ctl home")
    let restful = time + rest
    time = restful + 300
    let dragged = time + seconds * 1000
    var round = 0
    while time + 2000 < dragged {
      // Six times down to once up, so that new pages come all the time.
      if round % 7 == 6 {
        lines.append("\(time) drag \(x),\(high) \(x),\(low) 500ms")
      } else if round % 7 == 3 {
        lines.append("\(time) pinch \(x),\(size.height / 2) 100 260 400ms")
        lines.append("\(time + 700) pinch \(x),\(size.height / 2) 260 80 400ms")
        time += 700
      } else {
        lines.append("\(time) drag \(x),\(low) \(x),\(high) 450ms")
      }
      round += 1
      time += 750
    }
    lines.append("\(dragged) ctl home")
    lines.append("\(dragged) wait \(rest + 1500)ms")
    return (lines.joined(separator: "\n") + "\n", restful, dragged, dragged + rest)
  }
}
