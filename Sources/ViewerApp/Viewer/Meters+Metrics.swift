import Posix
import ViewerCore

extension Meters {
  /// What `--metrics` writes and `lectern ctl metrics` prints.
  /// - Parameters:
  ///   - now: on the monotonic clock.
  ///   - wall: ms since 1970, so that who reads the file sees how old it is.
  func metrics(_ viewer: Viewer, at now: Timestamp, wall: Int64) -> String {
    let (counters, cache) = viewer.session.stats
    let report = viewer.session.report
    var text = MetricsText()
    text.add(
      "info", .gauge, "The program's version.", [("version=\"\(ViewerProgram.version)\"", "1")])
    text.add(
      "written_timestamp_seconds", .gauge,
      "When these figures were told; nothing is written while nothing changes.",
      Decimal.text(Double(wall) / 1000, places: 3))
    text.add(
      "uptime_seconds", .gauge, "Time since the program was started.",
      MetricsText.seconds((now - start).seconds))
    text.add(
      "resident_memory_bytes", .gauge, "Memory of the viewer itself.", ProcessMemory.own()?.resident ?? 0)
    text.add("visible", .gauge, "Whether anybody can see the picture.", viewer.session.isVisible ? 1 : 0)
    text.add("document_open", .gauge, "Whether a document is shown.", report.phase == .open ? 1 : 0)
    text.add("document_pages", .gauge, "Pages of the document.", report.pages)
    text.add("documents_opened_total", .counter, "Documents that were opened.", counters.documents)
    text.add(
      "documents_failed_total", .counter, "Documents that could not be shown.", counters.documentsFailed)
    text.add("frames_total", .counter, "Pictures that were composed.", viewer.frames)
    text.add("frames_late_total", .counter, "Pictures that missed their refresh.", frames.late)
    text.add("frame_seconds", "How long composing a picture took.", frames)
    text.add("sharp_seconds", "From the end of a gesture to the first sharp picture.", sharp)
    if let firstPixel {
      text.add(
        "first_pixel_seconds", .gauge, "From the start to the first pixel of a page.",
        MetricsText.seconds(firstPixel.seconds))
    }
    text.add("renders_total", .counter, "Pages that were drawn.", counters.rendersDone)
    text.add(
      "renders_cancelled_total", .counter, "Pages that nobody wanted any more.", counters.rendersCancelled)
    text.add("renders_failed_total", .counter, "Pages that could not be drawn.", counters.rendersFailed)
    text.add("workers", .gauge, "Workers that run.", viewer.pool.running)
    text.add("workers_started_total", .counter, "Workers that were started.", viewer.pool.started)
    text.add(
      "workers_killed_total", .counter, "Workers that died or were ended for good reason.", viewer.pool.killed
    )
    text.add(
      "cache_bytes", .gauge, "Memory of pictures of pages.",
      [
        ("kind=\"base\"", "\(cache.baseBytes)"), ("kind=\"tile\"", "\(cache.tileBytes)"),
        ("kind=\"pool\"", "\(cache.pool.byteCount)"),
      ])
    text.add("cache_budget_bytes", .gauge, "What that memory may be at most.", cache.budget)
    text.add("cache_hits_total", .counter, "Pages that came into view with their pixels.", counters.cacheHits)
    text.add("cache_misses_total", .counter, "Pages that came into view without them.", counters.cacheMisses)
    return text.text
  }
}
