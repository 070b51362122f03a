import Models

/// How many items have come and how many have gone.
package struct ChangeCount: Hashable, Sendable {
  package var new = 0
  package var gone = 0

  /// Counts changes, too.
  package mutating func add(_ changes: [FeedChange]) {
    for change in changes {
      switch change {
      case .insert: new += 1
      case .delete: gone += 1
      case .reload: break
      }
    }
  }
}
