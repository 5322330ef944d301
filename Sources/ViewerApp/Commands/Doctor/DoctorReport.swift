import Wire

/// The findings as they are printed.
struct DoctorReport: Hashable, Sendable {
  var findings: [Finding]

  /// 0 when nothing is lacking, else `EX_UNAVAILABLE` of sysexits.h.
  var status: Int32 { lacking == 0 ? 0 : 69 }

  private var lacking: Int { findings.count { $0.state == .lacks } }

  /// A line for each finding, a line below it for its fix, and what it comes to.
  var table: String {
    let states = Finding.State.allCases.map(\.rawValue.count).max() ?? 0
    let checks = findings.map(\.check.count).max() ?? 0
    var text = ""
    for finding in findings {
      text += Self.padded(finding.state.rawValue, states) + "  " + Self.padded(finding.check, checks)
      text += "  \(finding.message)\n"
      if let fix = finding.fix {
        text += Self.padded("", states) + "  " + Self.padded("  fix:", checks) + "  \(fix)\n"
      }
    }
    return text + (lacking == 0 ? "Nothing is lacking.\n" : "Lacking: \(lacking). Commands are for root.\n")
  }

  var json: String {
    var json = JSONText()
    json.array { json in
      for finding in findings {
        json.object { json in
          json.string("check", finding.check)
          json.string("state", finding.state.rawValue)
          json.string("message", finding.message)
          if let fix = finding.fix { json.string("fix", fix) } else { json.null("fix") }
        }
      }
    }
    return json.text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
