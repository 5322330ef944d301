import Testing

@testable import ViewerCore

@Suite struct LinkPermitTests {
  @Test(
    "An address is allowed where a pattern names it, and nowhere else",
    arguments: [
      ("example.org", "https://example.org/a?b=c", true), ("example.org", "http://EXAMPLE.org", true),
      ("example.org", "https://example.org:8080/", true), ("example.org", "https://www.example.org/", false),
      ("example.org", "https://example.org.evil.com/", false), ("example.org", "ftp://example.org/", false),
      ("example.org", "https://evil.com/example.org", false),
      ("example.org", "https://example.org@evil.com/", false),
      ("example.org", "https://evil.com\\@example.org/", false),
      ("*.example.org", "https://www.example.org/", true), ("*.example.org", "https://example.org/", false),
      ("*.example.org", "https://badexample.org/", false),
      ("https://example.org/museum/", "https://example.org/museum/hours", true),
      ("https://example.org/museum/", "https://Example.org/museum/", true),
      ("https://example.org/museum/", "http://example.org/museum/", false),
      ("https://example.org/museum/", "https://example.org/museumevil", false),
      ("https://example.org/museum/", "https://example.org/museum/../admin", false),
      ("https://example.org/museum/", "https://example.org/museum/%2E%2e/admin", false),
      ("https://example.org", "https://example.org.evil.com/", false),
      ("https://example.org/", "https://example.org", true),
      ("https://example.org", "https://example.org:444/", false),
      ("mailto:", "mailto:a@example.org", true), ("mailto:", "https://example.org/", false),
      ("example.org", "javascript:alert(1)//example.org", false), ("example.org", "example.org", false),
      ("example.org", " https://example.org/", false), ("example.org", "", false),
    ])
  func allowed(pattern: String, address: String, isAllowed: Bool) {
    var permit = LinkPermit()
    #expect(!permit.allows(address))
    let isPattern = permit.allow(pattern)
    #expect(isPattern)
    #expect(permit.allows(address) == isAllowed)
  }

  @Test(
    "What reaches into the machine cannot be allowed, and nonsense is no pattern",
    arguments: [
      "javascript:", "file:", "data:", "file:///etc/", "", "*", "*.", "a b", "https://", ".org", "-x", "1x:",
    ])
  func refused(pattern: String) {
    var permit = LinkPermit()
    let isPattern = permit.allow(pattern)
    #expect(!isPattern && permit.isEmpty)
  }

  @Test(
    "A link's address is named by its host, or by its kind",
    arguments: [
      ("https://user:word@Example.org:80/a", "example.org"), ("mailto:a@b", "mailto"), ("nothing", "nothing"),
      ("http://[::1]:8080/", "[::1]"),
    ])
  func name(address: String, name: String) {
    #expect(LinkAddress.name(of: address) == name)
  }
}
