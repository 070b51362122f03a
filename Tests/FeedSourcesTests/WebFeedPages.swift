import FeedCore
import FeedSources
import Models
import Network
import TestSupport
import Testing

/// The configuration of tests.
///
/// - Parameters:
///   - isPublic: Whether 127.0.0.1 stands for the public web; everything else is a private network.
///   - numbers: See `WebConfiguration`.
func configuration(isPublic: Bool = false, numbers: String...) -> WebFeedConfiguration {
  var web = WebConfiguration(userAgent: "Flick/1.2.3")
  web.isPrivate = { !isPublic || $0 != NetworkNumber(host: "127.0.0.1") }
  web.numbers = { numbers }
  var configuration = WebFeedConfiguration(web: CurlSource(web), text: TextDecoder())
  // With a thousand tests in parallel a thread may have to wait for its turn.
  configuration.stallLimit = 300
  configuration.totalLimit = 600
  return configuration
}

extension WebFeedSource {
  /// Reads to the end.
  ///
  /// - Returns: A line for each item, and a `|` after each page.
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
    case .excerpt(let excerpt):
      "excerpt \(excerpt.clip.title) from \(excerpt.span.start) to \(excerpt.span.end ?? .infinity)"
    case .still(let clip): "picture \(clip.title)"
    case .article(let article): "article \(article.title)"
    case .notice(let notice):
      "[\(notice.failure.map { "\($0)" } ?? notice.title.string)] \(notice.detail)"
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
