import Clients
import Composable
import Models

/// One page of the feed, of any kind.
package struct Item: Reducer {
  /// The page, by kind.
  package enum State: Hashable, Sendable, Identifiable {
    case clip(ClipItem.State)
    case article(ArticleItem)
    case notice(NoticeItem)

    package var id: ItemID { item.id }

    /// The item from its source.
    package var item: FeedItem {
      switch self {
      case .clip(let state): state.item
      case .article(let state): state.item
      case .notice(let state): state.item
      }
    }

    /// Creates the page of an item.
    package init(_ item: FeedItem) {
      switch item.kind {
      case .clip(let clip), .still(let clip):
        self = .clip(ClipItem.State(item: item, clip: clip))
      case .article(let article): self = .article(ArticleItem(item: item, article: article))
      case .notice(let notice): self = .notice(NoticeItem(item: item, notice: notice))
      }
    }
  }

  /// What happened, by kind of page.
  package enum Action: Hashable, Sendable {
    case clip(ClipItem.Action)
    case article(Scroll.Action)
  }

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .article(let scroll) = action, case .article(var article) = state else {
        return .none
      }
      article.scroll.take(scroll)
      state = .article(article)
      return .none
    }
    .ifCaseLet(State.clipCase, action: Action.clipCase) { ClipItem() }
  }
}

extension Item.State {
  /// The state of the page of a clip or still.
  package static let clipCase = CasePath<Item.State, ClipItem.State>(
    embed: Item.State.clip, extract: { if case .clip(let state) = $0 { state } else { nil } })

  /// The page of a clip or still, if it is one.
  package var clip: ClipItem.State? { Self.clipCase.extract(self) }

  /// The article's page, if it is one.
  package var article: ArticleItem? { if case .article(let page) = self { page } else { nil } }

  /// The notice's page, if it is one.
  package var notice: NoticeItem? { if case .notice(let page) = self { page } else { nil } }
}

extension Item.Action {
  /// The actions of the page of a clip or still.
  package static let clipCase = CasePath<Item.Action, ClipItem.Action>(
    embed: Item.Action.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })
}

// What the feed does to pages of any kind.
extension Item.State {
  /// The page is now on screen.
  package mutating func pageEntered() -> Effect<Item.Action> {
    adoptClip { $0.pageEntered() }
  }

  /// The page left the screen.
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

  /// The location for the page's player; `nil` for a page without a player.
  var location: MediaLocation? { item.playable?.location }

  /// The page's player, if it has one.
  package var playerID: PlayerID? { clip?.playerID }

  /// Whether the page is being watched: a clip plays, anything else is on screen.
  var isRunning: Bool {
    switch self {
    case .clip(let clip) where clip.isStill:
      clip.play != .away && clip.hold == nil && !clip.status.isWaiting
    case .clip(let clip):
      clip.play == .playing && clip.hold == nil && clip.status == .ready
    case .article(let article):
      !article.isCovered
    case .notice:
      true
    }
  }

  /// Changes the page of a clip or still.
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
