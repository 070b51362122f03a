import Composable
import Models

// What the feed does to its pages, whatever their kind.
extension Item.State {
  /// The page has come onto the screen.
  package mutating func pageEntered() -> Effect<Item.Action> {
    adoptClip { $0.pageEntered() }
  }

  /// The page has gone from the screen.
  package mutating func pageLeft() -> Effect<Item.Action> {
    setCovered(false)
    return adoptClip { $0.pageLeft() }
  }

  /// Something lies over the page.
  package mutating func pageCovered() -> Effect<Item.Action> {
    setCovered(true)
    return adoptClip { $0.pageCovered() }
  }

  /// Nothing lies over the page any more.
  package mutating func pageUncovered() -> Effect<Item.Action> {
    setCovered(false)
    return adoptClip { $0.pageUncovered() }
  }

  private mutating func setCovered(_ isCovered: Bool) {
    guard case .article(var article) = self else { return }
    article.isCovered = isCovered
    self = .article(article)
  }

  /// What the page's player opens; `nil` for a page without a player.
  var location: MediaLocation? { item.playable?.location }

  /// The page's player, if it has one.
  package var playerID: PlayerID? { item.playable.map { _ in PlayerID(id) } }

  /// Whether the page is being looked at: a clip plays, anything else is simply there.
  var isRunning: Bool {
    switch self {
    case .clip(let clip) where clip.isPicture:
      clip.play != .away && clip.hold == nil && !clip.status.isWaiting
    case .clip(let clip):
      clip.play == .playing && clip.hold == nil && clip.status == .ready
    case .article(let article):
      !article.isCovered
    case .notice:
      true
    }
  }

  /// Changes the page of a clip or picture.
  mutating func updateClip(_ change: (inout ClipItem.State) -> Void) {
    guard case .clip(var clip) = self else { return }
    change(&clip)
    self = .clip(clip)
  }

  mutating func adoptClip(
    _ change: (inout ClipItem.State) -> Effect<ClipItem.Action>
  ) -> Effect<Item.Action> {
    .adopt(&self, Self.clipCase, action: Item.Action.clipCase, change)
  }
}

extension FeedItem {
  /// What a player shows of the item; `nil` for a text.
  var playable: Clip? {
    switch kind {
    case .clip(let clip), .picture(let clip): clip
    case .article, .notice: nil
    }
  }

  /// Where the item can be opened outside of Flick.
  var location: MediaLocation? {
    switch kind {
    case .clip(let clip), .picture(let clip): clip.location
    case .article(let article): (article.link ?? facts?.link).map { .remote($0) }
    case .notice: nil
    }
  }
}
