import CCurl
import ViewerCore

/// All requests that are under way, on one thread: curl's multi interface.
package final class CurlTransfers {
  private let multi: OpaquePointer
  private var requests: [UnsafeMutableRawPointer: (CurlRequest, (TransferEnd) -> Void)] = [:]

  /// Nil without memory.
  package init?() {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else {
      return nil
    }
    self.multi = OpaquePointer(multi)
  }

  deinit {
    for handle in requests.keys { curl_multi_remove_handle(pointer, handle) }
    curl_multi_cleanup(pointer)
  }

  private var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(multi) }

  /// - Parameter whenOver: called once, from `advance`.
  func start(_ request: CurlRequest, whenOver: @escaping (TransferEnd) -> Void) {
    requests[request.handle] = (request, whenOver)
    if curl_multi_add_handle(pointer, request.handle) != CURLM_OK {
      requests[request.handle] = nil
      whenOver(.failed(.networkError, "the transfer cannot begin", mayPass: true))
    }
  }

  func cancel(_ request: CurlRequest) {
    guard requests.removeValue(forKey: request.handle) != nil else { return }
    curl_multi_remove_handle(pointer, request.handle)
  }

  /// Moves all transfers as far as they can be, and tells those that are over.
  package func advance() {
    var running: Int32 = 0
    curl_multi_perform(pointer, &running)
    var result = CURLE_OK
    while let handle = ccurl_finished(pointer, &result) {
      guard let (request, whenOver) = requests.removeValue(forKey: handle) else { continue }
      curl_multi_remove_handle(pointer, handle)
      whenOver(TransferEnd(result, request))
    }
  }

  /// Waits until a transfer can go on, a descriptor is readable, or a time is over.
  /// - Parameter milliseconds: at most; nil for no limit.
  package func wait(for descriptor: Int32?, milliseconds: Int?) {
    var other = curl_waitfd(fd: descriptor ?? 0, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    curl_multi_poll(pointer, &other, descriptor == nil ? 0 : 1, Int32(clamping: milliseconds ?? 60_000), nil)
  }
}
