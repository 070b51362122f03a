import Models
import TestSupport
import Testing

@testable import FeedCore

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("plain text", ["plain text"]), ("", []), (" \n ", []), ("a<br>b<BR/>c", ["a", "b", "c"]),
    ("<p>One <b>bold</b>\n word</p><p></p><p>Two</p>", ["One bold word", "Two"]),
    ("<ul><li>a</li><li>b<ul><li>c</ul></ul>d", ["• a", "• b", "• c", "d"]),
    ("<ul><li></li><li> </li></ul>", []), ("a&nbsp;&nbsp;b &lt;c&gt; &amp;", ["a b <c> &"]),
    ("<table><tr><td>a<td>b<tr><th>c</table>", ["a b", "c"]),
    ("<head><title>no</title></head><body>yes", ["yes"]), ("<title>yes</title>", ["yes"]),
    ("<script>a</script>b<style>c</style>", ["b"]), ("a<!-- b -->c", ["ac"]),
    ("<head>no<body>yes", ["yes"]), ("a < b", ["a < b"]), ("<b>left open", ["left open"]),
    ("<h1>Title</h1>Text<hr>End", ["Title", "Text", "End"]),
  ])
  func blocksBecomeParagraphs(_ html: String, _ paragraphs: [String]) {
    #expect(HTMLText(html).paragraphs == paragraphs)
  }

  @Test func firstImageWithASourceIsUsed() {
    #expect(
      HTMLText("<img><img src=''><img src='a.png?x&amp;y'><img src=b>").frame == "a.png?x&y")
    #expect(HTMLText("no picture").frame == nil)
  }

  @Test(arguments: [
    ("<link rel=alternate type=application/rss+xml href=a>", ["a"]),
    ("<LINK REL='x ALTERNATE' TYPE=' Application/Feed+JSON ' HREF='a&amp;b'>", ["a&b"]),
    ("<link rel=alternate type=text/html href=a>", []), ("<link rel=alternate href=a>", []),
    ("<link rel=alternate type=application/rss+xml href=''>", []),
    ("<link rel=alternates type=application/rss+xml href=a>", []),
    ("<a rel=alternate type=application/rss+xml href=a>", []),
  ])
  func feedLinksAreFound(_ html: String, _ feeds: [String]) {
    #expect(HTMLText(html).feeds == feeds)
  }

  @Test func paragraphCountIsLimited() {
    let paragraphs = HTMLText((0..<2_100).map { "<p>\($0)" }.joined()).paragraphs
    #expect(paragraphs.prefix(2_000) == (0..<2_000).map { "\($0)" }[...])
    #expect(paragraphs.count <= 2_001)
  }

  /// Words keep their order whatever is around them, and every paragraph is one line.
  @Test func randomMarkupKeepsTheWords() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let markup = [
      "<p>", "</p>", "<b>", "</b>", "<br>", "<div class='x'>", "</div>", "<!-- no -->", "\n", "\t",
      "<h2>", "</section>", "<a href=x>", "</a>", "<td>", "&nbsp;",
    ]
    for _ in 0..<1_000 {
      var words: [String] = []
      var html = ""
      for index in 0..<generator.int(0..<20) {
        html += generator.pick(markup)
        if generator.chance(0.5) {
          words.append("w\(index)")
          html += " w\(index) "
        }
      }
      let paragraphs = HTMLText(html).paragraphs
      #expect(
        paragraphs.flatMap { $0.split(separator: " ").map(String.init) } == words,
        "seed \(seed): \(html)")
      #expect(paragraphs.allSatisfy { !$0.isEmpty && !$0.contains("\n") }, "seed \(seed): \(html)")
    }
  }

  @Test(
    arguments: [
      ("a title", "a title"), (" two\n\tlines ", "two lines"), ("", nil), (" \n", nil), (nil, nil),
    ] as [(String?, String?)])
  func titleIsASingleLine(_ text: String?, _ title: String?) {
    #expect(FeedText.title(text)?.string == title)
  }

  @Test func textLengthsAreLimited() throws {
    let long = String(repeating: "x", count: 10_000)
    let title = try #require(FeedText.title(long))
    #expect(title.string.hasPrefix("xxx") && title.string.count <= FeedText.longestTitle + 1)
    let summary = FeedText.summarized(Array(repeating: long, count: 50))
    #expect(summary.count == FeedText.summary.paragraphs)
    #expect(summary.allSatisfy { $0.string.count <= FeedText.summary.characters + 1 })
    let article = FeedText.cleaned(Array(repeating: long, count: FeedText.maxParagraphs + 1))
    #expect(article.count == FeedText.maxParagraphs)
    #expect(article.allSatisfy { $0.string.count <= FeedText.longestParagraph + 1 })
  }

  @Test(arguments: [
    ("http://x", true), ("data:,x", true), ("a:b", true), ("x", false), ("/a:b", false),
    ("?a:b", false), ("#a:b", false), ("1:2", false), (":x", false), ("", false),
  ])
  func schemesAreRecognised(_ reference: String, _ hasScheme: Bool) {
    #expect(FeedText.hasScheme(reference) == hasScheme)
  }
}
