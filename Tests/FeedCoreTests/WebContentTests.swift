import FeedCore
import Testing

@Suite struct WebContentTests {
  @Test(arguments: [
    ("video/mp4", "\0\0\0\u{18}ftypisom", "/a", WebContent.clip), ("video/mp4", "", "/a", .clip),
    ("audio/mpeg", "ID3\u{3}\0", "/a", .clip), ("image/png", "\u{89}PNG\0", "/a", .still),
    ("image/gif", "GIF89a\0", "/a", .clip), ("image/jpeg", "", "/a", .still),
    ("application/octet-stream", "\0\0\0\u{18}ftypisom", "/a.mp4", .clip),
    ("video/mp4", "#EXTM3U\n", "/a", .m3u), ("audio/mpegurl", "", "/a", .m3u),
    ("application/vnd.apple.mpegurl; charset=utf-8", "\u{FEFF}#EXTM3U", "/a", .m3u),
    ("text/plain", "#EXTM3U\na", "/a", .m3u), ("text/plain", "http://x/a.mp4\n", "/a.m3u", .m3u),
    ("text/plain", "[playlist]\nFile1=a.mp4\n", "/a.pls", .unknown),
    ("application/xspf+xml", "<playlist>", "/a.xspf", .xml),
    ("application/feed+json", "{", "/a", .json), ("application/json", "", "/a", .json),
    ("text/plain", " {\"version\"", "/a", .json), ("text/html", "{\"a\"", "/a", .json),
    ("application/rss+xml", "<rss>", "/a", .xml), ("text/xml", "<x>", "/a", .xml),
    ("text/html", "<?xml version=\"1.0\"?>\n<rss version=\"2.0\">", "/a", .xml),
    ("text/html", "\u{FEFF}<!-- c --><feed xmlns=\"x\">", "/a", .xml),
    ("text/plain", "<?xml version=\"1.0\"?><!DOCTYPE x><a:RDF>", "/a", .xml),
    ("text/html; charset=utf-8", "<!DOCTYPE html><html>", "/a", .page),
    ("application/xhtml+xml", "<?xml version=\"1.0\"?><html>", "/a", .page),
    ("", "<html>", "/a", .page), ("", "<rss", "/a", .xml), ("", "\u{1}\0binary", "/a", .clip),
    ("text/plain", "Not found", "/a.mp4", .unknown), ("video/mp4", "Not found", "/a.mp4", .unknown),
    ("image/svg+xml", "", "/a", .xml), ("text/html", "", "/a", .page), ("", "", "/a", .unknown),
  ])
  func contentIsDetected(_ type: String, _ head: String, _ path: String, _ content: WebContent) {
    #expect(WebContent(type: type.isEmpty ? nil : type, head: head.utf8, path: path) == content)
  }

  @Test func webPageNamesItsFeeds() {
    let page = """
      <!DOCTYPE html><html><head><title>x</title><script>"<link rel=alternate type=application/rss+xml
      href=no>"</script><LINK REL="stylesheet" href="s.css"><link rel="alternate" hreflang=de href=/de>
      <link rel='alternate feed' type='application/rss+xml' href='/rss?a=1&amp;b=2'>
      <link rel=alternate type="application/feed+json" href=feed.json></head>
      """
    #expect(
      HTMLText(Array(page.utf8)).feeds == ["/rss?a=1&b=2", "feed.json"])
  }
}
