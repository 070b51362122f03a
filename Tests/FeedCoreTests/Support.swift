import FeedCore
import Models
import Network
import Testing

/// A feed on the public web.
let publicBase: FeedBase = {
  guard let address = RemoteAddress("https://example.org/feeds/all") else {
    preconditionFailure("no address")
  }
  return .web(address, isPublic: true, .libcurl)
}()

/// Parses a page of a feed.
func document(
  _ text: String, _ content: WebContent, base: FeedBase = publicBase,
  limits: FeedLimits = FeedLimits()
) throws -> FeedDocument {
  try FeedDocument(
    Array(text.utf8), content: content, base: base, feed: "feed", limits: limits)
}

extension FoundItem {
  /// A one-line summary of the item.
  var line: String {
    let id = entry.map { " #\($0.id)" } ?? ""
    switch kind {
    case .clip(let clip): return "clip “\(clip.title)” \(clip.location)\(id)"
    case .excerpt(let excerpt):
      let (start, end) = (excerpt.span.start, excerpt.span.end.map { "\($0)" } ?? "")
      return "clip “\(excerpt.clip.title)” \(excerpt.clip.location) [\(start), \(end)]\(id)"
    case .still(let clip): return "picture “\(clip.title)” \(clip.location)\(id)"
    case .article(let article):
      let link = article.link.map { " <\($0)>" } ?? ""
      return
        "article “\(article.title)” \(article.paragraphs.map(\.string).joined(separator: "|"))\(link)\(id)"
    case .notice(let notice): return "notice “\(notice.title)” \(notice.detail)"
    }
  }
}

extension Playlist {
  /// Parses a playlist in a folder.
  init(_ bytes: some Collection<UInt8>, folder: FilePath) throws(FeedError) {
    try self.init(bytes, base: .folder(folder, .libcurl))
  }
}
