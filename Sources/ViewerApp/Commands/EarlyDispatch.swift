import ViewerCore

/// Options of `info`, `text` and `render` by a plain loop, until the options' own parser takes them over.
package enum EarlyDispatch {
  /// - Parameter arguments: without the program's name.
  /// - Returns: the exit status; nil when the command is none of the three.
  package static func run(_ arguments: [String]) -> Int32? {
    guard let command = arguments.first, ["info", "text", "render"].contains(command) else { return nil }
    var report = CommandReport.streams()
    do throws(Failure) {
      var words = EarlyWords(arguments.dropFirst())
      while try words.next() {}
      guard let source = words.source else { throw Failure(.usage, command, "name a document") }
      var input = DocumentInput(source: source, passwordFile: words.passwordFile)
      if let megabytes = words.workerMemory { input.workerMemory = megabytes << 20 }
      input.limits = words.limits
      switch command {
      case "info": InfoCommand.run(input, json: words.json, report: &report)
      case "text": TextCommand.run(input, page: words.page, report: &report)
      default:
        guard let path = words.output else { throw Failure(.usage, command, "give -o FILE.png") }
        let picture = RenderCommand.Picture(
          page: words.page ?? 1, extent: words.extent, clip: words.clip, rotation: words.rotation,
          background: words.background, quality: words.quality, path: path)
        RenderCommand.run(input, picture, report: &report)
      }
    } catch {
      report.complain(error)
    }
    return report.status
  }
}

private struct EarlyWords {
  var source: String?
  var passwordFile: String?
  var json = false
  var page: Int?
  var extent = RenderCommand.Picture.Extent.scale(2)
  var clip: PixelRect?
  var rotation = Rotation.none
  var background: UInt32 = 0xFFFFFF
  var quality = 90
  var output: String?
  var limits = WorkLimits()
  var workerMemory: Int?
  private var rest: ArraySlice<String>

  init(_ arguments: ArraySlice<String>) {
    rest = arguments
  }

  mutating func next() throws(Failure) -> Bool {
    guard let word = rest.popFirst() else { return false }
    switch word {
    case "--json": json = true
    case "--page": page = try number(word)
    case "--width": extent = .width(try number(word))
    case "--scale": extent = .scale(try decimal(word))
    case "--rotate":
      guard let turn = Rotation(rawValue: try number(word)) else { throw bad(word) }
      rotation = turn
    case "--quality": quality = try number(word)
    case "--worker-memory": workerMemory = try number(word)
    case "--open-timeout": limits.open = .milliseconds(Int64(try decimal(word) * 1000))
    case "--render-timeout": limits.render = .milliseconds(Int64(try decimal(word) * 1000))
    case "--text-timeout": limits.text = .milliseconds(Int64(try decimal(word) * 1000))
    case "--password-file": passwordFile = try value(word)
    case "-o": output = try value(word)
    case "--background":
      guard let colour = UInt32(try value(word).drop { $0 == "#" }, radix: 16) else { throw bad(word) }
      background = colour
    case "--clip":
      let numbers = try value(word).split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 4 else { throw bad(word) }
      clip = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    default:
      guard source == nil, !word.hasPrefix("-") else { throw Failure(.usage, word, "is not understood") }
      source = word
    }
    return true
  }

  private mutating func value(_ option: String) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure(.usage, option, "needs a value") }
    return value
  }

  private mutating func number(_ option: String) throws(Failure) -> Int {
    guard let number = Int(try value(option)) else { throw bad(option) }
    return number
  }

  private mutating func decimal(_ option: String) throws(Failure) -> Double {
    guard let number = Double(try value(option)), number.isFinite, number > 0 else { throw bad(option) }
    return number
  }

  private func bad(_ option: String) -> Failure {
    Failure(.usage, option, "has a value that is not understood")
  }
}
