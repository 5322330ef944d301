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
package struct RenderOptions: ReadingOptions, Hashable, Sendable {
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

  package var document = DocumentOptions()
  /// Counted from 1.
  package var page = 1
  package var extent = Extent.scale(2)
  /// px of the upright page at that extent; nil for the whole page.
  package var clip: PixelRect?
  package var rotation = Rotation.none
  /// 0xRRGGBB behind the page.
  package var background: UInt32 = 0xFFFFFF
  package var output = ""
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
package struct InfoOptions: ReadingOptions, Hashable, Sendable {
  package var document = DocumentOptions()
  package var json = false

  package init() {}
}

/// What `lectern links` is told.
package struct LinksOptions: ReadingOptions, Hashable, Sendable {
  package var document = DocumentOptions()
  /// Counted from 1; nil for all.
  package var page: Int?
  package var json = false

  package init() {}
}

/// What `lectern text` is told.
package struct TextOptions: ReadingOptions, Hashable, Sendable {
  package var document = DocumentOptions()
  /// Counted from 1; nil for all.
  package var page: Int?
  package var json = false

  package init() {}
}

/// What `lectern search` is told.
package struct SearchOptions: ReadingOptions, Hashable, Sendable {
  package var query = ""
  package var document = DocumentOptions()
  /// Counted from 1; nil for all.
  package var pages: ClosedRange<Int>?
  package var json = false
  /// How many processes read pages; nil for as many as there are processors.
  package var workers: Int?

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

/// What `lectern cache` is told.
package struct CacheOptions: TransferringOptions, Hashable, Sendable {
  package enum Action: String, Hashable, Sendable, CaseIterable {
    /// Brings a document into the cache, or finds that it is still the same.
    case fetch
    case list
    /// Forgets a document's copy.
    case remove
    /// Forgets all copies.
    case clear
    /// Tells how many copies there are, and their bytes.
    case size
  }

  package var action = Action.list
  /// Of `fetch` and `remove`.
  package var address = ""
  package var transfer = TransferOptions()
  package var json = false

  package init() {}
}
