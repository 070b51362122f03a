import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport

/// A feed and everything around it, under the control of a test.
@MainActor
final class FeedRig {
  let players: PlayerRecorder
  let index: FakeIndex
  let thumbnails = ThumbnailRecorder()
  let clock = TestClock()
  let store: TestStoreOf<Feed>
  private let now = Lock(1_000.0)
  private let impressions = Lock<[Impression]>([])
  private let places = Lock<[ContentKey]>([])
  private let likes = Lock(Set<ContentKey>())
  private let savedRotations = Lock<[ItemID: Rotation]>([:])
  private let savedLots = Lock<[Lot]>([])
  /// How often each hint was told: by default, often enough.
  let hints = Lock(Dictionary(uniqueKeysWithValues: Hints.Hint.allCases.map { ($0.rawValue, 9) }))
  private let likeFailure = Lock<FeedError?>(nil)
  /// What is noted about files.
  let notes = Lock<[FilePath: FileNotes]>([:])
  /// How a login ends, and the machines that the user was asked for.
  let login = Lock<(result: Result<Void, FeedError>, machines: [RemoteAddress])>((.success(()), []))
  /// The machines that are lost.
  let lost = AsyncStream.makeStream(of: Set<RemoteAddress>.self)
  /// What the user does in the editor; an error if there is none.
  let editing = Lock<Result<[CleanText], FeedError>>(.success([]))

  /// Creates a feed over an index.
  ///
  /// - Parameters:
  ///   - items: What the index holds.
  ///   - first: The item to begin with; `nil` if none is known.
  ///   - isGrowing: Whether the index may find more.
  ///   - loopMode: What happens at the end of a clip.
  ///   - status: The initial status of players; `nil` if the test reports it.
  ///   - liked: The content that is liked.
  ///   - triage: The filter of triage; `nil` if it is off.
  ///   - lots: What earlier runs decided.
  ///   - tilePlay: How the clip under the cursor of the overview plays.
  ///   - view: What it begins with.
  ///   - excerpts: How clips are shown by excerpts.
  init(
    _ items: [FeedItem], first: FeedItem? = nil, opensAtFirst: Bool = false,
    isGrowing: Bool = false,
    loopMode: LoopMode = .one, status: PlayerStatus? = .ready, liked: Set<ContentKey> = [],
    triage: FeedFilter? = nil, lots: [Lot] = [], tilePlay: TilePlay = .silent,
    view: FeedView = .page, excerpts: Excerpts.State = Excerpts.State()
  ) {
    let players = PlayerRecorder(initialStatus: status)
    let index = FakeIndex(items, isGrowing: isGrowing)
    (self.players, self.index) = (players, index)
    likes.withLock { $0 = liked }
    savedLots.withLock { $0 = lots }
    for decision in lots.flatMap(\.decisions) {
      index.reviews.withLock { $0[decision.key] = decision.after }
    }
    let state = Feed.State(
      first: first, opensAtFirst: opensAtFirst, filter: triage ?? .none, loopMode: loopMode,
      triage: Triage.State(isOn: triage != nil, tags: ["night", "two words"], markLead: 2),
      view: view, tilePlay: tilePlay, excerpts: excerpts)
    store = TestStore(initialState: state) {
      Feed()
    } withDependencies: {
      [
        clock, now, impressions, places, likes, likeFailure, savedRotations, savedLots,
        notes, editing, thumbnails, hints, login, lost
      ] in
      $0.thumbnailClient = thumbnails.client
      $0.notesClient.notes = { path in notes.withLock { $0[path] ?? FileNotes() } }
      $0.notesClient.editCaption = { path in
        editing.withLock { $0 }.map { lines in
          notes.withLock { $0[path, default: FileNotes()].caption = lines }
        }
      }
      $0.machineClient.lost = { lost.stream }
      $0.machineClient.statistics = { _ in nil }
      $0.machineClient.logIn = { machine in
        login.withLock { login in
          login.machines.append(machine)
          return login.result
        }
      }
      $0.playerClient = players.client
      $0.feedClient = index.client
      $0.recordClient.record = { new in impressions.withLock { $0.append(new) } }
      $0.recordClient.savePlace = { place in
        places.withLock { $0.append(place.key) }
      }
      $0.recordClient.hints = { hints.withLock { $0 } }
      $0.recordClient.noteHint = { name in hints.withLock { $0[name, default: 0] += 1 } }
      $0.recordClient.marks = { keys in
        let (likes, reviews) = (likes.withLock { $0 }, index.reviews.withLock { $0 })
        return keys.reduce(into: [:]) { marks, key in
          let found = ItemMarks(isLiked: likes.contains(key), review: reviews[key])
          if found != ItemMarks() { marks[key] = found }
        }
      }
      $0.recordClient.setLiked = { items, isLiked in
        if let error = likeFailure.withLock({ $0 }) { return .failure(error) }
        let keys = items.compactMap(\.key)
        likes.withLock { likes in
          if isLiked { likes.formUnion(keys) } else { likes.subtract(keys) }
        }
        return .success(())
      }
      $0.recordClient.setRotation = { item, rotation in
        if let error = likeFailure.withLock({ $0 }) { return .failure(error) }
        savedRotations.withLock { $0[item.id] = rotation }
        return .success(())
      }
      $0.recordClient.tags = { [] }
      $0.recordClient.lots = { savedLots.withLock { $0 } }
      $0.applyClient.last = { nil }
      $0.recordClient.decide = { lot in
        if let error = likeFailure.withLock({ $0 }) { return .failure(error) }
        savedLots.withLock { $0.append(lot) }
        index.reviews.withLock { reviews in
          for decision in lot.decisions {
            reviews[decision.key] = (reviews[decision.key] ?? Review())
              .changed(from: decision.before, to: decision.after)
          }
        }
        return .success(())
      }
      $0.recordClient.takeBack = { lot in
        if let error = likeFailure.withLock({ $0 }) { return .failure(error) }
        savedLots.withLock { $0.removeAll { $0.id == lot.id } }
        index.reviews.withLock { reviews in
          for decision in lot.decisions {
            reviews[decision.key] = (reviews[decision.key] ?? Review())
              .changed(from: decision.after, to: decision.before)
          }
        }
        return .success(())
      }
      $0.clock = clock
      $0.date = DateGenerator { Date(timeIntervalSince1970: now.withLock { $0 }) }
    }
  }

