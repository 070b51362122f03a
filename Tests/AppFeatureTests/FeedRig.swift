import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform

/// A feed, and all that is round it, in the hands of a test.
@MainActor
final class FeedRig {
  let players: PlayerRecorder
  let index: FakeIndex
  let clock = TestClock()
  let store: TestStoreOf<Feed>
  private let now = Lock(1_000.0)
  private let impressions = Lock<[Impression]>([])
  private let places = Lock<[ContentKey]>([])
  private let likes = Lock(Set<ContentKey>())
  private let likeFailure = Lock<FeedError?>(nil)

  /// Creates a feed over an index.
  ///
  /// - Parameters:
  ///   - items: What the index holds.
  ///   - first: The item to begin with; `nil` if none is known.
  ///   - isGrowing: Whether the index may find more.
  ///   - loopMode: What happens at the end of a clip.
  ///   - status: What players are from the beginning; `nil` if the test tells it.
  ///   - liked: What the user likes.
  init(
    _ items: [FeedItem], first: FeedItem? = nil, isGrowing: Bool = false,
    loopMode: LoopMode = .one, status: PlayerStatus? = .ready, liked: Set<ContentKey> = []
  ) {
    let players = PlayerRecorder(initialStatus: status)
    let index = FakeIndex(items, isGrowing: isGrowing)
    (self.players, self.index) = (players, index)
    likes.withLock { $0 = liked }
    store = TestStore(initialState: Feed.State(first: first, loopMode: loopMode)) {
      Feed()
    } withDependencies: { [clock, now, impressions, places, likes, likeFailure] in
      $0.playerClient = players.client
      $0.feedClient = index.client
      $0.historyClient.record = { new in impressions.withLock { $0 += new } }
      $0.historyClient.savePlace = { key in places.withLock { $0.append(key) } }
      $0.likeClient.liked = { keys in likes.withLock { $0.intersection(keys) } }
      $0.likeClient.setLiked = { item, isLiked in
        if let error = likeFailure.withLock({ $0 }) { return .failure(error) }
        guard let key = item.key else { return .success(()) }
        likes.withLock { likes in
          if isLiked { likes.insert(key) } else { likes.remove(key) }
        }
        return .success(())
      }
      $0.clock = clock
      $0.date = DateGenerator { Date(timeIntervalSince1970: now.withLock { $0 }) }
    }
    store.exhaustivity = .off
  }

  /// The feed as it is once everything that can go on by itself has.
  var state: Feed.State { store.state }

  /// The numbers of the items in the window.
  var window: [Int] { state.items.ids.map(\.rawValue) }

  /// The number of the item on screen.
  var current: Int? { state.currentID?.rawValue }

  /// Sends an action and waits until nothing goes on by itself any more.
  func send(_ action: Feed.Action) async {
    await store.send(action)
    await settle()
  }

  /// Waits until nothing goes on by itself any more.
  func settle() async {
    await store.settle()
  }

  /// Lets time pass, on the clock and by the date.
  func pass(_ seconds: Double) async {
    now.withLock { $0 += seconds }
    await clock.advance(by: .milliseconds(Int((seconds * 1000).rounded())))
    await settle()
  }

  /// The source changes.
  func change(_ changes: FeedChange...) async {
    await index.change(changes)
    await settle()
  }

  /// A player comes to something.
  func report(_ status: PlayerStatus, of id: PlayerID) async {
    players.report(status, of: id)
    await settle()
  }

  /// What was written down since this was asked last.
  func takeImpressions() -> [Impression] {
    impressions.withLock { impressions in
      defer { impressions = [] }
      return impressions
    }
  }

  /// The places written down since this was asked last.
  func takePlaces() -> [ContentKey] {
    places.withLock { places in
      defer { places = [] }
      return places
    }
  }

  /// What the user likes.
  var liked: Set<ContentKey> { likes.withLock { $0 } }

  /// Likes can no longer be kept.
  func failLikes(_ error: FeedError?) {
    likeFailure.withLock { $0 = error }
  }

  /// The time by the date.
  var date: Double { now.withLock { $0 } }

  /// Leaves nothing running.
  func end() async {
    await store.skipInFlightEffects(strict: false)
  }
}

/// Clips with the numbers of a range.
func clips(_ numbers: some Sequence<Int>) -> [FeedItem] {
  numbers.map(FeedItem.clip)
}
