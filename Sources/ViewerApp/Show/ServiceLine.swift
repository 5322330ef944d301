import Display
import Posix
import ViewerCore

/// The kiosk's word to the service manager that started it; silent where none did.
///
/// Spoken by the loop at the end of its turns, so that one which hangs is heard of no more.
final class ServiceLine {
  /// How long until words that the manager could not take are said again.
  private static let patience = Duration.seconds(1)

  private let socket: ServiceSocket
  private var report: ServiceReport
  private var retry: Timestamp?

  init(_ invitation: ServiceSocket.Invitation) throws(SystemError) {
    socket = try ServiceSocket(invitation.address)
    report = ServiceReport(watchdog: invitation.watchdog)
  }

  /// The line to whoever started this process; nil when that is no service manager.
  static func open() -> ServiceLine? {
    let invitation = ServiceSocket.Invitation(
      process: Surroundings.processID, variable: { Surroundings.variable($0) })
    return invitation.flatMap { try? ServiceLine($0) }
  }

  var deadline: Timestamp? { retry ?? report.deadline }

  /// A turn is over.
  func turned(_ viewer: Viewer, isAway: Bool, at now: Timestamp) {
    if let retry, now < retry { return }
    retry = nil
    // What was not heard has not been said.
    var next = report
    let lines = next.lines(Self.facts(viewer, isAway: isAway, at: now), at: now)
    guard !lines.isEmpty else {
      report = next
      return
    }
    do {
      try socket.say(lines)
      report = next
    } catch {
      retry = now + Self.patience
    }
  }

  /// The kiosk ends because it was told to.
  func end() {
    try? socket.say(report.lastLines())
  }

  private static func facts(_ viewer: Viewer, isAway: Bool, at now: Timestamp) -> ServiceReport.Facts {
    let session = viewer.session
    return ServiceReport.Facts(
      isReady: isAway || (viewer.output.map { viewer.showsAnswer && $0.isReady } ?? true),
      isOverdue: viewer.output?.isOverdue(at: now) ?? false,
      status: ServiceStatus.line(
        document: viewer.pool.source(ofPage: 0, in: session.documentNumber).name, pages: session.pageCount,
        failure: session.documentFailure, hasScreen: viewer.output != nil, isAway: isAway))
  }
}
