import ViewerCore

/// Figures in the words of Prometheus: its text format, version 0.0.4, a name with its help, its type and its values.
struct MetricsText {
  enum Kind: String {
    /// Only grows while the program runs.
    case counter
    case gauge
  }

  private(set) var text = ""

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: String) {
    add(name, kind, help, [("", value)])
  }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, "\(value)")
  }

  /// Several values of one name, told apart by their labels (`kind="base"`).
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(labels: String, value: String)])
  {
    head(name, kind.rawValue, help)
    for (labels, value) in values {
      text += labels.isEmpty ? "lectern_\(name) \(value)\n" : "lectern_\(name){\(labels)} \(value)\n"
    }
  }

  /// How long something took, s.
  mutating func add(_ name: String, _ help: String, _ times: FrameTimes) {
    head(name, "summary", help)
    for (share, label) in [(0.5, "0.5"), (0.95, "0.95"), (0.99, "0.99")] where times.count > 0 {
      text += "lectern_\(name){quantile=\"\(label)\"} \(Self.seconds(times.percentile(share) / 1000))\n"
    }
    text += "lectern_\(name)_sum \(Self.seconds(times.total.seconds))\n"
    text += "lectern_\(name)_count \(times.count)\n"
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP lectern_\(name) \(help)\n# TYPE lectern_\(name) \(type)\n"
  }

  static func seconds(_ value: Double) -> String { Decimal.text(value, places: 6) }
}
