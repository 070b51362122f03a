import FeedCore
import Models
import Network
import Testing

@Suite struct PlaylistFormatTests {
  @Test func plsIsParsed() throws {
    let text = """
      [playlist]\r
      Title2=Second\r
      File2=http://x.org/b.mp4\r
      file1=sub/a.mp4\r
      Length1=12\r
      Length2=-1\r
      File10=/abs.mp4\r
      FileX=no\r
      NumberOfEntries=3\r
      """
    let list = try Playlist(pls: text.utf8, base: .folder(FilePath("/list"), .libcurl))
    #expect(
      list.entries == [
        .init(location: .file(FilePath("/list/sub/a.mp4")), duration: 12),
        .init(
          location: .remote(try #require(RemoteAddress("http://x.org/b.mp4"))), title: "Second"),
        .init(location: .file(FilePath("/abs.mp4"))),
      ])
    #expect(
      try document(text, .pls).items.map(\.line) == [
        "clip “a.mp4” https://example.org/feeds/sub/a.mp4", "clip “Second” http://x.org/b.mp4",
        "clip “abs.mp4” https://example.org/abs.mp4",
      ])
  }

  @Test func xspfIsParsed() throws {
    let text = """
      <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="media/">
      <title>Mine</title><trackList>
      <track><location>a%20b.mp4</location><title>One</title><creator>Ann</creator>
        <duration>2500</duration></track>
      <track><location>http://x.org/c.mp4</location></track>
      <track><title>nowhere</title></track>
      <track><location>file:///etc/passwd</location></track>
      </trackList></playlist>
      """
    let page = try document(text, .xml)
    #expect(page.title == "Mine")
    #expect(
      page.items.map(\.line) == [
        "clip “Ann – One” https://example.org/feeds/media/a%20b.mp4",
        "clip “c.mp4” http://x.org/c.mp4",
        "notice “Unsupported address” file:///etc/passwd: feeds and playlists may name only http and https addresses",
      ])
    #expect(page.items[0].facts?.duration == 2.5)
    #expect(
      try document(text, .xml, base: .folder(FilePath("/l"), .libcurl)).items.map(\.line).prefix(2)
        == [
          "clip “Ann – One” /l/media/a b.mp4", "clip “c.mp4” http://x.org/c.mp4",
        ])
  }

  @Test func playlistOnTheWebMayOnlyNameWebAddresses() throws {
    let page = try document(
      """
      #EXTM3U
      #EXTINF:12,First
      a b.mp4
      ../c.jpg
      file:///etc/passwd
      /etc/passwd
      http://10.0.0.1/x.mp4
      """, .m3u)
    #expect(
      page.items.map(\.line) == [
        "clip “First” https://example.org/feeds/a%20b.mp4",
        "picture “c.jpg” https://example.org/c.jpg",
        "notice “Unsupported address” file:///etc/passwd: feeds and playlists may name only http and https addresses",
        "clip “passwd” https://example.org/etc/passwd",
        "notice “Unsupported address” http://10.0.0.1/x.mp4: a public feed may not name a host on a private network",
      ])
    #expect(page.items[0].facts?.duration == 12)
  }

  @Test func hlsStreamIsNotAPlaylist() {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts"
    #expect(Playlist.isStream(Array(text.utf8)))
    #expect(throws: FeedError.self) { try document(text, .m3u) }
  }
}
