import FeedCore
import Models
import TestSupport
import Testing

/// `HOST:PATH`, as typed.
@Suite struct HostPathTests {
  private func address(_ text: String) -> String? { HostPath.address(text.utf8)?.string }

  @Test(arguments: [
    ("nas:/srv/clips", "sftp://nas/srv/clips"), ("nas:clips", "sftp://nas/~/clips"),
    ("nas:clips/", "sftp://nas/~/clips/"), ("nas:", "sftp://nas/~/"), ("nas:/", "sftp://nas/"),
    ("nas:~", "sftp://nas/~/"), ("nas:~/", "sftp://nas/~/"), ("nas:~/a", "sftp://nas/~/a"),
    ("nas:~bob/a", "sftp://nas/~/~bob/a"), ("nas:.", "sftp://nas/~/."),
    ("nas:../a", "sftp://nas/~/../a"), ("nas:-a", "sftp://nas/~/-a"),
    // A folder of that name in the root is not the home folder.
    ("nas:/~/a", "sftp://nas//~/a"),
    ("ada@nas:a", "sftp://ada@nas/~/a"), ("ada@corp@nas:a", "sftp://ada%40corp@nas/~/a"),
    ("[::1]:a", "sftp://[::1]/~/a"), ("ada@[fe80::1]:/a", "sftp://ada@[fe80::1]/a"),
    ("[nas]:a", "sftp://nas/~/a"), ("[::1]:22:a", "sftp://[::1]/~/22%3Aa"),
    // One letter is a host, as for scp; so is a number.
    ("a:b", "sftp://a/~/b"), ("C:\\a.mp4", "sftp://C/~/%5Ca.mp4"),
    ("12:30.mp4", "sftp://12/~/30.mp4"),
    ("nas.lan:a", "sftp://nas.lan/~/a"), ("my_nas-1:a", "sftp://my_nas-1/~/a"),
    // Of the path, each byte is a letter.
    ("nas:a b/c?d#t=1,2%41", "sftp://nas/~/a%20b/c%3Fd%23t%3D1%2C2%2541"),
    ("nas:é:/x", "sftp://nas/~/%C3%A9%3A/x"), ("nas:a//b", "sftp://nas/~/a//b"),
  ])
  func hostAndPathAreRead(_ text: String, _ wanted: String) {
    #expect(address(text) == wanted)
  }

  @Test(arguments: [
    "", "a", "clip.mp4", ":", ":a", "::", "/a:b", "./a:b", "a/b:c", "../a:b", "@:a", "@nas:a",
    "ada@:a", "-nas:a", "-oProxyCommand=x:a", "-ada@nas:a", "2026-11-27 12:30.mp4", "a b:c",
    "a\tb:c", "a#b:c", "a?b:c", "a%2Db:c", "a`b`:c", "$(a):b", "a;b:c", "a&b:c", "a|b:c", "a'b:c",
    "a\\b:c", "é:a", "ada\\x@nas:a", "a'b@nas:c", "[::1]", "[::1]a:b", "[::1", "[]:a", "[a:b]:c",
    "[-a]:b", "[127.0.0.1%lo]:a", "[fe80::1%eth0]:a", "nas:a\0b",
    // These look like addresses.
    "http:/a", "https:a", "HTTP:a", "file:/a", "file:a", "sftp:nas", "rtsp://nas/a", "nas://a",
    "http://a:80/b",
  ])
  func othersNameNoHost(_ text: String) {
    #expect(address(text) == nil)
  }

  /// Names that are not UTF-8 reach the server as they are.
  @Test func pathsAreBytes() throws {
    let address = try #require(HostPath.address(Array("nas:/a".utf8) + [0xFF, 0x0A]))
    #expect(address.string == "sftp://nas/a%FF%0A")
  }

  @Test func longTextIsNoAddress() {
    #expect(address("nas:/" + String(repeating: "a", count: 8_000)) != nil)
    #expect(address("nas:/" + String(repeating: "a", count: 8_200)) == nil)
    #expect(address(String(repeating: "a", count: 254) + ":b") == nil)
  }

  /// All texts of up to five of these letters.
  @Test func eachTextIsReadOnlyOneWay() throws {
    let letters = Array("a:/@[]-~".utf8)
    for count in 0...5 {
      for number in 0..<(0..<count).reduce(1, { size, _ in size * letters.count }) {
        var rest = number
        let text = (0..<count).map { _ in
          defer { rest /= letters.count }
          return letters[rest % letters.count]
        }
        guard let address = HostPath.address(text) else { continue }
        let words = String(decoding: text, as: UTF8.self)
        #expect(address.host.first != "-" && address.port == nil, "\(words)")
        #expect(RemoteAddress(address.string) == address, "\(words)")
        guard !words.contains("[") else { continue }
        // The first colon ends the host; it comes before any slash.
        let place = words.prefix { $0 != ":" }
        #expect(!place.contains("/") && place.count < words.count, "\(words)")
        #expect(place.hasSuffix(address.host) && address.host.first == "a", "\(words)")
        // What is left is the path.
        let path = words.dropFirst(place.count + 1)
        let decoded = String(decoding: PercentCoding.decoded(address.target.utf8), as: UTF8.self)
        let wanted = path.hasPrefix("/") ? path : path.hasPrefix("~/") ? path.dropFirst(2) : path
        #expect(decoded.hasSuffix(wanted == "~" ? "" : wanted), "\(words)")
      }
    }
  }
}
