import Models
import TestSupport
import Testing

@Suite struct RemoteAddressTests {
  private func address(_ string: String) throws -> RemoteAddress {
    try #require(RemoteAddress(string))
  }

  @Test(arguments: [
    ("http://a", "a", 80, "a", "/"), ("https://a/", "a", 443, "a", "/"),
    ("http://a:8080?x", "a", 8_080, "a:8080", "/?x"),
    ("http://u:p@a:1/b#c", "a", 1, "a:1", "/b"),
    ("http://[::1]:81/b", "::1", 81, "[::1]:81", "/b"),
    ("http://[::1]/b", "::1", 80, "[::1]", "/b"),
  ])
  func addressIsSplitIntoItsParts(
    _ string: String, _ host: String, _ port: Int, _ field: String, _ target: String
  ) throws {
    let address = try address(string)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.hostField == field)
    #expect(address.target == target)
  }

  @Test func descriptionOmitsThePassword() throws {
    #expect(try address("https://u:p%40@a:1/b?c").description == "https://a:1/b?c")
    #expect(try address("https://u:p@a").title == "a")
    #expect(try address("https://u:p@a").description == "https://a")
    #expect(try address("http://a/b?c=u:p@d").description == "http://a/b?c=u:p@d")
  }

  @Test(arguments: ["http://a:0", "http://a:65536", "http://a:x", "http://a:99999999999999999999"])
  func invalidPortIsNil(_ string: String) throws {
    #expect(try address(string).port == nil)
  }
}
