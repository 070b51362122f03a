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

    package var id: PageID {
      switch self {
      case .clip(let state): state.id
      case .article(let state): .item(state.item.id)
      case .notice(let state): state.id
      }
    }

    /// The item from its source; `nil` for the notice that items could not be read.
    package var item: FeedItem? {
      switch self {
      case .clip(let state): state.item
      case .article(let state): state.item
      case .notice(let state): state.item
      }
    }

    /// A notice's label, otherwise the item's title.
    package var title: CleanText { notice?.notice.label ?? item?.title ?? "" }

    /// Creates a page of an item.
    ///
    /// - Parameters:
    ///   - item: The item, or a clip in its place.
    ///   - id: Which of its pages; `nil` for its own.
    package init(_ item: FeedItem, _ id: PageID? = nil) {
      switch item.kind {
      case .clip(let clip), .still(let clip):
        self = .clip(ClipItem.State(id: id, item: item, clip: clip))
      case .excerpt(let excerpt):
        self = .clip(ClipItem.State(id: id, item: item, clip: excerpt.clip))
      case .article(let article): self = .article(ArticleItem(item: item, article: article))
      case .notice(let notice):
        self = .notice(NoticeItem(id: id ?? .item(item.id), item: item, notice: notice))
      }
    }
  }

  package enum Action: Hashable, Sendable {
    case clip(ClipItem.Action)
    case article(Scroll.Action)
  }

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .article(let scroll) = action { state.article?.scroll.reduce(scroll) }
      return .none
    }
    .ifLet(\.clip, action: Action.clipCase) { ClipItem() }
  }
}

extension Item.State {
  /// The page of a clip or frame, if it is one. It can be changed, but not taken away.
  package var clip: ClipItem.State? {
    get { if case .clip(let page) = self { page } else { nil } }
    set { if let newValue { self = .clip(newValue) } }
  }

  /// The article's page, likewise.
  package var article: ArticleItem? {
    get { if case .article(let page) = self { page } else { nil } }
    set { if let newValue { self = .article(newValue) } }
  }

  /// The notice's page, likewise.
  package var notice: NoticeItem? {
    get { if case .notice(let page) = self { page } else { nil } }
    set { if let newValue { self = .notice(newValue) } }
  }
}

extension Item.Action {
  package static let clipCase = CasePath<Item.Action, ClipItem.Action>(
    embed: Item.Action.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })
}

// What happens to pages of any kind; only that of a clip or still reacts.
extension Item.State {
  package mutating func pageEntered(isSuspended: Bool = false) -> Effect<Item.Action> {
    adoptClip { $0.pageEntered(isSuspended: isSuspended) }
  }

  package mutating func pageLeft() -> Effect<Item.Action> {
    adoptClip { $0.pageLeft() }
  }

  package mutating func pageCovered() -> Effect<Item.Action> {
    adoptClip { $0.pageCovered() }
  }

  package mutating func pageUncovered() -> Effect<Item.Action> {
    adoptClip { $0.pageUncovered() }
  }

  /// What the page's player opens; `nil` for a page without a player.
  var location: MediaLocation? { item?.playable?.location }

  package var playerID: PlayerID? { clip?.playerID }

  /// Whether the page is being watched: a clip plays, anything else is on screen.
  var isRunning: Bool {
    switch self {
    case .clip(let clip) where clip.isStill:
      clip.play != .away && clip.hold == nil && !clip.status.isWaiting
    case .clip(let clip):
      clip.play == .playing && clip.hold == nil && clip.status == .ready
    case .article, .notice:
      true
    }
  }

  mutating func adoptClip(
    _ change: (inout ClipItem.State) -> Effect<ClipItem.Action>
  ) -> Effect<Item.Action> {
    .adopt(&self, \.clip, action: Item.Action.clipCase, change)
  }
}
