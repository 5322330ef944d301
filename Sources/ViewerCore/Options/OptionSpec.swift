/// One option: what it is called, what it takes, where its value goes, and what `--help` says of it.
///
/// The same row parses the command line and lectern.conf and prints the help, so none can promise what another
/// does not do.
struct OptionSpec<Target>: Sendable {
  /// Without the dashes; also its key in lectern.conf.
  let name: String
  /// What stands for the value in the help; nil for a flag.
  let placeholder: String?
  let help: String
  /// `o` for `-o`.
  var short: Character?
  /// Whether every occurrence adds one instead of replacing the last.
  var isRepeated = false
  /// Whether values are `NAME=VALUE`, which lectern.conf may write as `option.NAME = VALUE`.
  var isKeyed = false
  /// Whether it may stand in lectern.conf.
  var isConfigurable = true
  /// Whether the help shows it.
  var isListed = true
  /// The default and range for the help.
  var note: @Sendable (Target) -> String? = { _ in nil }
  /// Empties what a repeated option has gathered, when a stronger layer names it anew.
  var clear: @Sendable (inout Target) -> Void = { _ in }
  let set: @Sendable (inout Target, String) throws(OptionValueError) -> Void

  init(
    _ name: String, _ placeholder: String?, _ help: String,
    _ set: @escaping @Sendable (inout Target, String) throws(OptionValueError) -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.set = set
  }
}

/// A place in a value that may cross threads, as rows of a global table must.
typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

extension OptionSpec {
  static func integer(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Int>, _ place: Place<Target, Int>,
    _ help: String
  ) -> OptionSpec {
    var spec = OptionSpec(name, placeholder, help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.integer(text, in: range)
    }
    spec.note = { "\(range.lowerBound)-\(range.upperBound), default \($0[keyPath: place])" }
    return spec
  }

  /// - Parameter otherwise: what holds when the option is not given, unless the target says so itself.
  static func integer(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Int>, _ place: Place<Target, Int?>,
    _ help: String, otherwise: String
  ) -> OptionSpec {
    var spec = OptionSpec(name, placeholder, help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.integer(text, in: range)
    }
    spec.note = {
      "\(range.lowerBound)-\(range.upperBound), default \($0[keyPath: place].map { "\($0)" } ?? otherwise)"
    }
    return spec
  }

  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, _ place: Place<Target, Double>,
    _ help: String
  ) -> OptionSpec {
    var spec = OptionSpec(name, placeholder, help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.number(text, in: range)
    }
    spec.note = { "\(text(range)), default \(OptionValue.shortest($0[keyPath: place]))" }
    return spec
  }

  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, _ place: Place<Target, Double?>,
    _ help: String, otherwise: String
  ) -> OptionSpec {
    var spec = OptionSpec(name, placeholder, help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.number(text, in: range)
    }
    spec.note = {
      "\(text(range)), default \($0[keyPath: place].map(OptionValue.shortest) ?? otherwise)"
    }
    return spec
  }

  /// Seconds, with decimals, kept as a duration of whole microseconds.
  static func seconds(
    _ name: String, _ range: ClosedRange<Double>, _ place: Place<Target, Duration>, _ help: String
  ) -> OptionSpec {
    var spec = OptionSpec(name, "S", help) { target, text throws(OptionValueError) in
      let seconds = try OptionValue.number(text, in: range)
      target[keyPath: place] = .microseconds(Int64((seconds * 1_000_000).rounded()))
    }
    spec.note = { "\(text(range)) s, default \(OptionValue.shortest($0[keyPath: place].seconds))" }
    return spec
  }

  static func path(
    _ name: String, _ placeholder: String, _ place: Place<Target, String?>, _ help: String
  ) -> OptionSpec {
    OptionSpec(name, placeholder, help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.path(text)
    }
  }

  /// One of a few words.
  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ place: Place<Target, Value>, _ help: String
  ) -> OptionSpec {
    let words = Value.allCases.map(\.rawValue)
    var spec = OptionSpec(name, words.joined(separator: "|"), help) { target, text throws(OptionValueError) in
      guard let value = Value(rawValue: text) else {
        let all = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        throw OptionValueError("must be \(all), not “\(text)”")
      }
      target[keyPath: place] = value
    }
    spec.note = { "default \($0[keyPath: place].rawValue)" }
    return spec
  }

  static func flag(_ name: String, _ place: Place<Target, Bool>, _ help: String) -> OptionSpec {
    OptionSpec(name, nil, help) { target, text throws(OptionValueError) in
      guard ["", "true", "false"].contains(text) else {
        throw OptionValueError("must be true or false, not “\(text)”")
      }
      target[keyPath: place] = text != "false"
    }
  }

  // MARK: Rows that several commands have

  static func workerMemory(_ place: Place<Target, Int>) -> OptionSpec {
    .integer("worker-memory", "MB", 64...65_536, place, "address space of a worker")
  }

  static func openTimeout(_ place: Place<Target, Duration>) -> OptionSpec {
    .seconds("open-timeout", 0.1...3600, place, "CPU time for opening a document")
  }

  static func renderTimeout(_ place: Place<Target, Duration>) -> OptionSpec {
    .seconds("render-timeout", 0.1...3600, place, "CPU time for drawing a page")
  }

  static func textTimeout(_ place: Place<Target, Duration>) -> OptionSpec {
    .seconds("text-timeout", 0.1...3600, place, "CPU time for a page's text or links")
  }

  static func passwordFile(_ place: Place<Target, String?>) -> OptionSpec {
    .path("password-file", "FILE", place, "file whose first line is the password")
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(OptionValue.shortest(range.lowerBound))-\(OptionValue.shortest(range.upperBound))"
  }

  /// The same row with something changed.
  func with(_ change: (inout OptionSpec) -> Void) -> OptionSpec {
    var copy = self
    change(&copy)
    return copy
  }
}
