import Clients
import Models
import Platform

/// A feed of which it is known that there is something in it.
package final class FeedOpening: Sendable {
  /// Gives what stands around the first item.
  package let client: FeedClient
  /// The first item, or the placeholder if that was given; `nil` as long as neither was.
  private let opened: Lock<FeedItem?>
  private let wakeup = Wakeup()
  /// What is given in place of the first item.
  private let placeholder: FeedItem

  /// How long the first item is waited for, in seconds: after that there is something to read on the
  /// screen, and keys are listened to.
  private static let patience = 0.5

  init(_ first: FeedItem?, placeholder: FeedItem, _ client: FeedClient) {
    opened = Lock(first)
    self.placeholder = placeholder
    self.client = client
  }

  /// The item the feed opens at: a clip, or a notice in its place as long as it is not known.
  ///
  /// In a very large folder it may still be looked for while the terminal is taken: to be asked for
  /// as late as possible. Waits half a second at most.
  package var first: FeedItem {
    if opened.withLock({ $0 == nil }) { wakeup.wait(timeout: Self.patience) }
    return opened.withLock { opened in
      let item = opened ?? placeholder
      opened = item
      return item
    }
  }

  /// Notes that the first item has been found.
  ///
  /// - Returns: Whether that is too late: the placeholder has been given in its place.
  func find(_ item: FeedItem) -> Bool {
    let isLate = opened.withLock { opened in
      defer { opened = opened ?? item }
      return opened != nil
    }
    wakeup.signal()
    return isLate
  }
}
