import Access
import Pictures
import Posix
package import ViewerCore
import Wire

/// `lectern ctl`: asks or tells a running kiosk something, over its control socket.
package enum CtlCommand {
  package static func run(_ options: CtlOptions, report: inout CommandReport) {
    do throws(Failure) {
      let command = try command(options)
      let conversation = try RemoteConversation(RemoteConversation.path(of: options.control))
      let line = try conversation.ask(command)
      guard try take(line, of: command, options, report: &report) else { return }
      guard case .subscribe = command else { return }
      // Until the kiosk ends, or whoever reads.
      while !report.isOutputGone, let line = try conversation.next() {
        report.say(String(decoding: line.bytes, as: UTF8.self) + "\n")
      }
    } catch {
      report.complain(error)
    }
  }

  // MARK: What is asked

  private static func command(_ options: CtlOptions) throws(Failure) -> RemoteCommand {
    switch options.order {
    case .command(let command): return command
    case .screenshot: return .screenshot
    case .open(let source): return .open(try location(source))
    case .password:
      let password = try password(options)
      guard !password.isEmpty, let text = String(validating: password, as: UTF8.self) else {
        throw Failure(.usage, "ctl password", "the password is empty, or no UTF-8 text")
      }
      return .password(text)
    }
  }

  private static func password(_ options: CtlOptions) throws(Failure) -> [UInt8] {
    if let file = options.passwordFile { return try SourceFile.password(from: file) }
    do {
      let input = try StandardStream.input.duplicate()
      if StandardStream.input.isTerminal {
        try StandardStream.error.write("Password: ")
        defer { try? StandardStream.error.write("\n") }
        return try input.readHiddenLine(limit: 4096)
      }
      let bytes = try input.readToEnd(limit: 4096)
      return Array(bytes.prefix { $0 != 10 && $0 != 13 })
    } catch {
      throw SourceFile.failure(error, "standard input")
    }
  }

  /// A document as the kiosk can find it: it has another working folder, and another standard input.
  private static func location(_ source: SourceName) throws(Failure) -> String {
    let text: String
    switch SourceFile.absolute(source) {
    case .path(let path): return path
    case .address(let address): return address
    case .base64Text(let base64): text = base64
    case .base64File(let path):
      text = try read(source) { () throws(SystemError) in try FileDescriptor.open(path, blocking: false) }
    case .base64Input:
      text = try read(source) { () throws(SystemError) in try StandardStream.input.duplicate() }
    case .standardInput:
      let bytes = try readBytes(source) { () throws(SystemError) in try StandardStream.input.duplicate() }
      text = Base64Text.encode(bytes)
    }
    guard text.utf8.count < RemoteRequest.longestDocument - 4096 else { throw tooLarge(source) }
    return "base64:" + text
  }

  private static func read(
    _ source: SourceName, _ open: () throws(SystemError) -> FileDescriptor
  ) throws(Failure) -> String {
    let bytes = try readBytes(source, open)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.invalidSource, source.title, "is no base64")
    }
    // What is between its lines would only be escaped.
    return text.filter { !$0.isWhitespace }
  }

  private static func readBytes(
    _ source: SourceName, _ open: () throws(SystemError) -> FileDescriptor
  ) throws(Failure) -> [UInt8] {
    do {
      return try open().readToEnd(limit: RemoteRequest.longestDocument)
    } catch {
      throw error.isTooLarge ? tooLarge(source) : SourceFile.failure(error, source.title)
    }
  }

  private static func tooLarge(_ source: SourceName) -> Failure {
    Failure(.tooLarge, source.title, "is too large to be sent; save it as a file that the kiosk can read")
  }

  // MARK: What is answered

  /// - Returns: whether it has been done.
  private static func take(
    _ line: RemoteConversation.Line, of command: RemoteCommand, _ options: CtlOptions,
    report: inout CommandReport
  ) throws(Failure) -> Bool {
    if options.json, options.order != .screenshot(file: nil) {
      report.say(String(decoding: line.bytes, as: UTF8.self) + "\n")
    }
    switch RemoteReply(line: line.bytes[...]) {
    case .done(let answer):
      if case .screenshot(let path) = options.order {
        try save(line, to: path, report: &report)
      } else if !options.json {
        report.say(text(answer, of: command))
      }
      return true
    case .refused(let code, let message):
      // A later kiosk may know codes that are unknown here.
      throw Failure(ErrorCode(rawValue: code) ?? .usage, "", message)
    default: throw Failure(.noKiosk, "", "the kiosk's answer is not understood")
    }
  }

  /// What a person reads; nothing where there is nothing to tell.
  private static func text(_ answer: JSONValue, of command: RemoteCommand) -> String {
    switch command {
    case .status:
      guard case .object(let members) = answer else { return "" }
      return members.filter { !["id", "ok"].contains($0.name) }
        .map { "\($0.name): \($0.value.plain)\n" }.joined()
    case .stats: return (answer["stats"]?.json ?? "{}") + "\n"
    case .metrics: return answer["text"]?.text ?? ""
    case .outline: return OutlineCommand.table(items(answer["outline"]))
    case .session(.search), .session(.nextMatch), .session(.previousMatch):
      guard let found = answer["found"]?.integer else { return "" }
      let current = answer["current"]?.integer.map { ", at \($0)" } ?? ""
      let rest = answer["over"] == .bool(false) ? ", so far" : ""
      return "\(found) found\(current)\(rest)\n"
    default: return ""
    }
  }

  private static func items(_ outline: JSONValue?) -> [OutlineItem] {
    guard case .array(let items) = outline else { return [] }
    return items.map { item in
      OutlineItem(
        title: item["title"]?.text ?? "", depth: item["depth"]?.integer ?? 0,
        page: item["page"]?.integer.map { $0 - 1 })
    }
  }

  private static func save(
    _ line: RemoteConversation.Line, to path: String?, report: inout CommandReport
  ) throws(Failure) {
    do throws(SystemError) {
      guard let bytes = try line.file?.descriptor.readAll(limit: 1 << 30) else {
        throw SystemError(call: "recvmsg", code: 0)
      }
      guard let path else { return try StandardStream.output.write(bytes) }
      do throws(PictureError) {
        try PictureFile.write(bytes, to: path)
      } catch {
        report.complain(OutputFailure.cannotWrite(path, error))
      }
    } catch {
      throw OutputFailure.cannotWrite(path ?? "standard output", error)
    }
  }
}
