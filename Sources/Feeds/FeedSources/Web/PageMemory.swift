import FeedCore
import Models
import Network

/// A web page, read and checked.
struct WebPage: Hashable, Sendable {
  /// Whether it is a feed or playlist, not a single clip, still or stream.
  var isFeed: Bool
  var document: FeedDocument
  /// Its address after redirects.
  var address: RemoteAddress
  var isPublic: Bool
  var validators: WebValidators
}

/// Pages that need not be sent again while they are unchanged.
struct PageMemory {
  private var pages: [RemoteAddress: WebPage] = [:]
  private var itemCount = 0

  /// The maximum number of items in all pages: about the first pages of a feed.
  private static let maxItems = 5_000

  subscript(_ address: RemoteAddress) -> WebPage? { pages[address] }

  /// Keeps a page that can be revalidated.
  mutating func keep(_ page: WebPage, at address: RemoteAddress) {
    itemCount -= pages.removeValue(forKey: address)?.document.items.count ?? 0
    let count = page.document.items.count
    guard !page.validators.isEmpty, itemCount + count <= Self.maxItems else { return }
    pages[address] = page
    itemCount += count
  }
}
