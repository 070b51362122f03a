import FeedCore
import Models
import Network
import TestSupport
import Testing

@Suite struct NamedPlaceTests {
  private func place(_ text: String) -> NamedPlace { NamedPlace(text.utf8, .libcurl) }

  private func path(_ text: String) -> NamedPlace { .path(Array(text.utf8)) }

  @Test(arguments: [
    "clip.mp4", "/a/b.mp4", "", "a:b", "://x", "1 2://x", "é://x", "http:/x", "http:x", "file:x",
    "dir/http://x", "-", "~", "C:\\a.mp4",
  ])
  func textWithoutASchemeIsAPath(_ text: String) {
    #expect(place(text) == path(text))
  }

  @Test(arguments: [
    ("file:///a/b.mp4", "/a/b.mp4"), ("FILE://localhost/a%20b", "/a b"),
    ("file:///100%25.mp4", "/100%.mp4"), ("file:///", "/"),
  ])
  func fileURLIsAPath(_ text: String, _ wanted: String) {
    #expect(place(text) == path(wanted))
  }

  @Test(arguments: ["http://h/a.mp4", "HTTPS://h:8/a?b=c", "http://h/a b é.mp4"])
  func webAddressIsRemote(_ text: String) throws {
    let wanted = text.replacing(" ", with: "%20").replacing("é", with: "%C3%A9")
    #expect(try place(text) == .remote(#require(RemoteAddress(wanted))))
  }

  @Test(arguments: [
    ("http://", NamedPlace.malformed), ("https:///a.mp4", .malformed),
    ("http://%31%39%32.168.0.1/", .malformed), ("ftp://h/a", .other),
    ("rtsp://h/", .other), ("x+y-z.1://a", .other), ("file://elsewhere/a", .other),
    ("file://", .other),
  ])
  func malformedAndUnsupportedAddressesAreDistinguished(_ text: String, _ wanted: NamedPlace) {
    #expect(place(text) == wanted)
  }

  /// File names are bytes.
  @Test func anyBytesWithoutASchemeAreAPath() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let bytes = (0..<generator.int(0..<20)).map { _ in
        generator.chance(0.3) ? generator.pick(Array("%/.a ".utf8)) : UInt8(generator.int(0..<256))
      }.filter { $0 != UInt8(ascii: ":") }
      #expect(NamedPlace(bytes, .libcurl) == .path(bytes), "seed \(seed)")
    }
  }
}
