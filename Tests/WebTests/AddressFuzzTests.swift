import Models
import TestSupport
import Testing

@testable import Web

/// Addresses that two parsers may read differently: what is judged has to be what is fetched.
@Suite struct AddressFuzzTests {
  private static let pieces = [
    "http://", "https://", "a.example", "127.0.0.1", "0x7f.1", "[::1]", "[", "]", "@", ":", "80",
    "/",
    "\\", "#", "?", "%2e", "%00", "..", ".", "xn--a", "user", "::", "&", ";", "|", "-", "_", "é",
    " ",
    "\t", "999999", "0", "017700000001", "%25eth0", "~", "$", "!", "*", "(", "{", "^",
  ]

  @Test func whatIsReadIsReadAlike() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    var readable = 0
    for _ in 0..<Fuzz.documents {
      var text = generator.pick(["http://", "https://"])
      for _ in 0..<generator.int(1..<7) { text += generator.pick(Self.pieces) }
      guard let address = RemoteAddress(text), let url = try? WebURL(address) else { continue }
      readable += 1
      #expect(
        url.host.lowercased() == address.host.lowercased()
          || NetworkNumber(host: url.host) == NetworkNumber(host: address.host), "\(text)")
      #expect(!url.host.isEmpty && !url.host.contains { "/?#@%\\ ".contains($0) }, "\(text)")
    }
    #expect(readable > Fuzz.documents / 20)
  }

  @Test(arguments: [
    "http://a.example\\@127.0.0.1/", "http://a.example:80@127.0.0.1:x/", "http://[::1]a.example/",
    "http://a.example%2f@127.0.0.1/", "http://a.example:99999/", "http://a.example:/@b",
  ])
  func whatIsReadDifferentlyIsNone(_ text: String) throws {
    guard let address = RemoteAddress(text), let url = try? WebURL(address) else { return }
    #expect(url.host == address.host)
  }
}
