import Models
import TestSupport
import Testing

/// Removing secrets from addresses that are stored, shown or passed on.
@Suite struct AddressSecretsTests {
  @Test(arguments: [
    ("https://ada:pw@a.org/b?c=d#e", "https://a.org/b?c=d#e"),
    ("https://ada@a.org:81", "https://a.org:81"),
    ("https://a.org/b?token=x", "https://a.org/b"),
    ("https://a.org/b?token=x&c=d", "https://a.org/b?c=d"),
    ("https://a.org/b?c=d&TOKEN=x&e", "https://a.org/b?c=d&e"),
    ("https://a.org/b?c=d;token=x", "https://a.org/b?c=d"),
    ("https://a.org/b?l=1;2&token=x;y=1", "https://a.org/b?l=1;2&y=1"),
    ("https://a.org/b?token", "https://a.org/b"),
    ("https://a.org/b?%74oken=x&c", "https://a.org/b?c"),
    ("https://a.org/b#access_token=x&t=10", "https://a.org/b#t=10"),
    ("https://a.org?sid=x", "https://a.org"),
    ("https://a.org/b?x=a=b&&", "https://a.org/b?x=a=b&&"),
    (
      "https://a.org/token=x?monkey=1&tokens=2&keys=3",
      "https://a.org/token=x?monkey=1&tokens=2&keys=3"
    ),
    ("http://a.org/@b?c=u:p@d", "http://a.org/@b?c=u:p@d"),
    ("http://ada:pw@[::1]:8080/b", "http://[::1]:8080/b"),
    ("http://ada:pw@/b?key=x", "http:///b"),
    ("sftp://ada:pw@a.org:22/b#token=x&t=10", "sftp://ada@a.org:22/b#t=10"),
    ("sftp://a.org/b?token=x", "sftp://a.org/b%3Ftoken=x"),
  ])
  func secretsAreRemoved(_ whole: String, _ kept: String) throws {
    let address = try #require(RemoteAddress(whole)).withoutSecrets
    #expect(address.string == kept)
    #expect(address.withoutSecrets == address)
  }

  @Test(arguments: [
    "token", "access_token", "api_key", "apikey", "API-Key", "key", "auth", "Authorization",
    "password",
    "passwd", "pwd", "secret", "sig", "signature", "Signature", "session", "sessionid",
    "session_id",
    "sid", "jwt", "credential", "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
    "X-Goog-Signature", "X-Goog-Credential",
  ])
  func secretsAreRecognisedByName(_ name: String) throws {
    let address = try #require(RemoteAddress("https://a.org/b?v=1&\(name)=hunter2"))
    #expect(address.withoutSecrets.string == "https://a.org/b?v=1")
    #expect(address.description == "https://a.org/b?v=1")
  }

  @Test func secretsAreRemovedFromMessages() {
    let line =
      "[hls @ 0x1] Opening 'HTTPS://ada:pw@a.org/b?c=1&sig=x' then http://a.org?key=y, ftp://u:p@h é://"
    #expect(
      RemoteAddress.withoutSecrets(inMessage: line)
        == "[hls @ 0x1] Opening 'https://a.org/b?c=1 then http://a.org ftp://u:p@h é://")
    #expect(
      RemoteAddress.withoutSecrets(inMessage: "at 'sftp://ada:pw@h/a b") == "at 'sftp://ada@h/a b")
    #expect(RemoteAddress.withoutSecrets(inMessage: "https://") == "https://")
    #expect(RemoteAddress.withoutSecrets(inMessage: "") == "")
  }

  @Test func onlySecretsAreRemoved() throws {
    let secrets = ["token=hunter2", "SIG=hunter2", "%6bey=hunter2", "X-Amz-Signature=hunter2"]
    for seed in Fuzz.seed..<(Fuzz.seed + 2_000) {
      var generator = SeededGenerator(seed: seed)
      let isLogin = generator.chance(0.5)
      var whole = "https://\(isLogin ? "ada:hunter2@" : "")a.org/b"
      var kept: [Substring] = []
      for index in 0..<generator.int(0..<8) {
        let field = generator.pick(["a=1", "b", "c=d=e"] + secrets)
        if !field.contains("hunter2") { kept.append(field[...]) }
        whole += (index == 0 ? "?" : generator.pick(["&", ";", "#"])) + field
      }
      let left = try #require(RemoteAddress(whole)).withoutSecrets.string
      #expect(RemoteAddress(left)?.withoutSecrets.string == left, "seed \(seed): \(whole)")
      let fields = left.split { "?&;#".contains($0) }
      #expect(fields == ["https://a.org/b"] + kept, "seed \(seed): \(whole)")
    }
  }
}
