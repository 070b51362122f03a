import Models
import TestSupport
import Testing

@Suite struct RemoteAddressTests {
  private func address(_ string: String) throws -> RemoteAddress {
    try #require(RemoteAddress(string))
  }

  @Test(
    arguments: [
      ("sftp://a/b/c%20d.mp4#t=1,2", "sftp://a/b/", "c d.mp4"), ("sftp://a/b/", "sftp://a/b/", nil),
      ("sftp://a/~/b", "sftp://a/~/", "b"), ("sftp://a", "sftp://a", nil),
      ("https://a/b/c?d/e", "https://a/b/", "c"),
    ] as [(String, String, String?)])
  func addressIsInAFolder(_ string: String, _ folder: String, _ name: String?) throws {
    let address = try address(string)
    #expect(address.folder.string == folder)
    #expect(address.lastComponent == name.map { Array($0.utf8) })
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

  @Test(
    arguments: [
      ("sftp://a", "sftp://a", "a", nil, nil, "/"),
      ("SFTP://a/b", "sftp://a/b", "a", nil, nil, "/b"),
      ("sftp://ada@a:22/b", "sftp://ada@a:22/b", "a", 22, "ada", "/b"),
      ("sftp://ada@[::1]:2222/~/b", "sftp://ada@[::1]:2222/~/b", "::1", 2_222, "ada", "/~/b"),
      // A password is dropped, and a question mark is a letter.
      ("sftp://ada:pw:x@a/b", "sftp://ada@a/b", "a", nil, "ada", "/b"),
      ("sftp://a/b?c#t=1,2", "sftp://a/b%3Fc#t=1,2", "a", nil, nil, "/b%3Fc"),
      (
        "sftp://ada%40corp@my_box.lan/", "sftp://ada%40corp@my_box.lan/", "my_box.lan", nil,
        "ada%40corp", "/"
      ),
    ] as [(String, String, String, Int?, String?, String)])
  func addressOfSSHIsNormalised(
    _ text: String, _ string: String, _ host: String, _ port: Int?, _ user: String?,
    _ target: String
  ) throws {
    let address = try address(text)
    #expect(address.scheme == .sftp && address.isSecure)
    #expect(address.string == string && address.host == host && address.port == port)
    #expect(address.userInfo.map(String.init) == user && address.target == target)
    #expect(try self.address(string) == address)
    #expect(address.description == string && address.withoutSecrets == address)
  }

  @Test(arguments: [
    "sftp://", "sftp:///a", "sftp://@a/b", "sftp://:pw@a/b", "sftp://-oProxyCommand=x/b",
    "sftp://-a@b/c", "sftp://%2Da@b/c", "sftp://a%2e/b", "sftp://a`x`/b", "sftp://$(x)/b",
    "sftp://a;b/c", "sftp://a'@b/c", "sftp://a%27@b/c", "sftp://a%0Ab@c/d", "sftp://a\\b@c/d",
    "sftp://a:/b", "sftp://a:0/b", "sftp://a:65536/b", "sftp://a:x/b", "sftp://a:-1/b",
    "sftp://a:b:1/c", "sftp://[::1/a", "sftp://[::1]x/a", "sftp://[::1%25eth0]/a",
    "sftp://[127.0.0.1]/a", "sftp://[a]/b", "sftp://a/%00", "sftp://a b/c", "sftp://é/a",
    "sftp://a?b",
    "sftp:a/b", "scp://a/b", "ssh://a/b",
  ])
  func whatMayNotReachSSHIsNoAddress(_ text: String) {
    #expect(RemoteAddress(text) == nil)
  }

  /// Whatever is taken, `ssh` can be told of.
  @Test(arguments: Fuzz.seeds(10))
  func anyAddressOfSSHIsHarmless(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "-", "@", ":", "/", "?", "#", "%", "%2D", "%00", "[", "]", "::1", "22", "~", ".", "_",
      "$", "`", "\\", "'", "\"", ";", "|", "&", "(", "!", "=", ",", "+", " ", "\n", "é", "t=1",
    ]
    for _ in 0..<500 {
      let text = "sftp://" + (0..<random.int(1..<8)).map { _ in random.pick(pieces) }.joined()
      guard let address = RemoteAddress(text) else { continue }
      #expect(RemoteAddress(address.string)?.string == address.string, "\(text)")
      #expect(!address.target.contains("?"), "\(text)")
      let user = PercentCoding.decoded((address.userInfo ?? "").utf8)
      for name in [Array(address.host.utf8), user] {
        #expect(name.first != UInt8(ascii: "-"), "\(text)")
        #expect(!name.contains { "$`'\"\\;&<>|(){}%".utf8.contains($0) || $0 <= 0x20 }, "\(text)")
      }
      #expect(!address.host.isEmpty && !user.contains(UInt8(ascii: ":")), "\(text)")
    }
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

  /// `/~/` stands for the home folder, unless the folder is called so.
  @Test(arguments: [
    "/", "/a.mp4", "/~", "/~/", "/~/~", "/~x", "/a b?c#d%20", "/\u{1}\u{7F}é", "//~",
  ])
  func pathsOnMachinesAreReadAsTheyWere(_ text: String) throws {
    let machine = try #require(RemoteAddress("sftp://ada@nas:2222/x"))
    let address = machine.at(FilePath(text))
    #expect(RemoteAddress(address.string) == address && address.machine == machine.machine)
    let folded = text.hasPrefix("//") ? String(text.dropFirst()) : text
    #expect(address.pathThere == FilePath(folded))
    #expect(machine.typed(FilePath("/srv")) == FilePath("ada@nas:2222:/srv"))
  }
}
