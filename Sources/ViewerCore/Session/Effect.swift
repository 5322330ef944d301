/// What a session asks the world to do.
package enum Effect: Hashable, Sendable {
  /// Open the n-th source (counted from 0) as this document.
  case open(document: UInt32, source: Int)
  /// The document is no longer needed; its workers and buffers go.
  case close(document: UInt32)
  /// Nobody looks at this bitmap any more once the present picture has left the screen.
  case free(BitmapID)
  case trace(TraceEvent)
}

/// One request for a worker, pulled when one is idle.
package enum Work: Hashable, Sendable {
  case sizes(document: UInt32, first: Int, count: Int)
  /// Draw into the memory of this name.
  case render(RenderKey, into: BitmapID)

  package var document: UInt32 {
    switch self {
    case .sizes(let document, _, _): document
    case .render(let key, _): key.document
    }
  }
}
