import Clients
import Composable
import Models

/// A window of the index: consecutive pages that are ready to be seen, one of them on screen, and
/// the items that are about to join them (docs/decisions/feed-window.md).
///
/// A value without effects: its methods return requests for the source.
package struct FeedWindow: Hashable, Sendable {
  package var pages: IdentifiedArray<Item.State> = []
  package var currentID: PageID?
  /// The page on screen, or if there is none, the last one that was.
  package var lastID: PageID?
  /// Which items of the index the window shows.
  package var filter: FeedFilter
  /// The direction of the last swipe, and probably of the next.
  package var direction = FeedDirection.forwards
  /// How far the window reaches on both sides.
  package var ahead = End.open
  package var behind = End.open
  /// Pages from the one on screen that the user has swiped beyond the window, backwards if
  /// negative: the page turns as soon as they arrive.
  package var pending = 0
  /// Whether it was the end of a clip that led beyond the window, and not the user.
  var isAutomatic = false
  /// How often pages that the user has gone to did not come.
  package var missed = 0
  /// The window that replaces this one as soon as its items arrive; `nil` if this one stays.
  package var opening: Opening?
  /// What is shown of items of the index in place of their pages.
  var excerpts: [ItemID: ItemExcerpts] = [:]
  /// Until when the first item of an order that is being found comes on screen, as the user has
  /// done nothing yet, in seconds since 1970; `nil` once that is over.
  var followsUntil: Double?
  /// Grows when pages are added, removed or changed, though the one on screen may be the same.
  package var revision = 0

  /// How far the window reaches in one direction, and what is about to join it.
  package enum End: Hashable, Sendable {
    /// There may be more.
    case open
    /// A batch of this many items was requested.
    case fetching(limit: Int)
    /// Items are being prepared, in feed order; whether they are the last.
    case settling([FeedItem], isLast: Bool)
    /// The batch beyond could not be read; a notice with the reason is the last page there.
    case failed(FeedError)
    /// The index has nothing beyond.
    case reached
  }

  /// A slot for a batch of the index.
  package enum Slot: Hashable, Sendable {
    case end(FeedDirection)
    case opening
  }

  /// A request to the source and the players.
  enum Request {
    /// A batch of the index, in place of one requested before.
    case page(FeedBatchRequest, Slot)
    /// Whether items are ready to be seen.
    case readiness([FeedItem], FeedDirection)
    /// Whether new items match the filter: only the index knows.
    case match([ItemID])
    /// Cancels a request.
    case drop(Slot)
  }

  /// The result of a change of the window.
  struct Step {
    var requests: [Request] = []
    /// How the visit of the page on screen ends, if it does.
    var leaving = Impression.Leaving.jump
    /// Items that changed, whose pages start anew.
    var reloaded: Set<ItemID> = []

    static func += (step: inout Step, other: Step) { step.requests += other.requests }

    static func + (step: Step, other: Step) -> Step {
      var step = step
      step += other
      return step
    }
  }

  /// - Parameter opensAtFirst: Whether the first item is that of an order that may yet have to be found.
  package init(first: FeedItem? = nil, filter: FeedFilter = .none, opensAtFirst: Bool = false) {
    self.filter = filter
    if opensAtFirst { followsUntil = .infinity }
    guard let first else { return }
    pages = [Item.State(first)]
    (currentID, lastID) = (.item(first.id), .item(first.id))
  }
}

extension FeedWindow {
  package var current: Item.State? { currentID.flatMap { pages[id: $0] } }

  /// The item on screen; `nil` on a notice that items could not be read, and without a page.
  package var currentItem: ItemID? { currentID?.item }

  /// Likewise, or if there is none, the last one that was.
  var lastItem: ItemID? { lastID?.item }

  var currentIndex: Int? { currentID.flatMap { pages.index(id: $0) } }

  /// Whether the window may still grow.
  package var isGrowing: Bool { ahead.canGrow || behind.canGrow }

