import FeedCore
import Models
import Testing

@Suite struct XMLFeedTests {
  private func lines(rss items: String) throws -> [String] {
    try document(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>\(items)</channel></rss>
      """, .xml
    ).items.map(\.line)
  }

  @Test func rssIsParsed() throws {
    let page = try document(
      """
      \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
      <!-- made by hand -->
      <rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
        <title>Clips &amp; more</title>
        <image><title>logo</title><url>l.png</url></image>
        <a:link rel="next" href="?page=2"/>
        <item>
          <guid isPermaLink="false">one</guid><title><![CDATA[A <clip>]]></title>
          <link>https://x.org/1</link><author>ann@x.org</author>
          <description>&lt;p&gt;First.&lt;/p&gt;Second&amp;nbsp;one.</description>
          <pubDate>Sun, 01 Mar 2026 12:00:00 +0100</pubDate><itunes:duration>1:02:03</itunes:duration>
          <enclosure url="a.mp4" length="1000" type="video/mp4"/>
        </item>
        <item><title>Only text</title><link>/2</link><description>Words</description></item>
      </channel></rss>
      """, .xml)
    #expect(page.title == "Clips & more")
    #expect(
      page.next == RemoteAddress("https://example.org/feeds/all?page=2").map { .remote($0) })
    #expect(
      page.items.map(\.line) == [
        "clip “A” https://example.org/feeds/a.mp4 #one",
        "article “Only text” Words <https://example.org/2> #/2",
      ])
    let facts = try #require(page.items[0].facts)
    #expect(facts.summary == ["First.", "Second one."])
    #expect(facts.date == 1_772_362_800)
    #expect(facts.duration == 3_723)
    #expect(facts.size == 1_000)
    #expect(facts.link == RemoteAddress("https://x.org/1"))
  }

  @Test func mediaRSSIsParsed() throws {
    #expect(
      try lines(
        rss: """
          <item><guid>1</guid><title>Group</title><media:group>
            <media:content url="small.webm" type="video/webm" duration="7"/>
            <media:content url="big.mp4" type="video/mp4"/><media:thumbnail url="t.jpg"/>
          </media:group></item>
          <item><guid>2</guid><title>Photo</title><media:content url="p.jpg" medium="image"/></item>
          <item><guid>3</guid><media:content url="c.mp4" type="video/mp4">
            <media:title>Inner</media:title></media:content></item>
          <item><guid>4</guid><title>Thumb</title><media:thumbnail url="t.jpg"/></item>
          <item><guid>5</guid><title>Both</title><enclosure url="s.mp3" type="audio/mpeg" length="0"/>
            <media:content url="s.mp4" type="video/mp4"/></item>
          """) == [
          "clip “Group” https://example.org/feeds/small.webm #1",
          "picture “Photo” https://example.org/feeds/p.jpg #2",
          "clip “Inner” https://example.org/feeds/c.mp4 #3",
          "picture “Thumb” https://example.org/feeds/t.jpg #4",
          "clip “Both” https://example.org/feeds/s.mp4 #5",
        ])
  }

  /// References are relative to the document's address, whatever `xml:base` says.
  @Test func atomIsParsed() throws {
    let page = try document(
      """
      <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://media.org/x/">
      <title type="html">The &lt;i&gt;feed&lt;/i&gt;</title><link rel="next" href="2.xml"/>
      <entry xml:base="sub/"><id>urn:1</id><title>Clip</title><updated>2026-03-01T11:00:00Z</updated>
        <link rel="alternate" href="page.html"/>
        <link rel="enclosure" href="a.mp4" type="video/mp4" length="5"/>
        <author><name>Ann</name></author></entry>
      <entry><id>urn:2</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">An <b>x</b></div>
        </title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One<br/>Two</p>
        <p>Three &amp; four</p></div></content></entry>
      <entry><id>urn:3</id><title>Out</title><content type="image/png" src="c.png"/></entry>
      </feed>
      """, .xml)
    #expect(page.title == "The feed")
    #expect(page.next == RemoteAddress("https://example.org/feeds/2.xml").map { .remote($0) })
    #expect(
      page.items.map(\.line) == [
        "clip “Clip” https://example.org/feeds/a.mp4 #urn:1",
        "article “An x” One|Two|Three & four #urn:2",
        "picture “Out” https://example.org/feeds/c.png #urn:3",
      ])
    #expect(page.items[0].facts?.link == RemoteAddress("https://example.org/feeds/page.html"))
    #expect(page.items[0].facts?.author == "Ann")
  }

  @Test func rdfIsParsed() throws {
    let page = try document(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="x"><title>Old</title></channel>
      <item rdf:about="urn:1"><title>Entry</title><link>http://x.org/</link></item></rdf:RDF>
      """, .xml)
    #expect(page.title == "Old")
    #expect(page.items.map(\.line) == ["article “Entry”  <http://x.org/> #urn:1"])
  }

