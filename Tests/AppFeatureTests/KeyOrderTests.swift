import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Keys for a clip that swipes, jumps and undos before them lead to.
@MainActor
@Suite struct KeyOrderTests {
  private struct Like: Hashable {
    var clip: Int
    var isLiked: Bool
  }

  private let players = PlayerRecorder(initialStatus: .ready)
  private let clock = TestClock()
  private let thumbnails = ThumbnailRecorder()
  private let likes = Lock<[Like]>([])
  private let rotated = Lock<[Int]>([])
  private let decisions = Lock<[Decision]>([])
  private let now = Lock(1_000.0)

  /// The app with a feed on screen.
  private func store(
    _ index: FakeIndex, first: Int? = 0, triage: Bool = false, loopMode: LoopMode = .one
  ) async -> TestStoreOf<App> {
    let store = makeAppStore(
      App.State(
        feed: Feed.State(
          first: first.map(FeedItem.clip), loopMode: loopMode, triage: Triage.State(isOn: triage))),
      players: players, index: index, clock: clock)
    store.dependencies.date = DateGenerator { [now] in
      Date(timeIntervalSince1970: now.withLock { $0 })
    }
    store.dependencies.thumbnailClient = thumbnails.client
    store.dependencies.recordClient.setLiked = { [likes] items, isLiked in
      likes.withLock { $0 += items.map { Like(clip: $0.id.rawValue, isLiked: isLiked) } }
      return .success(())
    }
    store.dependencies.recordClient.setRotation = { [rotated] item, _ in
      rotated.withLock { $0.append(item.id.rawValue) }
      return .success(())
    }
    store.dependencies.recordClient.decide = { [decisions] lot in
      decisions.withLock { $0 += lot.decisions }
      return .success(())
    }
    store.dependencies.applyClient.plan = {
      .success(ApplyOverview(batch: FileBatch(id: 1, steps: []), kept: 0, rejected: 0))
    }
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    _ = players.takeCalls()
    return store
  }

  /// Sends what is read together.
  private func burst(_ store: TestStoreOf<App>, _ actions: App.Action...) async {
    for action in actions { await store.send(action) }
  }

  /// Has the page on screen seen for long enough to be judged.
  private func see(_ store: TestStoreOf<App>) async {
    guard let id = store.state.feed.currentID else { return }
    await store.send(.feed(.frameShown(id, in: 0)))
    now.withLock { $0 += 1 }
  }

  private var liked: [Int] { likes.withLock { $0.filter(\.isLiked).map(\.clip) } }

  private func end(_ store: TestStoreOf<App>) async {
    await store.skipInFlightEffects(strict: false)
  }

  // MARK: Verdicts

