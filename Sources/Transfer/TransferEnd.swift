import CCurl
import ViewerCore

/// How one request ended.
enum TransferEnd: Hashable, Sendable {
  /// An answer came, whatever it says.
  case answered
  case failed(ErrorCode, String, mayPass: Bool)

  init(_ code: CURLcode, _ request: CurlRequest) {
    let reason = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_OK: self = .answered
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      self = .failed(.sourceUnreachable, "the server cannot be reached: \(reason)", mayPass: true)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .failed(
        .tlsError, "the server cannot prove who it is (\(reason)); --ca-file adds a certificate",
        mayPass: false)
    case CURLE_SSL_CACERT_BADFILE:
      self = .failed(.tlsError, "the file of certificates cannot be used (--ca-file)", mayPass: false)
    case CURLE_SSL_CONNECT_ERROR:
      self = .failed(.tlsError, "no secure connection comes about: \(reason)", mayPass: true)
    case CURLE_OPERATION_TIMEDOUT:
      self = .failed(.networkError, "the server sends nothing for too long", mayPass: true)
    case CURLE_PARTIAL_FILE:
      self = .failed(.networkError, "the connection broke off in the middle of the document", mayPass: true)
    default: self = .failed(.networkError, "the transfer failed: \(reason)", mayPass: true)
    }
  }
}
