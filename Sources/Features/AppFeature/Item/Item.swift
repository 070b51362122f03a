import Clients
import Composable
import Models

/// One page of the feed, of whatever kind.
package struct Item: Reducer {
  /// The page, by kind.
  package enum State: Hashable, Sendable, Identifiable {
    case clip(ClipItem.State)
    case notice(NoticeItem.State)

    package var id: ItemID {
      switch self {
      case .clip(let state): state.id
      case .notice(let state): state.id
      }
    }

    /// Creates the page of an item.
    package init(_ item: FeedItem) {
      switch item.kind {
      case .clip(let clip), .picture(let clip):
        self = .clip(ClipItem.State(id: item.id, clip: clip))
      case .article(let article):
        let notice = Notice(title: article.title, detail: article.paragraphs.first ?? "")
        self = .notice(NoticeItem.State(id: item.id, notice: notice))
      case .notice(let notice): self = .notice(NoticeItem.State(id: item.id, notice: notice))
      }
    }
  }

  /// What happened, by kind of page.
  package enum Action: Hashable, Sendable {
    case clip(ClipItem.Action)
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifCaseLet(State.clipCase, action: Action.clipCase) { ClipItem() }
  }
}

extension Item.State {
  /// The state of a clip's page.
  package static let clipCase = CasePath<Item.State, ClipItem.State>(
    embed: Item.State.clip, extract: { if case .clip(let state) = $0 { state } else { nil } })

  /// The clip's page, if it is one.
  package var clip: ClipItem.State? { Self.clipCase.extract(self) }

  /// The page has come onto the screen.
  package mutating func pageEntered() -> Effect<Item.Action> {
    adoptClip { $0.pageEntered() }
  }

  /// The page has gone from the screen.
  package mutating func pageLeft(for reason: ClipItem.LeaveReason) -> Effect<Item.Action> {
    adoptClip { $0.pageLeft(for: reason) }
  }

  /// The clip on the page stays at its end.
  package mutating func stayAtEnd() -> Effect<Item.Action> {
    adoptClip { $0.stayAtEnd() }
  }

  /// A clip that stayed at its end plays again.
  package mutating func playAgain() -> Effect<Item.Action> {
    adoptClip { $0.playAgain() }
  }

  /// The program is about to be stopped.
  package mutating func suspend() -> Effect<Item.Action> {
    adoptClip { $0.suspend() }
  }

  /// The program goes on after a stop.
  package mutating func resume() -> Effect<Item.Action> {
    adoptClip { $0.resume() }
  }

  /// The page is far from the one on screen: its player has been closed.
  mutating func playerWasClosed() {
    guard case .clip(var clip) = self else { return }
    clip.status = .unknown
    self = .clip(clip)
  }

  private mutating func adoptClip(
    _ change: (inout ClipItem.State) -> Effect<ClipItem.Action>
  ) -> Effect<Item.Action> {
    .adopt(&self, Self.clipCase, action: Item.Action.clipCase, change)
  }
}

extension Item.Action {
  /// The actions of a clip's page.
  package static let clipCase = CasePath<Item.Action, ClipItem.Action>(
    embed: Item.Action.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })
}
