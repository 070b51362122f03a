import Models
import Platform

/// The way through the pages of a feed: what comes next, and where it ends.
package struct FeedPaging: Hashable, Sendable {
  /// What entries of the feed are remembered by: where it was asked for, without a password.
  package let feed: String
  private let limits: FeedLimits
  /// Whether a notice stands behind the last entry in any case.
  private let tellsEnd: Bool
  /// The page to ask for; `nil` behind the last one.
  package private(set) var upcoming: RemoteAddress?
  private var visited: Set<RemoteAddress> = []
  private var seen: Set<FeedItem.Entry> = []
  private var title: CleanText?
  private var itemCount = 0
  private var pageCount = 0

  /// Begins at a feed's first page.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - limits: How much is read.
  ///   - tellsEnd: Whether a notice stands behind the last entry even if nothing is left out.
  package init(
    _ address: RemoteAddress, limits: FeedLimits = FeedLimits(), tellsEnd: Bool = true
  ) {
    self.tellsEnd = tellsEnd
    feed = address.description
    upcoming = address
    self.limits = limits
  }

  /// The page behind the last entry of a feed or list.
  package static func end(of title: CleanText?, count: Int) -> Notice {
    let entries = CleanText(localizedPlural(count, "One entry", "%s entries", count))
    return Notice(
      title: .localized("The end of the feed"), detail: title.map { "\($0): \(entries)" } ?? entries
    )
  }

  /// Takes the page that was asked for.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - address: Where it was in the end.
  ///   - isPublic: Whether it came from the public web.
  /// - Returns: Its items that were not in a page before, with a notice behind the last.
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
    let end: Notice
    switch following(document, isPublic: isPublic) {
    case .page(let next):
      upcoming = next
      return FoundPage(items: items, hasMore: true, isPublic: isPublic)
    case .nothing where !tellsEnd:
      return FoundPage(items: items, hasMore: false, isPublic: isPublic)
    case .nothing: end = Self.end(of: title, count: itemCount)
    case .refusal(let notice): end = notice
    }
    return FoundPage(
      items: items + [FoundItem(kind: .notice(end))], hasMore: false, isPublic: isPublic)
  }

  private enum Following {
    case page(RemoteAddress)
    case nothing
    case refusal(Notice)
  }

  private func following(_ document: FeedDocument, isPublic: Bool) -> Following {
    if document.isTruncated {
      return stop(
        .localized("The page is too long"),
        .localized("Only its first %s entries are shown", limits.items))
    }
    if itemCount >= limits.allItems {
      return stop(
        .localized("The feed is too long"),
        .localized("Only its first %s entries are shown", limits.allItems))
    }
    switch document.next {
    case nil: return .nothing
    case .address(let address):
      return stop(
        .localized("The next page is not opened"), .localized("%s: no address of the web", address))
    case .file(let path):
      return stop(
        .localized("The next page is not opened"), .localized("%s: no address of the web", path))
    case .remote(let next):
      if visited.contains(next) {
        return stop(
          .localized("The feed goes in a circle"),
          .localized("%s: the next page is one that was read already", next))
      }
      if isPublic, next.isPrivateByName {
        return .refusal(Notice.privateHost(next, title: .localized("the next page")))
      }
      guard pageCount < limits.pages else {
        return stop(
          .localized("The feed is too long"),
          .localized("Only its first %s pages are read", limits.pages))
      }
      return .page(next)
    }
  }

  private func stop(_ title: CleanText, _ detail: CleanText) -> Following {
    .refusal(Notice(title: title, detail: detail))
  }
}
