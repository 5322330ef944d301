import Wire

/// Somebody who waits for a document.
struct Subscriber {
  /// Of the request.
  var number: UInt32
  var takesStale: Bool
  /// Whether the document may be read while it comes.
  var streams: Bool
  /// Whether it has been told that it can be.
  var isReading = false
  /// Whether the rest may come while nothing is needed.
  var fills = false
  /// Times that the document has become another one meanwhile.
  var changes = 0
  /// ms, monotonic.
  var lastProgress: Int64 = .min

  init(_ order: FetchOrder, number: UInt32) {
    self.number = number
    takesStale = order.takesStale
    streams = order.streams
  }
}

/// A document as it is asked for.
struct WantedDocument {
  let key: String
  let address: WebAddress
  let order: FetchOrder

  /// For lists and messages.
  var name: String { WebAddress.shown(address.text) }
  var start: Route { Route(address: address) }
}
