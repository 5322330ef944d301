import ViewerCore

/// `lectern doctor`: looks at the machine, changes nothing, and tells what it lacks to be a kiosk.
enum DoctorCommand {
  /// - Returns: the exit status: 0 when nothing is lacking.
  static func run(_ options: DoctorOptions, report: inout CommandReport) -> Int32 {
    let result = DoctorReport(findings: Diagnosis(MachineSurvey.facts()).findings)
    report.say(options.json ? result.json + "\n" : result.table)
    return report.status == 0 ? result.status : report.status
  }
}