  /// The feed, once it has settled.
  var state: Feed.State { store.state }

  /// The IDs of the items in the window.
  var window: [Int] { state.items.ids.map(\.rawValue) }

  /// The ID of the item on screen.
  var current: Int? { state.currentID?.rawValue }

  /// Sends an action and waits until everything has settled, for tests that look at what they are
  /// about. Those that use `store` assert everything.
  func send(_ action: Feed.Action) async {
    await store.withExhaustivity(.off) {
      await store.send(action)
      await settle()
    }
  }

  /// Waits until everything has settled.
  func settle() async {
    await store.settle()
    await store.skipReceivedActions(strict: false)
  }

  /// Advances the clock and the date.
  func pass(_ seconds: Double) async {
    now.withLock { $0 += seconds }
    await clock.advance(by: .milliseconds(Int((seconds * 1000).rounded())))
    await settle()
  }

  /// Has the page on screen seen for long enough to be judged.
  func see() async {
    guard let id = state.currentID else { return }
    await send(.frameShown(id, in: 0))
    await pass(0.25)
  }

  /// Publishes changes of the source.
  func change(_ changes: FeedChange...) async {
    await index.change(changes)
    await settle()
  }

  /// Reports the status of a player.
  func report(_ status: PlayerStatus, of id: PlayerID) async {
    players.report(status, of: id)
    await settle()
  }

  /// The visits recorded since the last call.
  func takeImpressions() -> [Impression] {
    impressions.withLock { impressions in
      defer { impressions = [] }
      return impressions
    }
  }

  /// The places recorded since the last call.
  func takePlaces() -> [ContentKey] {
    places.withLock { places in
      defer { places = [] }
      return places
    }
  }

  /// The content that is liked.
  var liked: Set<ContentKey> { likes.withLock { $0 } }

  /// The saved rotations.
  var rotations: [ItemID: Rotation] { savedRotations.withLock { $0 } }

  /// The saved reviews, by number of the clip.
  var reviews: [Int: Review] {
    let reviews = index.reviews.withLock { $0 }
    return Dictionary(
      uniqueKeysWithValues: index.items().compactMap { item in
        item.key.flatMap { reviews[$0] }.map { (item.id.rawValue, $0) }
      })
  }

  /// The saved decisions.
  var decisions: [Decision] { savedLots.withLock { $0.flatMap(\.decisions) } }

  /// Makes saving likes, rotations and decisions fail; `nil` makes it work again.
  func failLikes(_ error: FeedError?) {
    likeFailure.withLock { $0 = error }
  }

  /// The current date.
  var date: Double { now.withLock { $0 } }

  /// Cancels whatever is still running.
  func end() async {
    await store.skipInFlightEffects(strict: false)
    await store.skipReceivedActions(strict: false)
  }
}

/// Clips with these numbers.
func clips(_ numbers: some Sequence<Int>) -> [FeedItem] {
  numbers.map(FeedItem.clip)
}
