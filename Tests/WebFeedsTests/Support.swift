import FeedCore
import Models
import TestSupport
import Testing
import WebFeeds

/// How tests ask.
///
/// - Parameter isPublic: Whether `127.0.0.1` and `fine.example` stand for the public web; all other
///   names are those of a private network.
func configuration(isPublic: Bool = false) -> WebFeedConfiguration {
  var settings = WebFeedConfiguration(version: "1.2.3") { host in
    !(isPublic && ["127.0.0.1", "fine.example"].contains(host))
  }
  settings.executable = FlickProcess.binary
  // Among a thousand other tests a thread may have to wait for its turn.
  settings.idleTime = 300
  settings.totalTime = 600
  return settings
}

extension WebFeedSource {
  /// Reads to the end.
  ///
  /// - Returns: A line for each item, and a `|` behind each page.
  func lines(pages: Int = 50) async throws -> [String] {
    var lines: [String] = []
    for _ in 0..<pages {
      let page = try await next().get()
      lines += page.items.map(\.line) + ["|"]
      if !page.hasMore { return lines }
    }
    Issue.record("the feed does not end")
    return lines
  }
}

extension FoundItem {
  var line: String {
    switch kind {
    case .clip(let clip): "clip \(clip.title)"
    case .picture(let clip): "picture \(clip.title)"
    case .article(let article): "article \(article.title)"
    case .notice(let notice): "[\(notice.title)] \(notice.detail)"
    }
  }
}

extension Result {
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// A page of a JSON Feed with entries of these names.
func jsonFeed(_ names: String..., next: String? = nil) -> [UInt8] {
  let items = names.map { #"{"id": "\#($0)", "title": "\#($0)", "content_text": "text"}"# }
  let following = next.map { #""next_url": "\#($0)","# } ?? ""
  return Array(
    """
    {"version": "https://jsonfeed.org/version/1.1", "title": "T", \(following)
    "items": [\(items.joined(separator: ","))]}
    """.utf8)
}
