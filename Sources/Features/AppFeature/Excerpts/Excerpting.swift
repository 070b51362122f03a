import Models

/// How clips are shown by excerpts (docs/decisions/excerpts.md).
package struct Excerpting: Hashable, Sendable {
  /// How many excerpts, and how long.
  package var request: ExcerptRequest
  /// Whether all clips of the feed are shown so.
  package var isForAll: Bool
  /// The clip whose excerpts the user is waiting for.
  var awaited: ItemID?
  /// Clips of the window whose excerpts were looked for because all are shown so.
  var asked: Set<ItemID> = []

  package enum Action: Hashable, Sendable {
    /// Shows the excerpts of the clip on screen in its place, or takes them away.
    case tapped
    /// The excerpts of a clip, or why it has none.
    case found(Result<[TimeSpan], ExcerptError>, of: FeedItem)
    /// Plays the film on from an excerpt, or goes back to it.
    case filmTapped
    /// The excerpt shows this time of its clip, in seconds.
    case filmTimeFound(of: PageID, Double)
  }

  /// By default, clips are shown whole.
  package init(request: ExcerptRequest = ExcerptRequest(), isForAll: Bool = false) {
    self.request = request
    self.isForAll = isForAll
  }

  /// Whether the user is waiting for the excerpts of the page on screen.
  func isAwaited(on id: ItemID?) -> Bool { awaited != nil && awaited == id }
}