  @Test func documentEntitiesAreNeverExpanded() throws {
    let laughs = (1...9).map {
      "<!ENTITY lol\($0) \"\(String(repeating: "&lol\($0 - 1);", count: 10))\">"
    }.joined()
    let page = try document(
      """
      <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY lol0 "lol">\(laughs)
      <!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY % remote SYSTEM "http://127.0.0.1/x.dtd">%remote;]>
      <rss><channel><item><title>&lol9; &file; &amp;</title></item></channel></rss>
      """, .xml)
    #expect(page.items.map(\.line) == ["article “&lol9; &file; &”  #&lol9; &file; &"])
  }

  @Test func depthIsLimited() {
    let deep = String(repeating: "<a>", count: 100_000)
    for text in [deep, "<rss><channel><item>\(deep)", "<rss><channel>\(deep)"] {
      #expect(throws: FeedError.self) { try document(text, .xml) }
    }
    let failure = #expect(throws: FeedError.self) {
      try document("<rss><channel><item>\(deep)", .xml)
    }
    #expect(failure?.reason == .tooLarge)
  }

  @Test(arguments: [
    ("", FeedError.Reason.notAFeed), ("words", .notAFeed),
    ("<html><body>x</body></html>", .notAFeed),
    ("<?xml version=\"1.0\"?><svg/>", .notAFeed), ("<channel/>", .notAFeed),
    ("<rss>", .damaged), ("<rss><channel>", .damaged), ("<rss><channel><item><title>a", .damaged),
    ("<rss><channel></channel></rss", .damaged), ("<rss><channel/></rss><!--", .damaged),
  ])
  func otherDocumentsAreRejected(_ text: String, _ reason: FeedError.Reason) {
    let failure = #expect(throws: FeedError.self) { try document(text, .xml) }
    #expect(failure?.reason == reason, "\(text)")
    #expect(failure?.detail.isEmpty == false)
  }

  @Test func brokenMarkupIsParsedLeniently() throws {
    #expect(
      try lines(
        rss: """
          <item><title>A & B < C</title><description>a<br>b <i>c</description></item>
          <item><title>&unknown; &#65;&#x42;&#xFFFFFFFF;</title></item></nothing>
          <item><title attr=x y='>' z>T</title><enclosure url=a.mp4 type=video/mp4></item>
          """) == [
          "article “A & B < C” ab c #A & B < C",
          "article “&unknown; AB\u{FFFD}”  #&unknown; AB\u{FFFD}",
          "clip “T” https://example.org/feeds/a.mp4 #a.mp4",
        ])
  }

  @Test func entryCountIsLimited() throws {
    var limits = FeedLimits()
    limits.items = 3
    let items = (0..<5).map { "<item><title>\($0)</title></item>" }.joined()
    let page = try document("<rss><channel>\(items)</channel></rss>", .xml, limits: limits)
    #expect(page.items.count == 3)
    #expect(page.isTruncated)
  }
}
