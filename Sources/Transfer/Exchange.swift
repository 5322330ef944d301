import CCurl
import ViewerCore

/// Where a document is asked for, and what goes along.
struct Route: Hashable, Sendable {
  var address: WebAddress
  /// Whether the house's own headers go there: not to another origin that the server has sent us on to.
  var keepsHeaders = true
}

/// One question about a document, asked along all redirects until somebody answers.
///
/// The redirects are followed here, not by curl: which headers go where is a rule of the house's.
final class Exchange {
  enum End: Hashable, Sendable {
    /// - Parameter isWhole: whether all of the body came; it was cut off by us otherwise.
    case answered(AnswerHead, isWhole: Bool)
    case failed(ErrorCode, String, mayPass: Bool)
  }

  /// Bytes of a body that nobody wants; a longer one is cut off.
  private static let patience = 64 << 10

  /// Where the last answer came from.
  private(set) var route: Route
  /// Whether the body of an answer is wanted; asked once, before its first byte.
  var onHead: (AnswerHead) -> Bool = { _ in false }
  /// Takes the body piece by piece; false ends the transfer.
  var onBody: (UnsafeRawBufferPointer) -> Bool = { _ in false }
  /// Called once, unless the exchange is cancelled.
  var onEnd: (End) -> Void = { _ in }

  private let headers: [HeaderField]
  private let fields: [(name: String, value: String)]
  private let settings: TransferSettings
  private let transfers: CurlTransfers
  private var redirects: RedirectPolicy
  private var request: CurlRequest?
  private var isWanted: Bool?
  private var ignored = 0
  private var isCut = false

  /// - Parameters:
  ///   - headers: the house's own.
  ///   - fields: what else is sent on every hop.
  init(
    _ route: Route, headers: [HeaderField], fields: [(name: String, value: String)],
    _ settings: TransferSettings, _ transfers: CurlTransfers
  ) {
    self.route = route
    self.headers = headers
    self.fields = fields
    self.settings = settings
    self.transfers = transfers
    redirects = RedirectPolicy(from: route.address.origin, plain: settings.plain)
  }

  func begin() {
    let own = route.keepsHeaders ? headers.map { ($0.name, $0.value) } : []
    guard let request = CurlRequest(route.address, headers: fields + own, settings) else {
      return end(.failed(.outOfMemory, "there is no memory for the transfer", mayPass: true))
    }
    self.request = request
    (isWanted, ignored, isCut) = (nil, 0, false)
    request.onBody = { [unowned self, unowned request] in take($0, of: request) }
    transfers.start(request) { [self, unowned request] in finish($0, request) }
  }

  func cancel() {
    if let request { transfers.cancel(request) }
    forget()
  }

  private func take(_ bytes: UnsafeRawBufferPointer, of request: CurlRequest) -> Bool {
    let isWanted = self.isWanted ?? wants(request.head)
    if isWanted {
      isCut = !onBody(bytes)
    } else {
      // What an error page says is for nobody; a short one is cheaper to hear out than a new connection.
      ignored += bytes.count
      isCut = ignored > Self.patience
    }
    return !isCut
  }

  private func wants(_ head: AnswerHead) -> Bool {
    let isWanted = !RedirectPolicy.statuses.contains(head.status) && onHead(head)
    self.isWanted = isWanted
    // Nothing of a document that is not wanted need be heard.
    if !isWanted, head.status == 200 || head.status == 206 { ignored = Self.patience }
    return isWanted
  }

  private func finish(_ transferEnd: TransferEnd, _ request: CurlRequest) {
    // Kept until this is over, for curl's handle is its own.
    defer { withExtendedLifetime(request) {} }
    self.request = nil
    let head = request.head
    if case .failed(let code, let reason, let mayPass) = transferEnd, !isCut {
      // What becomes of a body that nobody wants is of no account, such as one that is said to be packed and is not.
      guard head.status != 0, !(isWanted ?? wants(head)) else {
        return end(.failed(code, reason, mayPass: mayPass))
      }
      isCut = true
    }
    guard RedirectPolicy.statuses.contains(head.status) else {
      if isWanted == nil, !wants(head) { isCut = false }
      return end(.answered(head, isWhole: !isCut))
    }
    let target = request.redirect.flatMap { try? WebAddress($0) }
    switch redirects.step(to: target?.origin, status: head.status) {
    case .follow(let keeps):
      guard let target else { return }
      route = Route(address: target, keepsHeaders: route.keepsHeaders && keeps)
      begin()
    case .refuse(let code, let reason): end(.failed(code, reason, mayPass: false))
    }
  }

  private func end(_ end: End) {
    let onEnd = onEnd
    forget()
    onEnd(end)
  }

  /// Closures hold on to whoever asked.
  private func forget() {
    request = nil
    onHead = { _ in false }
    onBody = { _ in false }
    onEnd = { _ in }
  }
}
