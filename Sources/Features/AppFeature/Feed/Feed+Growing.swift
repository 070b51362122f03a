import Clients
import Composable
import Models

/// How the window of items grows.
private enum Growth {
  /// With fewer items beyond the page on screen, more are fetched.
  static let reserve = 3
  /// Items in a batch.
  static let batch = 5
  /// Items fetched beyond those that the user has swiped to already.
  static let surplus = 3
  /// The most items of one page, however far the user has swiped.
  static let longestPage = 200
  /// Items that stay on one side of the page on screen; those further away are fetched again.
  static let kept = 60
  /// How many more there may be before they are taken away together.
  static let slack = 20
  /// How long a batch may keep its readers waiting: opening a file takes a tenth of a second, a
  /// server some seconds.
  static let timeout = Duration.seconds(5)
  static let remoteTimeout = Duration.seconds(20)
}

extension Feed.State {
  /// The end of the window in a direction.
  subscript(direction: FeedDirection) -> FeedEnd {
    get { direction == .forwards ? ahead : behind }
    set {
      switch direction {
      case .forwards: ahead = newValue
      case .backwards: behind = newValue
      }
    }
  }

  /// Fetches more where few items are left beyond the page on screen.
  mutating func grow() -> Effect<Feed.Action> {
    // Another window is about to come.
    guard opening == nil else { return .none }
    return .merge(grow(.forwards), grow(.backwards))
  }

  /// Asks for the page beyond an end of the window, in place of one that was asked for before.
  mutating func fetch(
    _ direction: FeedDirection, limit: Int = Growth.batch
  ) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.likeClient) var likeClient
    guard let edge = edge(direction) else { return .none }
    self[direction].batch = .fetching(limit: limit)
    let request = FeedPageRequest(.item(edge), direction, limit: limit, filter: filter)
    return .run { [feedClient, likeClient] send in
      await send(.batchFound(direction, .find(request, in: feedClient, likeClient)))
    }
    .cancellable(id: Feed.CancelID.batch(direction), cancelInFlight: true)
  }

  /// Asks for the page that the user has swiped to, so many items beyond the end of the window.
  mutating func reach(_ direction: FeedDirection, beyond count: Int) -> Effect<Feed.Action> {
    switch self[direction].batch {
    case .settling:
      // The user waits for just these items.
      return append(direction)
    case .fetching(let limit) where limit >= min(count, Growth.longestPage):
      return .none
    case .fetching, nil:
      let limit = min(count + Growth.surplus, Growth.longestPage)
      return fetch(direction, limit: max(limit, Growth.batch))
    }
  }

  /// Takes in the page beyond an end of the window.
  mutating func take(_ found: Feed.FoundItems, _ direction: FeedDirection) -> Effect<Feed.Action> {
    guard self[direction].isFetching else { return .none }
    switch found.page {
    case .failure(let error):
      self[direction].batch = nil
      if error.reason == .cancelled {
        owedSwipes = 0
        return .none
      }
      return fail(direction, error)
    case .success(let page):
      let fresh = page.items.filter { !items.contains(id: $0.id) }
      // A source that says there is more and gives nothing would be asked for ever.
      self[direction].isReached = page.isLast || fresh.isEmpty
      self[direction].batch = .settling(fresh)
      likedIDs.formUnion(found.likedIDs.intersection(fresh.map(\.id)))
      return isAwaited(direction) ? append(direction) : settle(direction)
    }
  }

  /// Adds a batch to the window, in one change.
  ///
  /// - Parameters:
  ///   - direction: The end of the window.
  ///   - statuses: What the players have come to by now.
  mutating func append(
    _ direction: FeedDirection, statuses: [ItemID: PlayerStatus] = [:]
  ) -> Effect<Feed.Action> {
    guard case .settling(let fresh) = self[direction].batch else { return .none }
    self[direction].batch = nil
    let pages = fresh.map { item in
      var page = Item.State(item)
      if let status = statuses[item.id] { page.setStatus(status) }
      return page
    }
    items.insert(contentsOf: pages, at: direction == .forwards ? items.count : 0)
    let replaced = replaceNotice(direction, with: fresh)
    return .merge(
      .cancel(id: Feed.CancelID.batch(direction)), replaced, trim(direction.opposite),
      payOwedSwipes())
  }

  /// The last item of the index in a direction that the window holds.
  func edge(_ direction: FeedDirection) -> ItemID? {
    switch direction {
    case .forwards: items.ids.last { !$0.isNotice }
    case .backwards: items.ids.first { !$0.isNotice }
    }
  }

  private mutating func grow(_ direction: FeedDirection) -> Effect<Feed.Action> {
    let end = self[direction]
    guard end.batch == nil, end.canGrow, remaining(direction) < Growth.reserve else { return .none }
    return fetch(direction)
  }

  /// Items beyond the page on screen.
  private func remaining(_ direction: FeedDirection) -> Int {
    guard let currentID, let index = items.index(id: currentID) else { return 0 }
    return direction == .forwards ? items.count - 1 - index : index
  }

  /// Whether the user waits for what is beyond an end.
  private func isAwaited(_ direction: FeedDirection) -> Bool {
    owedSwipes.signum() == direction.rawValue || currentID == ItemID.notice(direction)
  }

  /// Makes a batch ready to be seen and waits until it is.
  private mutating func settle(_ direction: FeedDirection) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.clock) var clock
    let clips = self[direction].settling.filter { $0.playable != nil }
    guard !clips.isEmpty else { return append(direction) }
    let isRemote = clips.contains {
      if case .remote = $0.playable?.location { true } else { false }
    }
    let timeout = isRemote ? Growth.remoteTimeout : Growth.timeout
    let ids = clips.map(\.id)
    return .merge(
      // Effects start in this order, and players have to exist before they are watched.
      prepareWindow(),
      .run { [playerClient, clock] send in
        let statuses = await playerClient.settledStatuses(of: ids, within: timeout, on: clock)
        await send(.batchSettled(direction, statuses))
      }
      .cancellable(id: Feed.CancelID.batch(direction), cancelInFlight: true))
  }

  /// Takes items away that are far behind: a window that only grew would make each change of it
  /// dearer than the last.
  private mutating func trim(_ direction: FeedDirection) -> Effect<Feed.Action> {
    let excess = remaining(direction) - Growth.kept
    guard excess > Growth.slack else { return .none }
    let removed = Set(direction == .forwards ? items.ids.suffix(excess) : items.ids.prefix(excess))
    items.removeAll { removed.contains($0.id) }
    likedIDs.subtract(removed.union(self[direction].settling.map(\.id)))
    self[direction] = FeedEnd()
    return .cancel(id: Feed.CancelID.batch(direction))
  }
}

extension Feed.FoundItems {
  /// Asks an index for items, and which of them the user likes.
  static func find(
    _ request: FeedPageRequest, in feedClient: FeedClient, _ likeClient: LikeClient
  ) async -> Self {
    let answer = await feedClient.page(request)
    guard case .success(let page) = answer else { return Self(answer) }
    let keys = page.items.compactMap(\.key)
    guard !keys.isEmpty else { return Self(answer) }
    let liked = await likeClient.liked(keys)
    let likedItems = page.items.filter { $0.key.map(liked.contains) ?? false }
    return Self(answer, likedIDs: Set(likedItems.map(\.id)))
  }
}

extension FeedDirection {
  /// The other way.
  var opposite: FeedDirection { self == .forwards ? .backwards : .forwards }
}
