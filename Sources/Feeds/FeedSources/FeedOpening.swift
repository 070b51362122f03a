import Clients
import Models
import Platform

/// A feed of which it is known that there is something in it.
package final class FeedOpening: Sendable {
  private enum State {
    case looking
    /// Whoever waited had to be given something else.
    case missed
    case found(FeedItem)
  }

  /// Gives what stands around the first item.
  package let client: FeedClient
  private let state: Lock<State>
  private let wakeup = Wakeup()
  /// What is given in place of the first item.
  private let placeholder: FeedItem

  /// How long the first item is waited for, in seconds: after that there is something to read on the
  /// screen, and keys are listened to.
  private static let patience = 0.5

  init(_ first: FeedItem?, placeholder: FeedItem, _ client: FeedClient) {
    state = Lock(first.map { .found($0) } ?? .looking)
    self.placeholder = placeholder
    self.client = client
  }

  /// The item the feed opens at: a clip, or a notice in its place as long as it is not known.
  ///
  /// In a very large folder it may still be looked for while the terminal is taken: to be asked for
  /// as late as possible. Waits half a second at most.
  package var first: FeedItem {
    if state.withLock({ if case .looking = $0 { true } else { false } }) {
      wakeup.wait(timeout: Self.patience)
    }
    return state.withLock { state in
      if case .found(let item) = state { return item }
      state = .missed
      return placeholder
    }
  }

  /// Notes that the first item has been found.
  ///
  /// - Returns: Whether that is too late: the placeholder has been given in its place.
  func find(_ item: FeedItem) -> Bool {
    let isLate = state.withLock { state in
      if case .missed = state { return true }
      state = .found(item)
      return false
    }
    wakeup.signal()
    return isLate
  }
}
