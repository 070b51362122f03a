import Composable
import Models

// What the feed does to its pages, whatever their kind.
extension Item.State {
  /// The page has come onto the screen.
  package mutating func pageEntered() -> Effect<Item.Action> {
    .merge(adoptClip { $0.pageEntered() }, adoptPicture { $0.pageEntered() })
  }

  /// The page has gone from the screen, or something lies over it.
  package mutating func pageLeft(for reason: LeaveReason) -> Effect<Item.Action> {
    if case .article(var article) = self {
      article.isCovered = reason == .overlay
      self = .article(article)
    }
    return .merge(adoptClip { $0.pageLeft(for: reason) }, adoptPicture { $0.pageLeft(for: reason) })
  }

  /// Nothing lies over the page any more.
  package mutating func pageUncovered() -> Effect<Item.Action> {
    if case .article(var article) = self {
      article.isCovered = false
      self = .article(article)
    }
    return .merge(adoptClip { $0.pageUncovered() }, adoptPicture { $0.pageUncovered() })
  }

  /// The clip on the page stays at its end.
  package mutating func stayAtEnd() -> Effect<Item.Action> {
    adoptClip { $0.stayAtEnd() }
  }

  /// A clip that stayed at its end plays again.
  package mutating func playAgain() -> Effect<Item.Action> {
    adoptClip { $0.playAgain() }
  }

  /// What shows for a while where pages turn by themselves does so from now on.
  mutating func stay() -> Effect<Item.Action> {
    .merge(adoptClip { $0.waitForCard() }, adoptPicture { $0.stay() })
  }

  /// The program is about to be stopped.
  package mutating func suspend() -> Effect<Item.Action> {
    adoptClip { $0.suspend() }
  }

  /// The program goes on after a stop.
  package mutating func resume() -> Effect<Item.Action> {
    adoptClip { $0.resume() }
  }

  /// What the page's player opens; `nil` for a page without a player.
  var location: MediaLocation? { item.playable?.location }

  /// The page's player, if it has one.
  package var playerID: PlayerID? { item.playable.map { _ in PlayerID(id) } }

  /// Whether the page is being looked at: a clip plays, anything else is simply there.
  var isRunning: Bool {
    switch self {
    case .clip(let clip):
      clip.isOnScreen && !clip.isPaused && !clip.hasEnded && !clip.isCovered && !clip.isScrubbed
        && clip.status == .ready
    case .picture(let picture):
      picture.isOnScreen && !picture.isCovered && !picture.status.isWaiting
    case .article(let article):
      !article.isCovered
    case .notice:
      true
    }
  }

  /// How far the page's player has come.
  mutating func setStatus(_ status: PlayerStatus) {
    switch self {
    case .clip(var clip):
      clip.status = status
      self = .clip(clip)
    case .picture(var picture):
      picture.status = status
      self = .picture(picture)
    case .article, .notice:
      break
    }
  }

  mutating func adoptClip(
    _ change: (inout ClipItem.State) -> Effect<ClipItem.Action>
  ) -> Effect<Item.Action> {
    .adopt(&self, Self.clipCase, action: Item.Action.clipCase, change)
  }

  private mutating func adoptPicture(
    _ change: (inout PictureItem.State) -> Effect<PictureItem.Action>
  ) -> Effect<Item.Action> {
    .adopt(&self, Self.pictureCase, action: Item.Action.pictureCase, change)
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
