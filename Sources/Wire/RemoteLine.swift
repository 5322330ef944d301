package import ViewerCore

/// Lines that clients of the control socket are sent: one JSON object each, keys in a fixed order.
package enum RemoteLine {
  /// Raised when a client of an earlier version would no longer understand.
  package static let version = 1

  /// The first line of every conversation.
  /// - Parameter program: the program's own version.
  package static func greeting(program: String) -> String {
    object {
      $0.string("lectern", "control")
      $0.number("version", version)
      $0.string("program", program)
    }
  }

  /// What was asked for has been done.
  package static func done(_ id: RemoteRequest.ID?, _ members: (inout JSONText) -> Void = { _ in }) -> String
  {
    object {
      $0.id(id)
      $0.bool("ok", true)
      members(&$0)
    }
  }

  /// It has not, and will not be.
  package static func refused(_ id: RemoteRequest.ID?, _ failure: Failure) -> String {
    object {
      $0.id(id)
      $0.failure("error", failure)
    }
  }

  /// What happens, for subscribers: as the trace has it, without what was put into fields.
  package static func event(_ event: TraceEvent, at time: Timestamp) -> String {
    TraceLine.text(event.withoutEntries, at: time)
  }

  private static func object(_ members: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.object(nil, members)
    return json.text
  }
}

extension JSONText {
  /// A failure's code and its sentence, with what it is about.
  package mutating func failure(_ key: String, _ failure: Failure) {
    object(key) {
      $0.string("code", failure.code.rawValue)
      $0.string(
        "message", failure.subject.isEmpty ? failure.message : "\(failure.subject): \(failure.message)")
    }
  }
}

/// What a kiosk has answered, as its clients read it.
package enum RemoteReply: Hashable, Sendable {
  case greeting(version: Int)
  case done(JSONValue)
  case refused(code: String, message: String)
  /// Something has happened.
  case event

  /// - Returns: nil for a line of another kind of program.
  package init?(line: ArraySlice<UInt8>) {
    guard let json = JSONValue(line) else { return nil }
    if json["lectern"]?.text == "control", let version = json["version"]?.integer {
      self = .greeting(version: version)
    } else if json["ok"] == .bool(true) {
      self = .done(json)
    } else if let error = json["error"], let code = error["code"]?.text {
      self = .refused(code: code, message: error["message"]?.text ?? "")
    } else if json["event"]?.text != nil {
      self = .event
    } else {
      return nil
    }
  }
}