  /// Whether the window lacks items that came into the index, and is being read again.
  package var isStale: Bool { opening?.isStale ?? false }

  /// Whether the user is waiting for items: beyond the window, of another window, or in place of a
  /// notice.
  package var isWaiting: Bool {
    pending != 0 || opening != nil || (current?.notice?.isRetrying ?? false)
  }

  /// Whether the user has gone to a page that is not there yet: the one on screen is about to go.
  package var isTurning: Bool {
    if let opening, !opening.followsOrder,
      opening.filter != filter || opening.cursor != currentItem.map(FeedCursor.item)
    {
      return true
    }
    return pending != 0 && !isAutomatic
  }

  /// The end of the window in a direction.
  subscript(direction: FeedDirection) -> End {
    get { direction == .forwards ? ahead : behind }
    set {
      switch direction {
      case .forwards: ahead = newValue
      case .backwards: behind = newValue
      }
    }
  }

  /// The last item of the index in a direction that the window holds.
  func edge(_ direction: FeedDirection) -> ItemID? {
    switch direction {
    case .forwards: pages.ids.last { $0.item != nil }?.item
    case .backwards: pages.ids.first { $0.item != nil }?.item
    }
  }

  /// Pages beyond the one on screen.
  func remaining(_ direction: FeedDirection) -> Int {
    guard let index = currentIndex else { return 0 }
    return direction == .forwards ? pages.count - 1 - index : index
  }
}

extension FeedWindow.End {
  /// Whether it may grow automatically: a failed batch is retried only at the user's request.
  package var canGrow: Bool {
    switch self {
    case .open, .fetching, .settling: true
    case .failed, .reached: false
    }
  }

  /// The items that are being prepared; setting them has no effect if there are none.
  var settling: [FeedItem] {
    get { if case .settling(let items, _) = self { items } else { [] } }
    set { if case .settling(_, let isLast) = self { self = .settling(newValue, isLast: isLast) } }
  }

  /// Cancels what is in flight.
  mutating func drop() {
    switch self {
    case .fetching, .settling: self = .open
    case .open, .failed, .reached: break
    }
  }
}

extension FeedDirection {
  var opposite: FeedDirection { self == .forwards ? .backwards : .forwards }
}

/// How far around the page on screen players exist.
private enum Neighbourhood {
  /// Pages in the direction of the last swipe: a prepared batch stays so.
  static let ahead = 7
  /// Pages in the other direction.
  static let behind = 3
}

// Which clips are prepared.
extension FeedWindow {
  /// The clips worth preparing, by the likelihood of the next swipe: forward, back, further
  /// forward, then those about to join the window.
  var preload: PreloadWindow {
    let batches = (self[direction].settling + self[direction.opposite].settling).compactMap {
      $0.playable == nil ? nil : PlayerID(.item($0.id))
    }
    guard let index = currentIndex else {
      return PreloadWindow(current: nil, neighbours: batches)
    }
    let step = direction.rawValue
    var offsets = [step, -step, 2 * step, -2 * step]
    offsets += (3...Neighbourhood.ahead).map { $0 * step }
    offsets += (3...Neighbourhood.behind).map { -$0 * step }
    let neighbours = offsets.compactMap { offset in
      pages.indices.contains(index + offset) ? pages[index + offset].playerID : nil
    }
    return PreloadWindow(current: pages[index].playerID, neighbours: neighbours + batches)
  }

  /// A player and what it opens; `nil` for an item without a player.
  func playerRequest(_ player: PlayerID) -> (id: PlayerID, source: PlayerSource)? {
    let item =
      pages[id: player.page]?.item
      ?? (ahead.settling + behind.settling).first { .item($0.id) == player.page }
    guard var source = item?.playerSource else { return nil }
    if case .film(of: let item) = player.page { source.startTime = excerpts[item]?.film?.start }
    return (player, source)
  }
}
