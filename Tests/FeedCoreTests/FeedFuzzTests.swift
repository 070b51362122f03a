import FeedCore
import Models
import Platform
import TestSupport
import Testing

/// Documents of all kinds, cut, mixed and with bytes replaced: nothing may crash the parser, exceed
/// its limits, or get around the rules on what a feed may name.
@Suite struct FeedFuzzTests {
  private static let documents: [(WebContent, String)] = [
    (
      .json,
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","next_url":"2","items":[{"id":"1","title":"a","content_html":"<p>x<b>y</b>&amp;","attachments":[{"url":"a.mp4","mime_type":"video/mp4","duration_in_seconds":1e3}]},{"id":2,"image":"i.png"}]}"#
    ),
    (
      .xml,
      "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a \"b\">]><rss xmlns:media='http://search.yahoo.com/mrss/'><channel><title>T</title><item><guid>1</guid><title><![CDATA[a]]></title><description>&lt;p&gt;x&#x1b;</description><enclosure url='a.mp4' type='video/mp4'/><media:group><media:content url='b.mp4' duration='1:02'/></media:group><pubDate>Sun, 01 Mar 2026 12:00:00 +0100</pubDate></item></channel></rss>"
    ),
    (
      .xml,
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x.org/a/'><entry xml:base='b/'><id>1</id><updated>2026-03-01T12:00:00.5+01:00</updated><content type='xhtml'><div><p>a</p></div></content><link rel='enclosure' href='a.mp4'/></entry></feed>"
    ),
    (.m3u, "#EXTM3U\n#EXTINF:5,\"a,b\",t\nhttp://x.org/a.mp4\n../b.mp4\n"),
  ]

  private static let pieces = [
    "<", ">", "</item>", "<item>", "&", "&#", ";", "\"", "'", "]]>", "<![CDATA[", "<!--", "-->",
    "<?",
    "<!DOCTYPE [", "{", "}", "[", "]", ",", ":", "\\u0000", "null", "1e999", "-", "\0", "\u{FEFF}",
    "xml:base='file:///'", "file:///etc/passwd", "http://127.0.0.1/a.mp4", "//[::1]/a", "data:,x",
    "\u{202E}", "\u{1B}[2J", "é", "#EXT-X-TARGETDURATION:1", "=", "\n", "\r", "/", "%", "..", "?",
    "#",
  ].map { Array($0.utf8) }

  private func mutated(_ generator: inout SeededGenerator) -> (WebContent, [UInt8]) {
    let (content, text) = generator.pick(Self.documents)
    var bytes = Array(text.utf8)
    for _ in 0..<generator.int(0..<6) where !bytes.isEmpty {
      let place = generator.int(0..<bytes.count)
      switch generator.int(0..<6) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8(generator.int(0..<256))
      case 2: bytes.insert(contentsOf: generator.pick(Self.pieces), at: place)
      case 3:
        let end = min(place + generator.int(1..<40), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: generator.int(0..<bytes.count))
      case 4:
        let end = min(place + generator.int(1..<40), bytes.count)
        bytes.removeSubrange(place..<end)
      default:
        let other = Array(generator.pick(Self.documents).1.utf8)
        bytes.insert(contentsOf: other.prefix(generator.int(1..<other.count)), at: place)
      }
    }
    return (generator.chance(0.9) ? content : generator.pick(Self.documents).0, bytes)
  }

  @Test func mutatedDocumentsStayWithinLimits() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    var limits = FeedLimits()
    limits.items = 5
    var readable = 0
    for _ in 0..<Fuzz.documents {
      let (content, bytes) = mutated(&generator)
      // Detecting the content must be safe, too.
      _ = WebContent(type: nil, head: bytes, path: "/x")
      guard
        let page = try? FeedDocument(
          bytes, content: content, base: publicBase, feed: "feed", limits: limits)
      else { continue }
      readable += 1
      #expect(page.items.count <= 5, "seed \(seed)")
      for item in page.items {
        guard let clip = item.kind.playable else { continue }
        guard case .remote(let address) = clip.location else {
          Issue.record("seed \(seed): \(clip.location)")
          continue
        }
        #expect(!address.isPrivateByName, "seed \(seed): \(address)")
      }
    }
    #expect(readable > Fuzz.documents / 8, "seed \(seed)")
  }

  /// A prefix of a document never has more items than the whole.
  @Test(arguments: documents.indices)
  func anyPrefixIsParsedOrRejected(_ index: Int) throws {
    let (content, text) = Self.documents[index]
    let whole = try document(text, content).items.count
    #expect(whole > 0)
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      let page = try? FeedDocument(
        Array(bytes[..<length]), content: content, base: publicBase, feed: "feed")
      #expect(page?.items.count ?? 0 <= whole, "\(length) bytes")
    }
  }

  /// Quadratic behaviour would take at least a hundred times the limit.
  @Test(
    arguments: [
      "<", "<a ", "<!--", "<![CDATA[", "<!DOCTYPE [", "&", "&#", "&amp", "<a b='", "</", "<a/>",
      "a='b' ",
      "<item>", "<rss><channel><item xmlns:x='y'>", "<script>", "]]>", "\"", "<b>x</b>",
    ])
  func longRepetitionsAreParsedInLinearTime(_ piece: String) {
    let repeated = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let start = HostTime.thread
    for text in [repeated, "<rss><channel><item><description>\(repeated)"] {
      _ = try? document(text, .xml)
    }
    _ = HTMLText(Array(repeated.utf8)).feeds
    #expect(HostTime.thread - start < 5)
  }
}
