import Foundation
import Testing

/// What `--trace` has written, taken apart again by another reader than the one that wrote it.
struct RunTrace {
  struct Place: Equatable {
    var x: Double
    var y: Double

    func distance(to other: Place) -> Double { hypot(x - other.x, y - other.y) }
  }

  struct Page: Equatable {
    var number: Int
    /// x, y, width, height on the screen.
    var frame: [Int]
    var quality: String
  }

  struct Frame {
    /// Virtual ms.
    var time: Double
    var page: Int
    var zoom: Double
    var offset: Place
    var visible: [Page]
    var crc: String

    /// A place on the screen, as a place in the content at zoom 1.
    func content(under place: Place) -> Place {
      Place(x: (place.x + offset.x) / zoom, y: (place.y + offset.y) / zoom)
    }

    /// Where the screen shows a place of the content.
    func shown(_ content: Place) -> Place {
      Place(x: content.x * zoom - offset.x, y: content.y * zoom - offset.y)
    }

    /// Every visible page has its own pixels, as many as the screen shows.
    var isSharp: Bool { !visible.isEmpty && visible.allSatisfy { $0.quality == "sharp" } }
  }

  struct Gesture {
    var time: Double
    var kind: String
    var delta: Place
    var scale: Double?
    var velocity: Place
  }

  struct Trim {
    var time: Double
    var reason: String
    var before: Int
    var after: Int
  }

  /// The file itself.
  let bytes: Data
  private(set) var frames: [Frame] = []
  private(set) var gestures: [Gesture] = []
  private(set) var trims: [Trim] = []
  private(set) var loads: [(time: Double, pages: Int)] = []
  private(set) var errors: [(code: String, page: Int?)] = []
  /// Current pages, as they were told.
  private(set) var pages: [(time: Double, page: Int)] = []
  private(set) var isWhole = false

  init(contentsOf file: URL) throws {
    bytes = try Data(contentsOf: file)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // Plans and renders are many, and nothing here asks for them.
      let head = line.prefix(40)
      if head.firstRange(of: Data(#""plan""#.utf8)) != nil
        || head.firstRange(of: Data(#""render""#.utf8)) != nil
      {
        continue
      }
      try add(try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any]))
    }
  }

  private mutating func add(_ event: [String: Any]) throws {
    let time = try #require(event["t"] as? Double)
    switch event["event"] as? String {
    case "frame": frames.append(try Self.frame(event, time))
    case "gesture":
      gestures.append(
        Gesture(
          time: time, kind: try #require(event["kind"] as? String), delta: try Self.place(event["delta"]),
          scale: event["scale"] as? Double, velocity: try Self.place(event["velocity"])))
    case "trim":
      trims.append(
        Trim(
          time: time, reason: try #require(event["reason"] as? String),
          before: try #require(event["before"] as? Int), after: try #require(event["after"] as? Int)))
    case "load": loads.append((time, try #require(event["pages"] as? Int)))
    case "page": pages.append((time, try #require(event["page"] as? Int)))
    case "error": errors.append((try #require(event["code"] as? String), event["page"] as? Int))
    case "quit": isWhole = true
    default: break
    }
  }

  private static func frame(_ event: [String: Any], _ time: Double) throws -> Frame {
    let visible = try #require(event["visible"] as? [[Any]])
    return Frame(
      time: time, page: try #require(event["page"] as? Int), zoom: try #require(event["zoom"] as? Double),
      offset: try place(event["offset"]),
      visible: try visible.map { row in
        Page(
          number: try #require(row.first as? Int), frame: try #require(row[1] as? [Int]),
          quality: try #require(row.last as? String))
      },
      crc: try #require(event["crc"] as? String))
  }

  private static func place(_ value: Any?) throws -> Place {
    let numbers = try #require(value as? [Double])
    return Place(x: numbers[0], y: numbers[1])
  }

  /// What the screen showed at a moment (ms).
  func frame(at time: Double) -> Frame? {
    var low = 0
    var high = frames.count
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? frames[low - 1] : nil
  }
}
