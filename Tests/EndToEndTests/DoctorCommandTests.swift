import Foundation
import Testing

@testable import ViewerApp

struct DoctorCommandTests {
  private static let report = DoctorReport(findings: [
    .ok("kernel", "Linux 6.1."),
    .lacks("font of controls", "\"Inter\" is missing.", fix: "apt-get install x"),
    .note("user", "root.", fix: nil),
  ])

  @Test("The table says state, subject, sentence and fix, and what it comes to")
  func table() {
    #expect(
      Self.report.table == """
        ok     kernel            Linux 6.1.
        lacks  font of controls  "Inter" is missing.
                 fix:            apt-get install x
        note   user              root.
        Lacking: 1. Commands are for root.

        """)
    #expect(DoctorReport(findings: []).table == "Nothing is lacking.\n")
  }

  @Test("JSON is an array of objects with the four keys, the fix null where there is none")
  func json() {
    #expect(
      Self.report.json == """
        [{"check":"kernel","state":"ok","message":"Linux 6.1.","fix":null},\
        {"check":"font of controls","state":"lacks","message":"\\"Inter\\" is missing.","fix":"apt-get install x"},\
        {"check":"user","state":"note","message":"root.","fix":null}]
        """)
  }

  private struct Row: Decodable {
    var check: String
    var state: String
    var message: String
    var fix: String?
  }

  @Test("This machine, whatever it is, gets one answer: status, JSON and table agree")
  func here() throws {
    let result = try lectern(["doctor", "--json"])
    let rows = try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
    #expect(result.complaints.isEmpty)
    #expect(result.status == (rows.contains { $0.state == "lacks" } ? 69 : 0))
    for check in [
      "kernel", "memory", "udev rules", "lectern-worker", "lectern-pictures", "poppler-data", "configuration",
    ] {
      #expect(rows.count { $0.check == check } == 1)
    }
    for row in rows {
      #expect(row.message.last == ".")
      #expect(row.state != "lacks" || row.fix?.isEmpty == false, "\(row.check) has no fix")
      #expect(!row.message.contains("\n") && row.fix?.contains("\n") != true)
    }
    // The worker was built beside the program.
    #expect(rows.first { $0.check == "lectern-worker" }?.state == "ok")
    #expect(try lectern(["doctor"]).output.contains("kernel"))
  }
}
