import Models
import Platform

/// The item a feed opens at, which may still be looked for while the terminal is taken.
final class FirstItem: Sendable {
  private enum State {
    case looking
    /// Whoever waited had to be given something else.
    case missed
    case found(FeedItem)
  }

  private let state: Lock<State>
  private let wakeup = Wakeup()
  /// What is given in its place.
  private let placeholder: FeedItem

  /// How long it is waited for, in seconds: after that there is something to read on the screen, and
  /// keys are listened to.
  private static let patience = 0.5

  /// Creates the item.
  ///
  /// - Parameters:
  ///   - item: If it is known.
  ///   - placeholder: A notice.
  init(_ item: FeedItem?, placeholder: FeedItem) {
    state = Lock(item.map { .found($0) } ?? .looking)
    self.placeholder = placeholder
  }

  /// The item; waits for it, but not for long.
  var item: FeedItem {
    if let item = known { return item }
    wakeup.wait(timeout: Self.patience)
    return state.withLock { state in
      switch state {
      case .found(let item): return item
      case .looking, .missed:
        state = .missed
        return placeholder
      }
    }
  }

  private var known: FeedItem? {
    state.withLock { if case .found(let item) = $0 { item } else { nil } }
  }

  /// Notes that it has been found.
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
