import ViewerCore

/// `lectern bench [CASE...]`.
enum BenchCommand {
  static func run(_ options: BenchOptions, report: inout CommandReport) {
    let size = PixelSize(width: 1920, height: 1080)
    do throws(Failure) {
      for name in options.cases.isEmpty ? ["frames"] : options.cases {
        guard name == "frames" else {
          throw Failure(.usage, name, "is no benchmark; there is \"frames\"")
        }
        let idle = try IdleBench.wakeUps(size: size)
        report.say(FrameBench.report(json: options.json, size: size, idleWakeups: idle) + "\n")
      }
    } catch {
      report.complain(error)
    }
  }
}
