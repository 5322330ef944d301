/// What `lectern ctl` is told.
package struct CtlOptions: Hashable, Sendable {
  /// What is to be asked of the kiosk, as far as this command line tells.
  package enum Order: Hashable, Sendable {
    case command(RemoteCommand)
    /// A document that the caller names, and that the caller has to read where it is no file and no address.
    case open(SourceName)
    /// The word itself comes from elsewhere.
    case password
    /// Nil for standard output.
    case screenshot(file: String?)
  }

  package var order = Order.command(.status)
  package var control = SocketPlace.automatic
  package var json = false
  package var passwordFile: String?
  /// Why the words are no command.
  var mistake: Failure?

  package init() {}
}

extension OptionTable<CtlOptions> {
  static let ctl: OptionTable = {
    var table = OptionTable(
      defaults: CtlOptions(),
      [
        OptionSpec("control", "SOCKET", "the kiosk's socket (default the runtime folder's)") {
          options, text throws(OptionValueError) in
          options.control = .path(try OptionValue.path(text))
        },
        .flag("json", \.json, "print the kiosk's answer as it is"),
        .path("password-file", "FILE", \.passwordFile, "file whose first line is what password gives"),
      ])
    table.operands = Operands(name: "COMMAND [ARGUMENT...]", count: 1...1000) {
      options, texts throws(OptionValueError) in
      do throws(Failure) {
        options.order = try order(texts)
        options.mistake = nil
      } catch {
        options.mistake = error
      }
    }
    table.check = { options throws(Failure) in
      // Its subject is the command, not its last word, which may be a password.
      if let mistake = options.mistake { throw mistake }
      if options.passwordFile != nil, options.order != .password {
        throw Failure(.usage, "--password-file", "is for ctl password")
      }
    }
    return table
  }()

  private static func order(_ texts: [String]) throws(Failure) -> CtlOptions.Order {
    let rest = texts.dropFirst()
    switch texts[0] {
    case "password":
      // Everybody on the machine can read what programs are started with.
      guard rest.isEmpty else {
        throw Failure(
          .usage, "ctl password", "takes no word here; give it on standard input, or by --password-file")
      }
      return .password
    case "screenshot":
      guard rest.count == 1, let file = rest.first, !file.isEmpty, !file.utf8.contains(0) else {
        throw Failure(.usage, "ctl screenshot", "needs the name of a file, or - for standard output")
      }
      return .screenshot(file: file == "-" ? nil : file)
    default: break
    }
    let command = try RemoteCommand(words: texts.joined(separator: " "))
    guard case .open(let source) = command else { return .command(command) }
    return .open(try SourceName(source))
  }
}
