extension TraceEvent {
  /// What an event is called, in traces and by those who subscribe to it.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case load, progress, earlierCopy, contentRefused, frame, page, viewport, gesture, tap, selection, search,
      link, form, text, error, plan, render, cancelled, trim, screen, language, visit, panel, attract, quit

    /// What a subscriber hears who names nothing: what the visitor does and reads. The rest is for looking into the
    /// viewer's own work.
    package static let usual: Set<Kind> = Set(allCases).subtracting([
      .frame, .text, .plan, .render, .cancelled,
    ])
  }

  package var kind: Kind {
    switch self {
    case .load: .load
    case .progress: .progress
    case .earlierCopy: .earlierCopy
    case .contentRefused: .contentRefused
    case .text: .text
    case .form, .formCleared: .form
    case .frame: .frame
    case .page: .page
    case .viewport: .viewport
    case .gesture: .gesture
    case .tap: .tap
    case .selection: .selection
    case .search: .search
    case .link: .link
    case .error: .error
    case .plan: .plan
    case .render: .render
    case .cancelled: .cancelled
    case .trim: .trim
    case .screen: .screen
    case .language: .language
    case .visit: .visit
    case .panel: .panel
    case .attract: .attract
    case .quit: .quit
    }
  }

  /// As it may be told to whoever subscribes: of what was put into a field the length alone.
  package var withoutEntries: TraceEvent {
    if case .form(let field, _, let characters) = self {
      return .form(field: field, value: nil, characters: characters)
    }
    return self
  }
}
