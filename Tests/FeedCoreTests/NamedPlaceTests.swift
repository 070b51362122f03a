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

  private func place(_ text: String, sftpOf hosts: Set<String>?) -> NamedPlace {
    NamedPlace(text.utf8, .libcurl.readingSFTP(of: hosts))
  }

  @Test func sftpAddressIsRemoteIfItsHostMayBeNamed() throws {
    let address = try #require(RemoteAddress("sftp://ada@Nas:22/a%20b%C3%A9.mp4#t=1,2"))
    let text = "SFTP://ada:pw@Nas:22/a bé.mp4#t=1,2"
    #expect(place(text, sftpOf: nil) == .remote(address))
    #expect(place(text, sftpOf: ["nas"]) == .remote(address))
    // A list may name no other host, and a feed of the web none.
    #expect(place(text, sftpOf: ["nas.lan"]) == .other)
    #expect(place(text, sftpOf: []) == .other && place(text) == .other)
  }

  @Test(arguments: ["sftp://", "sftp:///a", "sftp://-a/b", "sftp://a b/c", "sftp://a/%00"])
  func malformedSFTPAddressIsNoPlace(_ text: String) {
    #expect(place(text, sftpOf: nil) == .malformed && place(text) == .malformed)
  }

  @Test func webPagesNameNoMachineOfSSH() throws {
    let page = try #require(RemoteAddress("https://example.org/feed"))
    let addresses = AddressReader.libcurl.readingSFTP(of: nil)
    for base in [
      FeedBase.web(page, isPublic: true, .libcurl), .web(page, isPublic: false, addresses),
    ] {
      #expect(base.address("sftp://a/b.mp4") == nil)
      #expect(
        base.location(of: "sftp://ada:pw@a/b.mp4".utf8) == .address("sftp://ada@a/b.mp4"))
    }
    let far = try #require(RemoteAddress("sftp://a/b/list.m3u"))
    #expect(FeedBase.web(far, isPublic: false, addresses).address("c.mp4") == nil)
    #expect(FeedBase.web(far, isPublic: false, addresses).address("https://a/c.mp4") == nil)
  }

  @Test func listsHereNameTheHostsOfTheCommandLine() {
    let base = FeedBase.folder(FilePath("/list"), .libcurl.readingSFTP(of: ["a"]))
    #expect(base.location(of: "sftp://a/b.mp4".utf8)?.media?.address != nil)
    #expect(base.location(of: "sftp://ada:pw@b/b.mp4".utf8) == .address("sftp://ada@b/b.mp4"))
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
