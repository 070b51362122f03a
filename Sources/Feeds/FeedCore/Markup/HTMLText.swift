/// The readable text of an HTML fragment.
package struct HTMLText: Hashable {
  /// Each on one line.
  var paragraphs: [String] = []
  /// The first image's address as written.
  var frame: String?
  /// Feeds that a web page links to as alternates: references as written, in order.
  package private(set) var feeds: [String] = []

  /// Elements that begin and end a paragraph.
  private static let blocks: Set = [
    "p", "div", "br", "hr", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6",
    "blockquote", "pre", "table", "tr", "section", "article", "header", "footer", "figure",
    "figcaption", "aside", "nav", "main", "details", "summary", "address", "form", "video", "audio",
  ]
  private static let feedTypes = [
    "application/feed+json", "application/json", "application/rss+xml", "application/atom+xml",
  ]

  /// Reads an HTML fragment.
  ///
  /// - Parameter bytes: In UTF-8.
  package init(_ bytes: [UInt8]) {
    var scanner = MarkupScanner(bytes.prefix(FeedText.longestText), isHTML: true)
    var line = ""
    var isHead = false
    while let token = scanner.next(), paragraphs.count < FeedText.maxParagraphs {
      switch token {
      case .text(let text):
        if !isHead { line += text }
      case .start(let tag):
        switch tag.name {
        case "head": isHead = true
        case "body": isHead = false
        case "img": if frame == nil { frame = tag["src"].flatMap { $0.isEmpty ? nil : $0 } }
        case "link": note(tag)
        case "td", "th": line += " "
        default: break
        }
        if Self.blocks.contains(tag.name) {
          end(&line)
          if tag.name == "li" { line = "• " }
        }
      case .end(let name):
        if name == "head" { isHead = false }
        if Self.blocks.contains(name) { end(&line) }
      }
    }
    end(&line)
  }

  /// Reads an HTML fragment.
  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  private mutating func end(_ line: inout String) {
    let paragraph = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !paragraph.isEmpty, paragraph != "•" { paragraphs.append(paragraph) }
    line = ""
  }

  private mutating func note(_ link: MarkupScanner.Tag) {
    let relations = link["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    guard relations.contains("alternate"), let type = link["type"]?.lowercased(),
      Self.feedTypes.contains(type.trimmingWhitespace), let address = link["href"], !address.isEmpty
    else { return }
    feeds.append(address)
  }
}