  @Test(arguments: [12, -12])
  func verdictIsNeverForThePageThatIsLeft(swipes: Int) async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100, triage: true)
    await see(store)
    index.hold()
    await burst(
      store, .feed(.swiped(by: Swipes(swipes))), .feed(.triage(.judged(.reject, goesOn: true))))
    #expect(store.state.feed.toast.message == .tooEarly)
    await burst(
      store, .feed(.triage(.judged(.keep, goesOn: false))), .feed(.triage(.rated(3))),
      .feed(.triage(.pointTapped(.in))))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID?.rawValue == 100 + swipes)
    #expect(decisions.withLock { $0 } == [])
    // Once it has been seen, it can be judged.
    await see(store)
    await burst(store, .feed(.triage(.judged(.reject, goesOn: true))))
    await store.settle()
    #expect(decisions.withLock { $0 }.map(\.title) == ["clip\(100 + swipes).mp4"])
    await end(store)
  }

  @Test func verdictAfterAJumpIsNotForThePageThatIsLeft() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100, triage: true)
    for jump in [Feed.Action.lastTapped, .firstTapped] {
      await see(store)
      index.hold()
      await burst(store, .feed(jump), .feed(.triage(.judged(.reject, goesOn: false))))
      #expect(store.state.feed.toast.message == .tooEarly)
      index.release()
      await store.settle()
    }
    #expect(store.state.feed.currentID == 0)
    #expect(decisions.withLock { $0 } == [])
    await end(store)
  }

  // MARK: Likes

  /// Everything that changes while a like waits, and when its page is there.
  @Test func everyChangeIsKnown() async {
    let index = FakeIndex(clips(0..<7))
    let store = await store(index)
    await clock.advance(by: .seconds(9))
    await store.settle()
    index.hold()
    store.exhaustivity = .on
    await store.send(.feed(.swiped(by: 6))) {
      $0.feed.window.pending = 6
      $0.feed.window.ahead = .fetching(limit: 5)
      $0.feed.spinner = .pending
    }
    await store.send(.feed(.likeTapped)) { $0.pendingKeys = [.feed(.likeTapped)] }
    await store.send(.feed(.likeTapped))
    await store.send(.feed(.swiped(by: -2))) {
      $0.pendingKeys = [.feed(.likeTapped), .feed(.swiped(by: -2))]
    }
    var back = Swipes(-2)
    back.append(1)
    await store.send(.feed(.swiped(by: 1))) {
      $0.pendingKeys = [.feed(.likeTapped), .feed(.swiped(by: back))]
    }
    await store.send(.feed(.copyTapped)) { $0.feed.toast.message = .tooEarly }
    index.release()
    let batch = FeedBatch(items: clips(6..<7), isLast: true)
    await store.receive(.feed(.found(.success(batch), [:], for: .end(.forwards)))) {
      $0.pendingKeys = []
      $0.feed.spinner = .hidden
      $0.feed.window.pending = 0
      $0.feed.window.ahead = .reached
      $0.feed.window.pages.insert(contentsOf: [Item.State(.clip(6))], at: 6)
      $0.feed.window.currentID = 6
      $0.feed.window.lastID = 6
      $0.feed.window.pages.update(id: 0) { $0.setPlay(.away) }
      for id in [0, 1, 2] as [PageID] { $0.feed.window.pages[id: id]?.clip?.status = .unknown }
      $0.feed.window.pages.update(id: 6) { $0.setPlay(.playing) }
      $0.feed.window.pages[id: 6]?.clip?.spinner = .pending
      $0.feed.prepared = PreloadWindow(current: 6, neighbours: [5, 4, 3])
      $0.feed.visit = Visit(id: 6, start: 1_000)
      $0.feed.placeSaved = 1_000
      $0.controls.isAwake = true
    }
    await store.receive(.feed(.likeTapped)) {
      $0.feed.marks[6] = ItemMarks(isLiked: true)
      $0.feed.toast.message = .liked(true, of: 6)
    }
    await store.receive(.feed(.swiped(by: back))) {
      $0.feed.window.currentID = 5
      $0.feed.window.lastID = 5
      $0.feed.window.direction = .backwards
      $0.feed.window.pages.update(id: 5) { $0.setPlay(.playing) }
      $0.feed.window.pages.update(id: 6) { $0.setPlay(.away) }
      $0.feed.window.pages[id: 6]?.clip?.spinner = .hidden
      $0.feed.prepared = PreloadWindow(current: 5, neighbours: [4, 6, 3, 2, 1, 0])
      $0.feed.visit = Visit(id: 5, start: 1_000)
      $0.feed.visit?.setRunning(true, at: 1_000)
      $0.feed.placeSaved = 1_003
    }
    store.exhaustivity = .off
    await store.settle()
    #expect(liked == [6])
    await end(store)
  }

  @Test(arguments: [1, -1])
  func eightLikesAndSwipesLikeEight(step: Int) async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    for _ in 0..<8 {
      await burst(store, .feed(.likeTapped), .feed(.swiped(by: Swipes(step))))
    }
    index.release()
    await store.settle()
    #expect(liked == (0..<8).map { 100 + $0 * step })
    #expect(store.state.feed.currentID?.rawValue == 100 + 8 * step)
    await end(store)
  }

  /// Each batch has to be found before the next one is asked for.
  @Test func fortyLikesAndSwipesLikeForty() async {
    let store = await store(FakeIndex(clips(0..<200)))
    for _ in 0..<40 { await burst(store, .feed(.likeTapped), .feed(.swiped(by: 1))) }
    await store.settle()
    #expect(liked == Array(0..<40))
    #expect(store.state.feed.currentID == 40)
    await end(store)
  }

  @Test func likeShowsItsToastOnItsPage() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped))
    #expect(store.state.feed.toast.message == nil)
    #expect(store.state.feed.marks.values.allSatisfy { !$0.isLiked })
    index.release()
    await store.settle()
    #expect(store.state.feed.toast.message == .liked(true, of: 12))
    await end(store)
  }

  @Test func burstOverTheEndLikesTheLastOne() async {
    let index = FakeIndex(clips(0..<9))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 30)), .feed(.likeTapped), .feed(.rotateTapped))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 8)
    #expect(liked == [8] && rotated.withLock { $0 } == [8])
    await end(store)
  }

  /// Where the feed ends is only found out while a key waits.
  @Test func likeAtAnEndThatIsFoundLater() async {
    let index = FakeIndex(clips(0..<3), isGrowing: true)
    let store = await store(index)
    await burst(store, .feed(.swiped(by: 9)), .feed(.likeTapped))
    await store.settle()
    #expect(liked == [])
    index.grow(clips(3..<5), isGrowing: false)
    await store.settle()
    #expect(store.state.feed.currentID == 4)
    #expect(liked == [4])
    await end(store)
  }

  @Test func likeWaitsForTheFirstPage() async {
    let index = FakeIndex(clips(0..<20))
    index.hold()
    let store = await store(index, first: nil)
    await burst(
      store, .feed(.likeTapped), .feed(.swiped(by: 1)), .feed(.likeTapped),
      .feed(.swiped(by: 9)), .feed(.likeTapped))
    #expect(liked == [])
    index.release()
    await store.settle()
    #expect(liked == [0, 1, 10])
    await end(store)
  }

  @Test func likeAfterAJumpIsForItsPage() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(
      store, .feed(.lastTapped), .feed(.likeTapped), .feed(.firstTapped), .feed(.likeTapped),
      .feed(.swiped(by: 2)), .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(liked == [199, 0, 2])
    await end(store)
  }

  @Test func likeAfterANumberIsForItsClip() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(
      store, .feed(.overlayTapped(.number)), .feed(.overlay(.line(.typed("51")))),
      .feed(.overlay(.line(.returnTapped))), .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(liked == [50])
    await end(store)
  }

  @Test func likeAfterAFilterIsForItsMatch() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(
      store, .feed(.overlayTapped(.filter)), .feed(.overlay(.line(.typed("clip15")))),
      .feed(.overlay(.line(.returnTapped))), .feed(.swiped(by: 2)), .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 151)
    #expect(liked == [151])
    await end(store)
  }

  @Test func likeWithoutAMatchIsRefused() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(
      store, .feed(.overlayTapped(.filter)), .feed(.overlay(.line(.typed("nothing")))),
      .feed(.overlay(.line(.returnTapped))), .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == nil)
    #expect(liked == [])
    #expect(store.state.feed.toast.message == .tooEarly)
    await end(store)
  }

  @Test func likeWaitsForTheTileUnderTheCursor() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 5)
    index.hold()
    await burst(store, .feed(.overviewTapped))
    await store.settle()
    await burst(
      store, .feed(.overview(.laidOut(Overview.Grid(columns: 4, lines: 10, tileLines: 5)))),
      .feed(.likeTapped), .feed(.overview(.moved(.tiles(1)))), .feed(.likeTapped))
    #expect(liked == [])
    index.release()
    await store.settle()
    #expect(liked == [5, 6])
    #expect(store.state.feed.overview?.current?.id == 6)
    await end(store)
  }

  @Test func likeIsForItsClipAlsoUnderTheListOfFiles() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, triage: true)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped), .feed(.overlayTapped(.apply)))
    #expect(store.state.feed.overlay?.apply != nil)
    index.release()
    await store.settle()
    #expect(liked == [12])
    #expect(store.state.feed.current?.clip?.hold == .overlay)
    await end(store)
  }

  // MARK: Undo

  /// Undo leads to a page that is far away: what comes after it is for that.
  @Test func likeAfterAnUndoIsForItsClip() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, triage: true)
    await see(store)
    await burst(store, .feed(.triage(.judged(.keep, goesOn: false))))
    await store.settle()
    await burst(store, .feed(.lastTapped))
    await store.settle()
    index.hold()
    await burst(
      store, .feed(.triage(.undoTapped)), .feed(.likeTapped), .feed(.swiped(by: 1)),
      .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(liked == [0, 1])
    #expect(store.state.feed.currentID == 1)
    await end(store)
  }

  @Test func undoBetweenLikesKeepsItsPlace() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, triage: true)
    await see(store)
    await burst(store, .feed(.triage(.judged(.keep, goesOn: true))))
    await store.settle()
    index.hold()
    await burst(
      store, .feed(.swiped(by: 12)), .feed(.likeTapped), .feed(.triage(.undoTapped)),
      .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(liked == [13, 0])
    #expect(store.state.feed.currentID == 0)
    #expect(store.state.feed.review(of: 0) == Review())
    await end(store)
  }

  // MARK: Pages that do not come

  @Test func likeForAPageThatCannotBeReadIsRefused() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped))
    index.fail(FeedError(.unreachable, place: "a"))
    index.release()
    await store.settle()
    #expect(store.state.feed.current?.notice != nil)
    #expect(liked == [])
    #expect(store.state.feed.toast.message == .tooEarly)
    await end(store)
  }

  @Test func likeAfterAJumpThatFailsIsRefused() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(store, .feed(.lastTapped), .feed(.likeTapped))
    index.fail(FeedError(.unreachable, place: "a"))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 100)
    #expect(liked == [])
    await end(store)
  }

  @Test func keysDoNotWaitForEver() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped), .feed(.swiped(by: -1)))
    await clock.advance(by: .seconds(2))
    await store.settle()
    #expect(store.state.feed.toast.message == nil)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.feed.toast.message == .tooEarly)
    // The next keys do not wait behind those.
    await burst(store, .feed(.swiped(by: -9)))
    index.release()
    await store.settle()
    #expect(liked == [])
    #expect(store.state.feed.currentID == 3)
    await end(store)
  }

  @Test func likeIsRefusedIfItsPlaceIsLeftForAnother() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(
      store, .feed(.swiped(by: 12)), .feed(.likeTapped), .feed(.overlayTapped(.number)),
      .feed(.overlay(.line(.typed("51")))), .feed(.overlay(.line(.returnTapped))))
    await store.settle()
    #expect(store.state.feed.toast.message == .tooEarly)
    index.release()
    await store.settle()
    #expect(liked == [])
    #expect(store.state.feed.currentID == 50)
    await end(store)
  }

  @Test func likeIsRefusedIfItsWayBeginsAtADeletedClip() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped))
    await index.change([.delete(100)])
    index.release()
    await store.settle()
    #expect(liked == [])
    await end(store)
  }

  /// The order of the feed has become known.
  @Test func likeIsForItsPlaceInANewOrder() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, first: 100)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped))
    await index.change([.rearranged])
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 88)
    #expect(liked == [88])
    await end(store)
  }

  // MARK: Held keys

  @Test func heldKeysDoNotQueueUp() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)))
    for _ in 0..<51 { await burst(store, .feed(.likeTapped)) }
    for _ in 0..<51 { await burst(store, .feed(.rotateTapped)) }
    index.release()
    await store.settle()
    #expect(likes.withLock { $0 } == [Like(clip: 12, isLiked: true)])
    #expect(rotated.withLock { $0 } == [12])
    await end(store)
  }

  @Test func manyKeysAreRefused() async {
    let index = FakeIndex(clips(0..<2_000))
    let store = await store(index)
    index.hold()
    for _ in 0..<300 { await burst(store, .feed(.likeTapped), .feed(.swiped(by: 1))) }
    #expect(store.state.feed.toast.message == .tooEarly)
    index.release()
    await store.settle()
    // Those that were in time are for the right clips.
    #expect(liked.count > 40 && liked == Array(0..<liked.count))
    await end(store)
  }

  // MARK: Other keys

  @Test func whatHasToBeSeenIsRefused() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, triage: true)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)))
    let feed = store.state.feed
    let keys: [App.Action] =
      [
        .overlayTapped(.details), .openTapped, .copyTapped, .overlayTapped(.tags),
        .triage(.captionTapped),
        .excerpts(.tapped),
        .excerpts(.filmTapped), .overlayTapped(.chapters), .triage(.judged(.keep, goesOn: false)),
      ].map { .feed($0) }
      + [
        .playPauseTapped, .seekTapped(by: 5), .jumpTapped(toFraction: 0.5), .stepTapped(by: 1),
        .chapterTapped(by: 1), .eventTapped(by: 1), .soundTrackTapped, .subtitlesTapped,
      ].map { .feed(.item(0, .clip($0))) } + [.snapshotTapped(.full)]
    for key in keys {
      await burst(store, .muteTapped)
      await burst(store, key)
      #expect(store.state.feed.toast.message == .tooEarly, "\(key)")
    }
    var after = store.state.feed
    after.triage.refused = feed.triage.refused
    after.toast = feed.toast
    after.spinner = feed.spinner
    #expect(after == feed)
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 12)
    await end(store)
  }

  @Test func whatConcernsAllClipsIsDoneAtOnce() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(
      store, .feed(.swiped(by: 12)), .feed(.likeTapped), .muteTapped, .volumeTapped(by: -5),
      .speedTapped(by: 1), .fitTapped, .feed(.loopModeTapped), .statisticsTapped)
    #expect(store.state.sound.isMuted && store.state.sound.volume == 95)
    #expect(store.state.fit == .fill && store.state.feed.loopMode == .feed)
    #expect(store.state.isStatisticsShown)
    index.release()
    await store.settle()
    #expect(liked == [12])
    await end(store)
  }

  @Test func quittingSavesTheLikeBeforeIt() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped), .quitTapped)
    #expect(!store.state.isLeaving)
    index.release()
    await store.settle()
    #expect(liked == [12])
    #expect(store.state.isQuitting)
    await end(store)
  }

  @Test func whoInsistsQuitsAtOnce() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped), .quitTapped, .quitTapped)
    await store.settle()
    #expect(store.state.isQuitting)
    await end(store)
  }

  @Test func quittingDoesNotWaitForEver() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index)
    index.hold()
    await burst(store, .feed(.swiped(by: 12)), .feed(.likeTapped), .quitTapped)
    await clock.advance(by: .seconds(4))
    await store.settle()
    #expect(store.state.isQuitting)
    await end(store)
  }

  /// A clip that has ended leads on by itself: keys are for what is on screen.
  @Test func likeAtTheEndOfAClipIsForThatClip() async {
    let index = FakeIndex(clips(0..<200), isGrowing: true)
    let store = await store(index, first: 199, loopMode: .feed)
    await burst(store, .feed(.item(199, .clip(.didPlayToEnd))), .feed(.likeTapped))
    #expect(store.state.feed.window.pending == 1)
    #expect(store.state.feed.toast.message == .liked(true, of: 199))
    await store.settle()
    #expect(liked == [199])
    await end(store)
  }

  /// Whoever is on the way to another page gets there, whatever the clip on screen does meanwhile.
  @Test func theEndOfAClipDoesNotAddToSwipes() async {
    let index = FakeIndex(clips(0..<200))
    let store = await store(index, loopMode: .feed)
    index.hold()
    await burst(
      store, .feed(.swiped(by: 12)), .feed(.item(0, .clip(.didPlayToEnd))), .feed(.likeTapped))
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 12)
    #expect(liked == [12])
    await end(store)
  }
}
