import FeedCore
import Models
import Testing

@Suite struct PlaylistFormatTests {
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
