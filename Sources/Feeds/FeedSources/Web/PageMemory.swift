import FeedCore
import Models
import Network

/// A page of the web, read and checked.
struct WebPage: Hashable, Sendable {
  /// Whether it is a feed or list, not a clip, frame or stream that was asked for itself.
  var isFeed: Bool
  var document: FeedDocument
  /// Where it was in the end.
  var address: RemoteAddress
  var isPublic: Bool
  var validators: WebValidators
}

/// Pages that need not be sent again as long as they are the same.
struct PageMemory {
  private var pages: [RemoteAddress: WebPage] = [:]
  private var itemCount = 0

  /// Items of all pages that are kept: what a feed's first pages have.
  private static let maxItems = 5_000

  subscript(_ address: RemoteAddress) -> WebPage? { pages[address] }

  /// Keeps a page that the server can be asked about.
  mutating func keep(_ page: WebPage, at address: RemoteAddress) {
    itemCount -= pages.removeValue(forKey: address)?.document.items.count ?? 0
    let count = page.document.items.count
    guard !page.validators.isEmpty, itemCount + count <= Self.maxItems else { return }
    pages[address] = page
    itemCount += count
  }
}
