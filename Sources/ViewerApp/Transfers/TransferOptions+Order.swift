import ViewerCore
import Wire

extension TransferOptions {
  /// What is asked of `lectern-fetch` for an address.
  func order(_ address: String, takesStale: Bool = true) -> FetchOrder {
    var order = FetchOrder(address: address)
    order.headers = headers
    order.key = key
    order.maxAge = maximumAge.microseconds / 1000
    order.isPersistent = isPersistent
    order.takesStale = takesStale
    return order
  }
}
