package import ViewerCore

/// One line from a client of the text channel.
///
///     {"hello":"screen-reader"}      {"focus":"next"}        {"read":7}
///     {"hello":"automation"}         {"activate":"home"}     {"scroll":"forward"}
///     {"hold":"key-e"}               {"activate":true}       {"say":"again"}
package enum TextChannelRequest: Hashable, Sendable {
  /// Words of visible pages come by themselves; else only those that are asked for.
  case hello(isScreenReader: Bool)
  case session(AccessRequest)
  case sayAgain

  /// A line without its end is at most so long, in bytes.
  package static let longest = 4096

  /// - Returns: nil for a line that says none of this.
  package init?(line: ArraySlice<UInt8>) {
    guard line.count <= Self.longest, let json = JSONValue(line), case .object(let members) = json,
      members.count == 1, let member = members.first
    else { return nil }
    switch (member.name, member.value) {
    case ("hello", .string("screen-reader")): self = .hello(isScreenReader: true)
    case ("hello", .string("automation")): self = .hello(isScreenReader: false)
    case ("focus", .string("next")): self = .session(.focusNext)
    case ("focus", .string("previous")): self = .session(.focusPrevious)
    case ("focus", .string(let id)): self = .session(.focus(id))
    case ("activate", .string(let id)): self = .session(.activate(id))
    case ("activate", .bool(true)): self = .session(.activate(nil))
    case ("hold", .string(let id)): self = .session(.hold(id))
    case ("hold", .bool(true)): self = .session(.hold(nil))
    case ("scroll", .string("forward")): self = .session(.scroll(1))
    case ("scroll", .string("back")): self = .session(.scroll(-1))
    case ("say", .string("again")): self = .sayAgain
    case ("read", let value):
      // Pages are counted from 1 outside.
      guard let page = value.integer, page >= 1, page < 10_000_000 else { return nil }
      self = .session(.read(page: page - 1))
    default: return nil
    }
  }
}
