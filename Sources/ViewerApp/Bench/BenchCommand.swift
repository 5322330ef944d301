import ViewerCore

/// `lectern bench [CASE...]`.
enum BenchCommand {
  static func run(_ options: BenchOptions, report: inout CommandReport) {
    let size = PixelSize(width: 1920, height: 1080)
    do throws(Failure) {
      for name in options.cases.isEmpty ? ["frames", "pictures"] : options.cases {
        switch name {
        case "frames":
          let idle = try IdleBench.wakeUps(size: size)
          report.say(FrameBench.report(json: options.json, size: size, idleWakeups: idle) + "\n")
        case "pictures": report.say(try PictureBench.report(json: options.json) + "\n")
        default: throw Failure(.usage, name, "is no benchmark; there are \"frames\" and \"pictures\"")
        }
      }
    } catch {
      report.complain(error)
    }
  }
}
