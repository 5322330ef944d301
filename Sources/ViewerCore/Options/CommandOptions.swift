/// What a worker may use for one command; the same defaults as for the kiosk.
package struct WorkerLimitOptions: Hashable, Sendable {
  /// MB of address space.
  package var memory = 1024
  /// CPU time for opening a document, drawing a page, and reading a page's text or links.
  package var openTimeout = Duration.seconds(10)
  package var renderTimeout = Duration.seconds(10)
  package var textTimeout = Duration.seconds(3)

  package init() {}
}

/// What `lectern render` is told.
package struct RenderOptions: Hashable, Sendable {
  package enum Extent: Hashable, Sendable {
    /// The upright page's width in px.
    case width(Int)
    /// px a point (1/72 inch).
    case scale(Double)
  }

  package enum Format: Hashable, Sendable {
    case png
    /// Quality 1-100.
    case jpeg(quality: Int)
  }

  package var source = ""
  /// Counted from 1.
  package var page = 1
  package var extent = Extent.scale(2)
  /// px of the upright page at that extent; nil for the whole page.
  package var clip: PixelRect?
  package var rotation = Rotation.none
  /// 0xRRGGBB behind the page.
  package var background: UInt32 = 0xFFFFFF
  package var output = ""
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()
  var width: Int?
  var scale: Double?
  var quality: Int?

  package init() {}

  /// By the output's ending; nil for one that is neither.
  package var format: Format? {
    let name = output.lowercased()
    if name.hasSuffix(".png") { return .png }
    return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? .jpeg(quality: quality ?? 90) : nil
  }
}

/// What `lectern info` and `lectern outline` are told.
package struct InfoOptions: Hashable, Sendable {
  package var source = ""
  package var json = false
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()

  package init() {}
}

/// What `lectern links` is told.
package struct LinksOptions: Hashable, Sendable {
  package var source = ""
  /// Counted from 1; nil for all.
  package var page: Int?
  package var json = false
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()

  package init() {}
}

/// What `lectern text` is told.
package struct TextOptions: Hashable, Sendable {
  package var source = ""
  /// Counted from 1; nil for all.
  package var page: Int?
  package var json = false
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()

  package init() {}
}

/// What `lectern search` is told.
package struct SearchOptions: Hashable, Sendable {
  package var query = ""
  package var source = ""
  /// Counted from 1; nil for all.
  package var pages: ClosedRange<Int>?
  package var json = false
  package var workers = 2
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()

  package init() {}
}

/// What `lectern record` is told.
package struct RecordOptions: Hashable, Sendable {
  /// Where the clip goes.
  package var file = ""

  package init() {}
}

/// What `lectern bench` is told.
package struct BenchOptions: Hashable, Sendable {
  /// Empty for all.
  package var cases: [String] = []
  package var json = false

  package init() {}
}

/// What `lectern doctor` is told.
package struct DoctorOptions: Hashable, Sendable {
  package var json = false

  package init() {}
}
