import CCurl
import Glibc
import ViewerCore

/// One request and its answer, a hop of a transfer.
///
/// curl holds its address while the request is under way: it lives at least until `CurlTransfers` has let it go.
final class CurlRequest {
  /// What an answer's head says, its names in small letters; of several with one name the last counts.
  private var fields: [String: String] = [:]
  /// Takes the body piece by piece; false ends the transfer.
  var onBody: ((UnsafeRawBufferPointer) -> Bool)?

  let handle: UnsafeMutableRawPointer
  private var list: UnsafeMutablePointer<curl_slist>?

  /// - Parameters:
  ///   - headers: besides those that curl sends by itself.
  /// - Returns: nil without memory.
  init?(_ address: WebAddress, headers: [(name: String, value: String)], _ settings: TransferSettings) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    for (name, value) in headers {
      // curl leaves a header without a value out unless it ends in a semicolon.
      guard let longer = curl_slist_append(list, value.isEmpty ? "\(name);" : "\(name): \(value)") else {
        return nil
      }
      list = longer
    }
    configure(address, settings)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(list)
  }

  /// Its status is 0 while there is no answer.
  var head: AnswerHead { AnswerHead(status: ccurl_status(handle), fields: fields) }

  /// Where the answer sends on to.
  var redirect: String? { ccurl_redirect(handle).map { String(cString: $0) } }

  private func configure(_ address: WebAddress, _ settings: TransferSettings) {
    ccurl_set_text(handle, CURLOPT_URL, address.text)
    ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
    ccurl_set_text(handle, CURLOPT_USERAGENT, "lectern")
    // Asked for as it is; what comes packed all the same is unpacked.
    ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "identity")
    ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, settings.connectTime)
    ccurl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    ccurl_set_long(handle, CURLOPT_LOW_SPEED_TIME, settings.silence)
    // The system's folder of certificates stays in force beside it.
    if let certificates = settings.certificates { ccurl_set_text(handle, CURLOPT_CAINFO, certificates) }
    let owner = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, owner)
    ccurl_set_data_callback(handle, CURLOPT_HEADERFUNCTION) { data, size, count, owner in
      guard let data, let owner else { return 0 }
      Unmanaged<CurlRequest>.fromOpaque(owner).takeUnretainedValue()
        .takeHead(UnsafeRawBufferPointer(start: data, count: size * count))
      return size * count
    }
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, owner)
    ccurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION) { data, size, count, owner in
      guard let data, let owner else { return 0 }
      let request = Unmanaged<CurlRequest>.fromOpaque(owner).takeUnretainedValue()
      return request.takeBody(UnsafeRawBufferPointer(start: data, count: size * count)) ? size * count : 0
    }
  }

  private func takeHead(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes, as: UTF8.self)
    // A new head: that of a proxy, or an interim answer, came before it.
    if line.hasPrefix("HTTP/") {
      fields.removeAll()
      return
    }
    guard let colon = line.firstIndex(of: ":"), fields.count < 200 else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    var end = value.endIndex
    while end > value.startIndex, value[value.index(before: end)].isWhitespace {
      end = value.index(before: end)
    }
    fields[line[..<colon].lowercased()] = String(value[..<end])
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    onBody?(bytes) ?? true
  }
}
