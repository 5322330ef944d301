import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

@Suite("Figures for Prometheus")
struct MetricsTests {
  /// Values by their names with labels; fails on what is not the text format.
  private static func values(_ text: String) throws -> [String: Double] {
    var values: [String: Double] = [:]
    var typed: [String: String] = [:]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if words[0] == "#" {
        try #require(words.count == 4 && ["HELP", "TYPE"].contains(words[1]), "\(line)")
        if words[1] == "TYPE" {
          #expect(typed.updateValue(words[3], forKey: words[2]) == nil, "\(words[2]) twice")
          #expect(["counter", "gauge", "summary"].contains(words[3]))
        }
        continue
      }
      let (name, value) = (
        try #require(words.first), try #require(words.last.flatMap(Double.init), "\(line)")
      )
      let plain = name.prefix { $0 != "{" }
      let base = ["_sum", "_count"].first {
        plain.hasSuffix($0) && typed[String(plain.dropLast($0.count))] == "summary"
      }
      #expect(typed[String(plain.dropLast(base?.count ?? 0))] != nil, "\(name) has no type")
      #expect(values.updateValue(value, forKey: name) == nil, "\(name) twice")
    }
    return values
  }

  @Test("Each figure has its type, stands there once, and says what the viewer has done")
  func figures() throws {
    let stage = try ViewerStage([Material.document(pages: 3)])
    let meters = Meters(start: .zero)
    for time in [0.0, 20, 200] {
      stage.viewer.handle(.frame, at: .milliseconds(time))
      try stage.settle(at: time)
      let now = Timestamp.milliseconds(time)
      _ = meters.frame(at: now, stage.viewer) { stage.viewer.compose(at: now) }
    }
    let text = meters.metrics(stage.viewer, at: .milliseconds(2500), wall: 1_700_000_000_250)
    #expect(text.hasSuffix("\n"))
    let values = try Self.values(text)
    #expect(values["lectern_uptime_seconds"] == 2.5)
    #expect(values["lectern_written_timestamp_seconds"] == 1_700_000_000.25)
    #expect(values["lectern_documents_opened_total"] == 1 && values["lectern_documents_failed_total"] == 0)
    #expect(values["lectern_document_open"] == 1 && values["lectern_document_pages"] == 3)
    #expect(values["lectern_renders_total"] == 3)
    #expect(values["lectern_frames_total"] == Double(stage.viewer.frames))
    #expect(values["lectern_frame_seconds_count"] == Double(meters.frames.count))
    let (half, sum) = (values["lectern_frame_seconds{quantile=\"0.5\"}"], values["lectern_frame_seconds_sum"])
    #expect(half ?? 0 > 0 && sum ?? 0 > 0)
    #expect(values["lectern_cache_bytes{kind=\"base\"}"] == Double(3 * 512 * 160))
    #expect(values["lectern_resident_memory_bytes"] ?? 0 > 1e6)
    #expect(values["lectern_workers_started_total"] == Double(stage.viewer.pool.started))
  }

  @Test("A document that cannot be shown is counted")
  func failed() throws {
    let stage = try ViewerStage([nil])
    try stage.settle(at: 0)
    let values = try Self.values(Meters(start: .zero).metrics(stage.viewer, at: .zero, wall: 0))
    #expect(values["lectern_documents_failed_total"] == 1 && values["lectern_document_open"] == 0)
    #expect(values["lectern_first_pixel_seconds"] == nil)
  }

  @Test("The file is written when something has happened, not more often than its pace, and not at rest")
  func pace() throws {
    let stage = try ViewerStage([Material.document(pages: 1)])
    let meters = Meters(start: .zero)
    let file = stage.folder.appendingPathComponent("lectern.prom")
    let metrics = try MetricsFile(file.path) { Issue.record("\($0)") }
    func written(_ uptime: String) -> Bool {
      let text = try? String(contentsOf: file, encoding: .utf8)
      return text?.contains("lectern_uptime_seconds \(uptime)\n") ?? false
    }
    /// As long as the disk takes.
    func wait(for uptime: String) throws {
      let end = Date(timeIntervalSinceNow: 60)
      while !written(uptime) {
        try #require(Date() < end)
        usleep(1000)
      }
    }
    stage.viewer.handle(.frame, at: .zero)
    #expect(metrics.deadline(stage.viewer) == .zero)
    metrics.write(stage.viewer, meters, at: .milliseconds(1000))
    try wait(for: "1.000000")
    // Nothing has happened: nothing wakes anybody.
    #expect(metrics.deadline(stage.viewer) == nil)
    metrics.write(stage.viewer, meters, at: .milliseconds(40_000))
    stage.viewer.handle(.frame, at: .milliseconds(2000))
    #expect(metrics.deadline(stage.viewer) == .milliseconds(16_000))
    metrics.write(stage.viewer, meters, at: .milliseconds(15_999))
    #expect(written("1.000000"))
    metrics.write(stage.viewer, meters, at: .milliseconds(16_000))
    try wait(for: "16.000000")
    let names = try FileManager.default.contentsOfDirectory(atPath: stage.folder.path)
    #expect(names.filter { $0.contains("prom") } == ["lectern.prom"])
    metrics.close()
  }

  @Test("A file that cannot be written is complained of once")
  func failure() throws {
    let stage = try ViewerStage([Material.document(pages: 1)])
    let meters = Meters(start: .zero)
    var complaints: [Failure] = []
    let metrics = try MetricsFile(stage.folder.path + "/none/lectern.prom") { complaints.append($0) }
    for time in 0..<5 {
      let now = Timestamp.milliseconds(Double(time * 20_000))
      stage.viewer.handle(.frame, at: now)
      metrics.write(stage.viewer, meters, at: now)
      var result = pollfd(fd: metrics.rawValue, events: Int16(POLLIN), revents: 0)
      try #require(poll(&result, 1, 60_000) == 1)
    }
    metrics.close()
    #expect(complaints.count == 1 && complaints.first?.code == .writeFailed)
  }
}
