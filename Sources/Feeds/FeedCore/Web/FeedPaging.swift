import Models
import Platform

/// Follows the pages of a feed: which is next, and where it ends.
package struct FeedPaging: Hashable, Sendable {
  /// Identifies the feed in the entries' keys: its requested address, without a password.
  package let feed: String
  private let limits: FeedLimits
  /// Whether there is always a notice after the last entry.
  private let reportsEnd: Bool
  /// The next page to request; `nil` after the last one.
  package private(set) var upcoming: RemoteAddress?
  private var visited: Set<RemoteAddress> = []
  private var seen: Set<FeedItem.Entry> = []
  private var title: CleanText?
  private var itemCount = 0
  private var pageCount = 0

  /// Starts at a feed's first page.
  ///
  /// - Parameters:
  ///   - address: Its address.
  ///   - limits: Limits on its size.
  ///   - reportsEnd: Whether a notice follows the last entry even if nothing is left out.
  package init(
    _ address: RemoteAddress, limits: FeedLimits = FeedLimits(), reportsEnd: Bool = true
  ) {
    self.reportsEnd = reportsEnd
    feed = address.description
    upcoming = address
    self.limits = limits
  }

  /// The notice after the last entry of a feed or list.
  private var end: Notice {
    let entries = CleanText(localizedPlural(itemCount, "One entry", "%s entries", itemCount))
    return Notice(
      title: .localized("The end of the feed"), detail: title.map { "\($0): \(entries)" } ?? entries
    )
  }

  /// Takes the requested page.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - address: Its final address.
  ///   - isPublic: Whether it came from the public web.
  /// - Returns: Its items that were not in an earlier page, with a notice after the last.
  package mutating func take(
    _ document: FeedDocument, at address: RemoteAddress, isPublic: Bool
  ) -> FoundPage {
    if let upcoming { visited.insert(upcoming) }
    visited.insert(address)
    pageCount += 1
    title = title ?? document.title
    var items = document.items.filter { item in
      item.entry.map { seen.insert($0).inserted } ?? true
    }
    items.removeLast(max(itemCount + items.count - limits.allItems, 0))
    itemCount += items.count
    upcoming = nil
    var page = FoundPage(items: items, hasMore: false, isPublic: isPublic)
    let refusal = refusal(of: document, isPublic: isPublic)
    if refusal == nil, case .remote(let next) = document.next {
      upcoming = next
      page.hasMore = true
    } else if let end = refusal ?? (reportsEnd ? self.end : nil) {
      page.items.append(FoundItem(kind: .notice(end)))
    }
    return page
  }

  /// Why the next page, if there is one, is not read.
  private func refusal(of document: FeedDocument, isPublic: Bool) -> Notice? {
    if document.isTruncated {
      return Notice(
        title: .localized("Page too long"),
        detail: .localized("only its first %s entries are shown", limits.items))
    }
    if itemCount >= limits.allItems {
      return Notice(
        title: .localized("Feed too long"),
        detail: .localized("only its first %s entries are shown", limits.allItems))
    }
    switch document.next {
    // Web pages name no files.
    case nil, .file: return nil
    case .address(let address):
      return Notice(
        title: .localized("Next page not opened"),
        detail: .localized("%s: not a web address", address))
    case .remote(let next) where visited.contains(next):
      return Notice(
        title: .localized("The feed links back to itself"),
        detail: .localized("%s: this page was already read", next))
    case .remote(let next) where isPublic && next.isPrivateByName:
      return Notice.privateHost(next, title: .localized("the next page"))
    case .remote:
      guard pageCount >= limits.pages else { return nil }
      return Notice(
        title: .localized("Feed too long"),
        detail: .localized("only its first %s pages are read", limits.pages))
    }
  }
}
