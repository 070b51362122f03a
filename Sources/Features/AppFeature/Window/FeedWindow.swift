import Clients
import Composable
import Models

/// A window of the index: pages that stand next to each other there and are ready to be seen, one of
/// them on screen, and what is on its way to become part of it (docs/decisions/feed-window.md).
///
/// A value without effects: what its methods return is to be asked of the source.
package struct FeedWindow: Hashable, Sendable {
  package var pages: IdentifiedArray<Item.State> = []
  package var currentID: ItemID?
  /// The page on screen, or if there is none, the one that was there last.
  package var lastID: ItemID?
  /// Which items of the index the window shows.
  package var filter: FeedFilter
  /// The way of the last swipe, which is probably the way of the next.
  package var direction = FeedDirection.forwards
  /// How far the window has come on both sides.
  package var ahead = End.open
  package var behind = End.open
  /// Pages from the one on screen that the user has swiped beyond the window, backwards if
  /// negative: they are turned at once when they come.
  package var pending = 0
  /// The window that takes the place of this one as soon as its items are there; `nil` if this one stays.
  package var opening: Opening?
  /// Grows when pages come, go or have other content, though the one on screen may be the same.
  package var revision = 0

  /// How far the window has come in one direction, and what is on its way there.
  package enum End: Hashable, Sendable {
    /// There may be more.
    case open
    /// A page of so many items has been asked for.
    case fetching(limit: Int)
    /// Items are being made ready to be seen, in feed order; whether they are the last.
    case settling([FeedItem], isLast: Bool)
    /// The page beyond could not be read; a notice that tells why is the last one there.
    case failed(FeedError)
    /// The index has nothing beyond.
    case reached
  }

  /// A place for a page of the index.
  package enum Slot: Hashable, Sendable {
    case end(FeedDirection)
    case opening
  }

  /// What is to be asked of the source and the players.
  enum Request {
    /// A page of the index, in place of one that was asked for before.
    case page(FeedBatchRequest, Slot)
    /// Whether items are ready to be seen.
    case readiness([FeedItem], FeedDirection)
    /// Whether the filter lets new items through: only the index knows.
    case match([ItemID])
    /// What was asked for is no longer wanted.
    case drop(Slot)
  }

  /// What comes of a change of the window.
  struct Step {
    var requests: [Request] = []
    /// How the page on screen is left, if it is.
    var leaving = Impression.Leaving.jump
    /// Items with other content, whose pages begin anew.
    var reloaded: Set<ItemID> = []

    static func += (step: inout Step, other: Step) { step.requests += other.requests }

    static func + (step: Step, other: Step) -> Step {
      var step = step
      step += other
      return step
    }
  }

  /// Creates a window with one page, or without any.
  package init(first: FeedItem? = nil, filter: FeedFilter = .none) {
    self.filter = filter
    guard let first else { return }
    pages = [Item.State(first)]
    (currentID, lastID) = (first.id, first.id)
  }
}

extension FeedWindow {
  /// The page on screen.
  package var current: Item.State? { currentID.flatMap { pages[id: $0] } }

  var currentIndex: Int? { currentID.flatMap { pages.index(id: $0) } }

  /// Whether the window may still grow.
  package var isGrowing: Bool { ahead.canGrow || behind.canGrow }

  /// Whether the window lacks items that came into the index, and is being read again.
  package var isStale: Bool { opening?.isStale ?? false }

  /// Whether the user waits for items: beyond the window, of another window, or in place of a notice.
  package var isWaiting: Bool {
    pending != 0 || opening != nil || (current?.notice?.isRetrying ?? false)
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
    case .forwards: pages.ids.last { !$0.isNotice }
    case .backwards: pages.ids.first { !$0.isNotice }
    }
  }

  /// Pages beyond the one on screen.
  func remaining(_ direction: FeedDirection) -> Int {
    guard let index = currentIndex else { return 0 }
    return direction == .forwards ? pages.count - 1 - index : index
  }
}

extension FeedWindow.End {
  /// Whether there may be more by itself: a page that failed is tried again only when the user wants
  /// it.
  package var canGrow: Bool {
    switch self {
    case .open, .fetching, .settling: true
    case .failed, .reached: false
    }
  }

  /// The items that are being made ready.
  var settling: [FeedItem] {
    get { if case .settling(let items, _) = self { items } else { [] } }
    set { if case .settling(_, let isLast) = self { self = .settling(newValue, isLast: isLast) } }
  }

  /// Calls off what is on its way.
  mutating func drop() {
    switch self {
    case .fetching, .settling: self = .open
    case .open, .failed, .reached: break
    }
  }
}

extension FeedDirection {
  /// The other way.
  var opposite: FeedDirection { self == .forwards ? .backwards : .forwards }
}

extension ItemID {
  /// The notice that stands for a page that could not be read. The index numbers its items from 0.
  static func notice(_ direction: FeedDirection) -> ItemID {
    ItemID(rawValue: direction == .forwards ? -1 : -2)
  }

  /// Whether it is one of those.
  var isNotice: Bool { rawValue < 0 }
}

/// How far round the page on screen players exist.
private enum Neighbourhood {
  /// Pages in the direction of the last swipe: a batch that was made ready stays so.
  static let ahead = 7
  /// Pages in the other direction.
  static let behind = 3
}

// Which clips are made ready to be seen.
extension FeedWindow {
  /// The clips worth having ready, by the likelihood of the next swipe: on, back, then further on,
  /// then what is about to become part of the window.
  var preload: PreloadWindow {
    let batches = (self[direction].settling + self[direction.opposite].settling).compactMap {
      $0.playable == nil ? nil : PlayerID($0.id)
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

  /// A player, and what it has to open; `nil` for an item without one.
  func playerRequest(_ player: PlayerID) -> (id: PlayerID, location: MediaLocation)? {
    let id = ItemID(rawValue: player.rawValue)
    let item = pages[id: id]?.item ?? (ahead.settling + behind.settling).first { $0.id == id }
    return item?.playable.map { (player, $0.location) }
  }
}
