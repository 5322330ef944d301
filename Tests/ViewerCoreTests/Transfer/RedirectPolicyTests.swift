import Testing

@testable import ViewerCore

struct RedirectPolicyTests {
  private static let home = WebOrigin(scheme: .https, host: "Museum.example")
  private static let other = WebOrigin(scheme: .https, host: "cdn.example")
  private static let plainHome = WebOrigin(scheme: .http, host: "museum.example")

  private static func policy(_ origin: WebOrigin = home, plain: [String] = []) -> RedirectPolicy {
    RedirectPolicy(from: origin, plain: PlainHosts(plain))
  }

  @Test("Headers go along within an origin, and never again once another was asked")
  func headers() {
    var policy = Self.policy()
    #expect(policy.step(to: Self.home, status: 302) == .follow(keepsHeaders: true))
    #expect(
      policy.step(to: WebOrigin(scheme: .https, host: "museum.EXAMPLE", port: 443), status: 302)
        == .follow(keepsHeaders: true))
    #expect(policy.step(to: Self.other, status: 301) == .follow(keepsHeaders: false))
    #expect(policy.step(to: Self.home, status: 301) == .follow(keepsHeaders: false))
    var ports = Self.policy()
    #expect(
      ports.step(to: WebOrigin(scheme: .https, host: "museum.example", port: 8443), status: 307)
        == .follow(keepsHeaders: false))
  }

  @Test("Ten hops are followed, the eleventh is not")
  func limit() {
    var policy = Self.policy()
    for _ in 0..<10 { #expect(policy.step(to: Self.home, status: 302) == .follow(keepsHeaders: true)) }
    guard case .refuse(.networkError, _) = policy.step(to: Self.home, status: 302) else {
      Issue.record("an eleventh hop was followed")
      return
    }
  }

  @Test("Nothing leads from https to http, to a host without encryption, or to what is no address")
  func refusals() {
    for allowed in [[], ["museum.example"]] {
      var policy = Self.policy(plain: allowed)
      guard case .refuse(.httpError, let reason) = policy.step(to: Self.plainHome, status: 302) else {
        Issue.record("https led to http")
        return
      }
      #expect(reason.contains("302"))
    }
    var loopback = Self.policy(WebOrigin(scheme: .http, host: "localhost", port: 8080))
    guard case .refuse(.httpError, _) = loopback.step(to: Self.plainHome, status: 302) else {
      Issue.record("a host that is not named was asked in the clear")
      return
    }
    var named = Self.policy(WebOrigin(scheme: .http, host: "localhost"), plain: ["Museum.example"])
    #expect(named.step(to: Self.plainHome, status: 302) == .follow(keepsHeaders: false))
    // The way up is open.
    #expect(named.step(to: Self.home, status: 301) == .follow(keepsHeaders: false))
    guard case .refuse(.httpError, _) = named.step(to: nil, status: 301) else {
      Issue.record("what is no address was followed")
      return
    }
  }

  @Test(
    "Loopback is this machine and nothing that only looks like it",
    arguments: [
      ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("[::1]", true),
      ("127.0.0.1.example", false), ("127.0.0", false), ("127.0.0.256", false), ("128.0.0.1", false),
      ("localhost.example", false), ("[::2]", false), ("", false),
    ])
  func loopback(_ host: String, _ isLoopback: Bool) {
    #expect(WebOrigin(scheme: .http, host: host).isLoopback == isLoopback)
    #expect(PlainHosts().allows(WebOrigin(scheme: .http, host: host)) == isLoopback)
    #expect(PlainHosts().allows(WebOrigin(scheme: .https, host: host)))
  }
}
