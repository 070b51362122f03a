import Models

/// How many items were added and removed.
package struct ChangeCount: Hashable, Sendable {
  package var new = 0
  package var gone = 0

  /// Items that only changed, moved or were left out by a filter do not count.
  package mutating func add(_ changes: [FeedChange]) {
    for change in changes {
      switch change {
      case .insert: new += 1
      case .delete: gone += 1
      case .reload, .rearranged, .filteredOut, .counted: break
      }
    }
  }
}
