/// What a session asks the world to do.
package enum Effect: Hashable, Sendable {
  /// Open the n-th source (counted from 0) as this document.
  case open(document: UInt32, source: Int)
  /// Open the source of a document that is shown once more beside it, unless that is the same file still.
  case openBeside(document: UInt32, shown: UInt32, source: Int)
  /// The document is no longer needed; its workers and buffers go.
  case close(document: UInt32)
  /// No picture is made from this bitmap any more; its memory goes.
  case free(BitmapID)
  /// From now on the document holds these values in its form, and no others.
  case fill(document: UInt32, FormEdits)
  /// A visitor has typed a password for a source; nil: what was typed is forgotten.
  case unlock(source: Int, password: [UInt8]?)
  /// The memory of a bitmap that no picture is made from any more becomes another's, before work that draws into it.
  case reuse(BitmapID, as: BitmapID)
  /// The panel lights up or goes dark.
  case light(Bool)
  case trace(TraceEvent)
  /// A visitor has copied this text.
  case copied(String)
  /// To be said at once to whoever listens.
  case announce(Words)
  /// The words of a page, counted from 0, that a client has asked for.
  case pageText(page: Int, String)
}

/// One request for a worker, pulled when one is idle.
package enum Work: Hashable, Sendable {
  case sizes(document: UInt32, first: Int, count: Int)
  /// Draw into the memory of this name.
  case render(RenderKey, into: BitmapID)
  /// The words of a page, counted from 0.
  case text(document: UInt32, page: Int)
  /// The words of neighbouring pages as a search sees them.
  case words(document: UInt32, first: Int, count: Int)
  case links(document: UInt32, page: Int)
  case outline(document: UInt32)
  /// Title, labels and the rest.
  case info(document: UInt32)
  /// The fields of its form.
  case form(document: UInt32)

  package var document: UInt32 {
    switch self {
    case .sizes(let document, _, _): document
    case .render(let key, _): key.document
    case .text(let document, _), .words(let document, _, _), .links(let document, _), .outline(let document),
      .info(let document), .form(let document):
      document
    }
  }
}
