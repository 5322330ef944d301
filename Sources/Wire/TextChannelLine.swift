package import ViewerCore

/// Lines that clients of the text channel are sent: one JSON object each, keys in a fixed order.
package enum TextChannelLine {
  /// Raised when a client of an earlier version would no longer understand.
  package static let version = 1

  /// The first line of every conversation.
  package static func greeting(language: Look.Language) -> String {
    object {
      $0.string("lectern", "text-channel")
      $0.number("version", version)
      $0.string("language", language.rawValue)
    }
  }

  /// The whole tree for a client that has just come.
  /// - Parameter words: puts words into a language.
  package static func tree(_ tree: AccessTree, words: (Words) -> String) -> String {
    object {
      $0.string("language", tree.language.rawValue)
      $0.array("nodes") { for item in tree.nodes { node(item, words: words, into: &$0) } }
      focus(tree.focus, into: &$0)
    }
  }

  /// What is different from an earlier tree; nil when nothing is.
  package static func changes(
    from earlier: AccessTree, to tree: AccessTree, words: (Words) -> String
  ) -> String? {
    guard tree.language == earlier.language else { return self.tree(tree, words: words) }
    let changes = tree.changes(since: earlier)
    guard
      !changes.nodes.isEmpty || !changes.gone.isEmpty || changes.order != nil || tree.focus != earlier.focus
    else { return nil }
    return object {
      if !changes.nodes.isEmpty {
        $0.array("changed") { for item in changes.nodes { node(item, words: words, into: &$0) } }
      }
      if !changes.gone.isEmpty { $0.array("gone") { for id in changes.gone { $0.string(id) } } }
      if let order = changes.order { $0.array("order") { for id in order { $0.string(id) } } }
      if tree.focus != earlier.focus { focus(tree.focus, into: &$0) }
    }
  }

  /// To be spoken at once.
  package static func say(_ text: String) -> String {
    object { $0.string("say", text) }
  }

  /// The words of a page that was asked for, counted from 0.
  package static func text(page: Int, _ text: String) -> String {
    object {
      $0.number("page", page + 1)
      $0.string("text", text)
    }
  }

  /// A visitor has copied this.
  package static func copied(_ text: String) -> String {
    object { $0.string("copied", text) }
  }

  package static func error(_ message: String) -> String {
    object { $0.string("error", message) }
  }

  private static func focus(_ id: String?, into json: inout JSONText) {
    if let id { json.string("focus", id) } else { json.null("focus") }
  }

  private static func node(_ node: AccessNode, words: (Words) -> String, into json: inout JSONText) {
    json.object {
      $0.string("id", node.id)
      $0.string("role", node.role.rawValue)
      $0.string("label", words(node.label))
      if let value = node.value { $0.string("value", words(value)) }
      $0.array("bounds") {
        for number in [node.bounds.x, node.bounds.y, node.bounds.width, node.bounds.height] {
          $0.number(number)
        }
      }
      if !node.actions.isEmpty {
        $0.array("actions") { for action in node.actions { $0.string(action.rawValue) } }
      }
      if let parent = node.parent { $0.string("in", parent) }
    }
  }

  private static func object(_ members: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.object(nil, members)
    return json.text
  }
}
