import Clients
import Models
import Platform

/// A feed that is known not to be empty.
package final class FeedOpening: Sendable {
  /// Gives the items around the first one.
  package let client: FeedClient
  /// Whether it opens at whatever comes first once the order is known.
  package let opensAtFirst: Bool
  /// The first item, or the placeholder if that was given; `nil` until then.
  private let opened: Lock<FeedItem?>
  private let wakeup = Wakeup()
  /// Returns what to show in place of the first item.
  private let placeholder: FeedItem

  /// How long to wait for the first item, in seconds: after that, there is a notice on screen, and
  /// keys work.
  private static let patience = 0.5

  init(
    _ first: FeedItem?, placeholder: FeedItem, _ client: FeedClient, opensAtFirst: Bool = false
  ) {
    self.opensAtFirst = opensAtFirst
    opened = Lock(first)
    self.placeholder = placeholder
    self.client = client
  }

  /// The item the feed opens at: a clip, or a notice in its place until it is known.
  ///
  /// In a very large folder, the search may continue while the terminal is taken: ask as late as
  /// possible. Waits half a second at most.
  package var first: FeedItem {
    if opened.withLock({ $0 == nil }) { wakeup.wait(timeout: Self.patience) }
    return opened.withLock { opened in
      let item = opened ?? placeholder
      opened = item
      return item
    }
  }

  /// Records that the first item was found.
  ///
  /// - Returns: Whether that is too late, because the placeholder was given.
  func find(_ item: FeedItem) -> Bool {
    let isLate = opened.withLock { opened in
      defer { opened = opened ?? item }
      return opened != nil
    }
    wakeup.signal()
    return isLate
  }
}
