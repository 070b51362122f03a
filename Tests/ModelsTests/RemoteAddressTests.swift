import Models
import TestSupport
import Testing

@Suite struct RemoteAddressTests {
  private func address(_ string: String) throws -> RemoteAddress {
    try #require(RemoteAddress(string))
  }

  // RFC 3986, 5.4, without what is not of the web.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h/x", "https://h/x"),
    ("a b ä", "http://a/b/c/a%20b%20%C3%A4"),
  ])
  func resolvesReferences(_ reference: String, _ expected: String) throws {
    #expect(try address("http://a/b/c/d;p?q").resolving(reference)?.string == expected)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:text/plain,x", "crypto:x", "g:h", "http:g", "http://",
  ])
  func resolvesNothingThatIsNotOfTheWeb(_ reference: String) throws {
    #expect(try address("http://a/b").resolving(reference) == nil)
  }

  @Test(arguments: [
    ("http://a", "a", 80, "a", "/"), ("https://a/", "a", 443, "a", "/"),
    ("http://a:8080?x", "a", 8_080, "a:8080", "/?x"),
    ("http://u:p@a:1/b#c", "a", 1, "a:1", "/b"),
    ("http://[::1]:81/b", "::1", 81, "[::1]:81", "/b"),
    ("http://[::1]/b", "::1", 80, "[::1]", "/b"),
  ])
  func knowsItsParts(
    _ string: String, _ host: String, _ port: Int, _ field: String, _ target: String
  ) throws {
    let address = try address(string)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.hostField == field)
    #expect(address.target == target)
  }

  @Test func keepsItsPasswordToItself() throws {
    #expect(try address("https://u:p%40@a:1/b?c").description == "https://a:1/b?c")
    #expect(try address("https://u:p@a").title == "a")
    #expect(try address("https://u:p@a").description == "https://a")
    #expect(try address("http://a/b?c=u:p@d").description == "http://a/b?c=u:p@d")
  }

  @Test(arguments: ["http://a:0", "http://a:65536", "http://a:x", "http://a:99999999999999999999"])
  func hasNoPortWhereThereIsNone(_ string: String) throws {
    #expect(try address(string).port == nil)
  }

  @Test func whateverIsResolvedIsAnAddressOfTheWeb() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "/", ".", "..", "?", "#", ":", "//", "http", "file", "@", "%", "é", "\n", "a", "[", "]",
    ]
    let base = try address("https://a/b/c?d")
    for _ in 0..<5_000 {
      let reference = (0..<Int.random(in: 0...10, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let found = base.resolving(reference) else { continue }
      #expect(found.string.hasPrefix("http"), "seed \(seed): \(reference)")
      #expect(RemoteAddress(found.string) == found, "seed \(seed): \(reference)")
      #expect(!found.target.contains("#") && found.target.first == "/", "seed \(seed)")
    }
  }
}
