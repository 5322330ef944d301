/// All options of one command, and what stands besides them.
struct OptionTable<Target: Sendable>: Sendable {
  /// What is given without a dash.
  struct Operands: Sendable {
    /// Such as `SOURCE...`; empty where a command takes none.
    var name = ""
    var count: ClosedRange<Int> = 0...0
    var set: @Sendable (inout Target, [String]) throws(OptionValueError) -> Void = { _, _ in }
  }

  /// A command line taken apart, not yet applied.
  struct Arguments: Hashable {
    var entries: [OptionEntry] = []
    var operands: [String] = []
    var wantsHelp = false

    /// The last value of an option.
    func value(of name: String) -> String? {
      entries.last { $0.name == name }?.value
    }
  }

  /// The values when nothing is given.
  let defaults: Target
  let specs: [OptionSpec<Target>]
  var operands = Operands()
  /// What only makes sense together, checked after all is set; throws the option's name with its failure.
  var check: @Sendable (Target) throws(Failure) -> Void = { _ in }

  init(defaults: Target, _ specs: [OptionSpec<Target>]) {
    self.defaults = defaults
    self.specs = specs
  }

  // MARK: Command line

  /// Takes a command line apart; names are checked, values are not.
  func parse(_ arguments: some Sequence<String>) throws(Failure) -> Arguments {
    var cursor = ArgumentCursor(arguments)
    var result = Arguments()
    while let item = cursor.next() {
      switch item {
      case .positional(let text):
        result.operands.append(text)
      case .option("help", nil), .short("h", nil):
        result.wantsHelp = true
      case .option(let name, let inlineValue):
        guard let spec = specs.first(where: { $0.name == name }) else { throw unknown(name) }
        result.entries.append(try entry(spec, inlineValue, &cursor))
      case .short(let letter, let inlineValue):
        guard let spec = specs.first(where: { $0.short == letter }) else {
          throw Failure(.usage, "-\(letter)", "is no option here")
        }
        result.entries.append(try entry(spec, inlineValue, &cursor))
      }
    }
    return result
  }

  private func entry(
    _ spec: OptionSpec<Target>, _ inlineValue: String?, _ cursor: inout ArgumentCursor
  ) throws(Failure) -> OptionEntry {
    var entry = OptionEntry(name: spec.name, value: inlineValue, origin: .commandLine)
    if spec.placeholder == nil {
      if inlineValue != nil { throw entry.failure("takes no value") }
    } else if inlineValue == nil {
      entry.value = cursor.value()
    }
    return entry
  }

  private func unknown(_ name: String) -> Failure {
    let near = specs.filter(\.isListed).map { (name: $0.name, distance: editDistance($0.name, name)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= 2 else { return Failure(.usage, "--\(name)", "is no option here") }
    return Failure(.usage, "--\(name)", "is no option here; did you mean --\(near.name)?")
  }

  /// Applies a whole command line over what `target` holds.
  func apply(_ arguments: Arguments, to target: inout Target) throws(Failure) {
    try apply(arguments.entries, to: &target)
    let count = arguments.operands.count
    if count > operands.count.upperBound {
      throw Failure(.usage, arguments.operands[operands.count.upperBound], "is one argument too many")
    }
    if count < operands.count.lowerBound { throw Failure(.usage, "", "\(operands.name) is missing") }
    do throws(OptionValueError) {
      if count > 0 { try operands.set(&target, arguments.operands) }
    } catch {
      throw Failure(.usage, arguments.operands.last ?? operands.name, error.message)
    }
  }

  // MARK: Layers

  /// Applies one layer of options; what a layer repeats replaces what weaker layers gathered.
  func apply(_ entries: [OptionEntry], to target: inout Target) throws(Failure) {
    var named: Set<String> = []
    for entry in entries {
      guard let (spec, suffix) = spec(for: entry) else { throw entry.failure("is no option here") }
      if named.insert(spec.name).inserted, spec.isRepeated { spec.clear(&target) }
      // A line of a file always has a value: a flag's is true or false there.
      if case .commandLine = entry.origin, spec.placeholder == nil, entry.value != nil {
        throw entry.failure("takes no value")
      }
      guard var value = entry.value ?? (spec.placeholder == nil ? "" : nil) else {
        throw entry.failure("needs a value")
      }
      if let suffix { value = "\(suffix)=\(value)" }
      do throws(OptionValueError) {
        try spec.set(&target, value)
      } catch {
        throw entry.failure(error.message)
      }
    }
  }

  /// The row for an entry; in a file `input.1` is the repeated `input`, `gesture.NAME` the keyed `gesture`.
  private func spec(for entry: OptionEntry) -> (OptionSpec<Target>, suffix: String?)? {
    if case .commandLine = entry.origin {
      return specs.first { $0.name == entry.name }.map { ($0, nil) }
    }
    if let spec = specs.first(where: { $0.name == entry.name && $0.isConfigurable }) { return (spec, nil) }
    guard let point = entry.name.firstIndex(of: ".") else { return nil }
    let name = entry.name[..<point]
    let suffix = entry.name[entry.name.index(after: point)...]
    guard !suffix.isEmpty, let spec = specs.first(where: { $0.name == name && $0.isConfigurable }) else {
      return nil
    }
    if spec.isRepeated, suffix.utf8.allSatisfy({ (48...57).contains($0) }) { return (spec, nil) }
    return spec.isKeyed ? (spec, String(suffix)) : nil
  }
}

/// How many letters to add, drop or change to get from one word to the other (Levenshtein).
private func editDistance(_ first: String, _ second: String) -> Int {
  let other = Array(second.utf8)
  var row = Array(0...other.count)
  for (index, letter) in first.utf8.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let above = row[column + 1]
      row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other[column] ? 0 : 1))
      diagonal = above
    }
  }
  return row[other.count]
}
