import Posix
import ViewerCore
import Wire

/// Carries out what clients of the control socket ask for, as far as that can be done at once.
struct RemoteDesk {
  /// What has become of a request.
  enum Step {
    /// Done: what its answer says besides.
    case done((inout JSONText) -> Void)
    case refused(Failure)
    /// Something has to come first.
    case waits(RemoteWait)
    /// A document has to be found, which may take its time.
    case finds(String)
    /// A picture has to be encoded.
    case encodes(Screenshot)
    case subscribes(Set<TraceEvent.Kind>)
    case quits

    static var done: Step { .done { _ in } }
  }

  let viewer: Viewer
  let meters: Meters

  func carryOut(_ command: RemoteCommand, at now: Timestamp) -> Step {
    switch command {
    case .session(let command): return carryOut(command, at: now)
    case .open(let location): return .finds(location)
    case .password(let password):
      do throws(Failure) {
        try viewer.unlock(with: password, at: now)
      } catch {
        return .refused(error)
      }
      return opening(at: now)
    case .status:
      let status = ViewerStatus(viewer, uptime: uptime)
      return .done { status.write(into: &$0) }
    case .outline: return outline(at: now)
    case .stats:
      let stats = meters.json(viewer)
      return .done { $0.number("stats", stats) }
    case .metrics:
      let real = Timestamp(microseconds: MonotonicClock.now())
      let text = meters.metrics(viewer, at: real, wall: WallClock.now())
      return .done { $0.string("text", text) }
    case .screenshot:
      guard let output = viewer.output, viewer.session.isVisible else {
        return .refused(Failure(.noDisplay, "", "there is no picture that anybody could see"))
      }
      return .encodes(Screenshot(output))
    case .subscribe(let kinds): return .subscribes(kinds)
    case .quit: return .quits
    }
  }

  /// A document has been found.
  func open(_ found: FoundDocument, at now: Timestamp) -> Step {
    viewer.open(found, at: now)
    return opening(at: now)
  }

  /// Time since the process started, on the real clock.
  private var uptime: Duration { Timestamp(microseconds: MonotonicClock.now()) - meters.start }

  // MARK: Commands of the session

  private func carryOut(_ command: SessionEvent.Command, at now: Timestamp) -> Step {
    let report = viewer.session.report
    switch command {
    case .next, .previous, .reload, .open:
      viewer.handle(.command(command), at: now)
      return opening(at: now)
    case .blank:
      // Whatever becomes of the document.
      viewer.handle(.command(command), at: now)
      return .done
    default: break
    }
    switch report.phase {
    case .failed(let failure): return .refused(failure)
    // How many pages there are, and what they are called, tells the document.
    case .opening: return .waits(RemoteWait(.opened(then: .session(command)), at: now))
    case .open: break
    }
    switch command {
    case .goTo(let page):
      guard page <= report.pages else { return .refused(outOfRange("page \(page)")) }
      viewer.handle(.command(command), at: now)
      return arrival(page, at: now)
    case .goToLabel(let label): return goTo(label, at: now)
    case .search:
      viewer.handle(.command(command), at: now)
      return search(at: now)
    case .nextMatch, .previousMatch:
      guard viewer.session.searchReport != nil else {
        return .refused(Failure(.usage, "", "nothing is searched for; begin with search"))
      }
      viewer.handle(.command(command), at: now)
      return search(at: now)
    default:
      viewer.handle(.command(command), at: now)
      return .done
    }
  }

  private func goTo(_ label: String, at now: Timestamp) -> Step {
    guard viewer.session.knowsLabels else {
      return .waits(RemoteWait(.labels(then: .session(.goToLabel(label))), at: now))
    }
    guard let page = viewer.session.page(called: label) else {
      return .refused(outOfRange("page “\(label)”"))
    }
    viewer.handle(.command(.goToLabel(label)), at: now)
    return arrival(page, at: now)
  }

  private func outOfRange(_ what: String) -> Failure {
    let pages = viewer.session.pageCount
    return Failure(.pageOutOfRange, what, "the document has \(pages == 1 ? "one page" : "\(pages) pages")")
  }

  // MARK: What takes time

  /// What has become of something that was waited for; nil while it has not come.
  func outcome(of wait: RemoteWait, at now: Timestamp) -> Step? {
    let isOver = now >= wait.end
    switch wait.subject {
    case .opening(let document):
      guard document == viewer.session.documentNumber else {
        return .refused(Failure(.cancelled, "", "another document was opened meanwhile"))
      }
      guard viewer.session.report.phase == .opening else { return opened() }
      return isOver ? .refused(late("the document opens still")) : nil
    case .opened(let command):
      if viewer.session.report.phase != .opening { return carryOut(command, at: now) }
      return isOver ? .refused(late("the document opens still")) : nil
    case .labels(let command):
      if viewer.session.knowsLabels || viewer.session.report.phase != .open {
        return carryOut(command, at: now)
      }
      return isOver ? .refused(late("what its pages are called has not been read yet")) : nil
    case .arrival(let page):
      if !viewer.session.report.isUnderWay { return .done { $0.number("page", page) } }
      return isOver ? .refused(late("where the page lies is not known yet")) : nil
    case .outline:
      if let outline = viewer.session.outlineSoFar { return .done { $0.outline(outline) } }
      if case .failed(let failure) = viewer.session.report.phase { return .refused(failure) }
      return isOver ? .refused(late("the table of contents has not been read yet")) : nil
    case .search:
      guard let search = viewer.session.searchReport else { return .done }
      return search.isOver || isOver ? .done { search.write(into: &$0) } : nil
    }
  }

  private func late(_ message: String) -> Failure { Failure(.timeout, "", message) }

  private func opening(at now: Timestamp) -> Step {
    let wait = RemoteWait(.opening(document: viewer.session.documentNumber), at: now)
    return outcome(of: wait, at: now) ?? .waits(wait)
  }

  private func opened() -> Step {
    let report = viewer.session.report
    if case .failed(let failure) = report.phase { return .refused(failure) }
    let source = viewer.pool.name(ofSource: viewer.session.documentSource)
    return .done {
      $0.string("source", source)
      $0.number("page", report.page)
      $0.number("pages", report.pages)
    }
  }

  private func arrival(_ page: Int, at now: Timestamp) -> Step {
    let wait = RemoteWait(.arrival(page: page), at: now)
    return outcome(of: wait, at: now) ?? .waits(wait)
  }

  private func outline(at now: Timestamp) -> Step {
    let wait = RemoteWait(.outline, at: now)
    return outcome(of: wait, at: now) ?? .waits(wait)
  }

  private func search(at now: Timestamp) -> Step {
    let wait = RemoteWait(.search, at: now)
    return outcome(of: wait, at: now) ?? .waits(wait)
  }
}

/// What a client's request waits for, and for how long at most.
struct RemoteWait {
  indirect enum Subject {
    /// That a document has opened, or come to nothing.
    case opening(document: UInt32)
    /// The same of whichever document is shown; then there is something to do.
    case opened(then: RemoteCommand)
    case labels(then: RemoteCommand)
    /// That a page is where the reader is.
    case arrival(page: Int)
    case outline
    /// That all pages have been searched.
    case search
  }

  let subject: Subject
  let end: Timestamp

  init(_ subject: Subject, at now: Timestamp) {
    self.subject = subject
    // What is under way goes on all the same; the client hears that it takes long.
    let patience: Duration =
      switch subject {
      case .opening, .opened: .seconds(60)
      case .labels, .outline, .arrival: .seconds(10)
      case .search: .seconds(3)
      }
    end = now + patience
  }
}
