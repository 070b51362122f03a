import Models
import TestSupport
import Testing

@testable import Network

@Suite struct AddressReaderTests {
  private func read(_ text: String, at base: String? = nil) -> String? {
    AddressReader.libcurl.read(text, relativeTo: base.flatMap { RemoteAddress($0) })?.string
  }

  // RFC 3986, 5.4, limited to the web.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    // Of a fragment, the times of a part of a clip are kept.
    ("g#t=1,2.5", "http://a/b/c/g#t=1,2.5"), ("g#x&t=npt:0:01:00&y", "http://a/b/c/g#t=60"),
    ("g#t=2,1", "http://a/b/c/g"),
    (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h/x", "https://h/x"),
    ("a b ä", "http://a/b/c/a%20b%20%C3%A4"), ("g//h:1", "http://a/b/c/g//h:1"),
    ("?u=http://h/%31", "http://a/b/c/d;p?u=http://h/%31"),
  ])
  func relativeReferencesAreResolved(_ reference: String, _ expected: String) {
    #expect(read(reference, at: "http://a/b/c/d;p?q") == expected)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:text/plain,x", "crypto:x", "g:h", "http:g", "http:/h/", "http://",
    "http:///h/", "ftp://h/", "http://h:0x/", "http://h:99999/", "//", "///h", "http://a b/",
    "http://%31%39%32.168.0.1/", "http://rebind%2eexample.com/", "http://u:p@h%2f/",
    "sftp://h/x", "SFTP://h/x", "sftp:/h/x", "sftp:x", "scp://h/x", "ssh://h/x",
    "http://h\\@127.0.0.1/", "http://[::1]h/", "http://[fe80::1%25eth0]/",
    "http://\(String(repeating: "a.", count: 500))example/",
  ])
  func otherAddressesAreRejected(_ text: String) {
    #expect(read(text) == nil)
    #expect(read(text, at: "http://a/b") == nil)
  }

  @Test(arguments: ["g", "/g", "//g", "", "http://g/", "https://g/"])
  func nothingIsRelativeToAnSFTPAddress(_ text: String) throws {
    #expect(read(text, at: "sftp://h:22/a/list.m3u8") == nil)
    let far = try #require(RemoteAddress("sftp://h/x"))
    #expect(throws: WebError.self) { try WebURL(far) }
  }

  @Test(arguments: ["clip.mp4", "", "/a", "?b", "#c"])
  func referencesNeedABase(_ text: String) {
    #expect(read(text) == nil)
  }

  /// In all the forms that resolvers accept.
  @Test(arguments: [
    ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"),
    ("0x7f.1", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"),
    ("010.0.0.1", "8.0.0.1"), ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"),
  ])
  func numericHostsAreNormalised(_ host: String, _ expected: String) throws {
    let address = try #require(AddressReader.libcurl.read("http://\(host):80/x"))
    #expect(address.string == "http://\(expected):80/x")
    #expect(address.isPrivateByName == (expected != "8.0.0.1"))
  }

  @Test(arguments: [
    ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
    ("https://例え.テスト/a?ü", "https://xn--r8jz45g.xn--zckzah/a?%C3%BC"),
    ("//Faß.example", "http://xn--fa-hia.example/"),
  ])
  func internationalNamesBecomePunycode(_ text: String, _ expected: String) {
    #expect(read(text, at: "http://a/b") == expected)
  }

  @Test func loginIsKept() {
    #expect(read("http://u:p%40@h/x") == "http://u:p%40@h/x")
    #expect(read("http://ü:p@h/x") == "http://%C3%BC:p@h/x")
    #expect(read("../y", at: "http://u:p@h/x/z") == "http://u:p@h/y")
  }

  /// Parsing is idempotent: the address that is checked is the one that is fetched.
  @Test func parsingIsIdempotent() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let pieces = [
      "http://", "https://", "//", "a.example", "127.0.0.1", "0x7f.1", "[::1]", "[", "]", "@", ":",
      "80", "/", "\\", "#", "?", "%2e", "%00", "..", ".", "xn--a", "user", "::", "&", ";", "|", "-",
      "_", "é", "ß", "１", "。", " ", "\t", "\n", "999999", "0", "017700000001", "%25eth0", "~", "$",
      "!",
      "*", "(", "{", "^", "\u{0}", "http", "file",
    ]
    let base = try #require(RemoteAddress("https://a/b/c?d"))
    var readable = 0
    for _ in 0..<Fuzz.documents {
      var text = generator.pick(["http://", "https://", ""])
      for _ in 0..<generator.int(1..<7) { text += generator.pick(pieces) }
      guard let address = AddressReader.libcurl.read(text, relativeTo: base) else { continue }
      readable += 1
      #expect(AddressReader.libcurl.read(address.string) == address, "\(text)")
      #expect(address.target.first == "/" && !address.string.contains("#"), "\(text)")
      let url = try WebURL(address)
      #expect(!url.host.isEmpty && !url.host.contains { "/?#@%\\ ".contains($0) }, "\(text)")
      #expect(url.host == address.host, "\(text)")
    }
    #expect(readable > Fuzz.documents / 20)
  }

  @Test(arguments: [
    "http://a.example\\@127.0.0.1/", "http://a.example:80@127.0.0.1:x/", "http://[::1]a.example/",
    "http://a.example%2f@127.0.0.1/", "http://a.example:99999/", "http://a.example:/@b",
    "http://0x7f.1/", "http://127.1/",
  ])
  func curlAgreesOnTheHostOfUnparsedAddresses(_ text: String) throws {
    guard let address = RemoteAddress(text), let url = try? WebURL(address) else { return }
    #expect(url.host == address.host)
  }
}
