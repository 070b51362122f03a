import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import Testing

@MainActor
@Suite struct FeedTests {
  let players = PlayerRecorder()
  let clock = TestClock()

  private func makeStore(_ items: [FeedItem] = []) async -> TestStoreOf<Feed> {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.playerClient = players.client
      $0.clock = clock
    }
    store.exhaustivity = .off
    if !items.isEmpty { await store.send(.updated(.insert(items, before: nil))) }
    return store
  }

  @Test func theFirstItemFoundComesOntoTheScreenAndPlays() async {
    let store = await makeStore([.clip(1), .clip(2), .clip(3)])
    #expect(store.state.currentID == 1)
    #expect(store.state.current?.clip?.isOnScreen == true)
    #expect(
      players.takeCalls() == [
        .create(1), .create(2), .create(3),
        .window(PreloadWindow(current: 1, neighbours: [2, 3])), .play(1),
      ])
    await store.skipInFlightEffects()
  }

  @Test func aSwipeLeavesOnePageAndEntersTheOther() async {
    let store = await makeStore((1...4).map(FeedItem.clip))
    _ = players.takeCalls()
    await store.send(.swiped(by: 1))
    #expect(store.state.currentID == 2)
    #expect(store.state.items[id: 1]?.clip?.isOnScreen == false)
    #expect(store.state.items[id: 2]?.clip?.isOnScreen == true)
    #expect(
      players.takeCalls() == [
        .pause(1), .window(PreloadWindow(current: 2, neighbours: [3, 1, 4])), .play(2),
      ])
    await store.skipInFlightEffects()
  }

  @Test func aSwipeBackwardsWantsWhatLiesBehindFirst() async {
    let store = await makeStore((1...9).map(FeedItem.clip))
    await store.send(.swiped(by: 5))
    _ = players.takeCalls()
    await store.send(.swiped(by: -1))
    #expect(store.state.window == PreloadWindow(current: 5, neighbours: [4, 6, 3, 7, 2, 1, 8]))
    await store.skipInFlightEffects()
  }

  @Test func tenSwipesAtOnceAreOneTurn() async {
    let store = await makeStore((1...20).map(FeedItem.clip))
    _ = players.takeCalls()
    await store.send(.swiped(by: 10))
    let calls = players.takeCalls()
    #expect(store.state.currentID == 11)
    #expect(calls.filter { if case .play = $0 { true } else { false } } == [.play(11)])
    await store.skipInFlightEffects()
  }

  @Test func swipesStopAtTheEndsOfTheFeed() async {
    let store = await makeStore((1...3).map(FeedItem.clip))
    await store.send(.swiped(by: -1))
    #expect(store.state.currentID == 1)
    await store.send(.swiped(by: 99))
    #expect(store.state.currentID == 3)
    _ = players.takeCalls()
    await store.send(.swiped(by: 1))
    #expect(store.state.currentID == 3)
    #expect(players.takeCalls().isEmpty)
    await store.skipInFlightEffects()
  }

  @Test func swipesBeyondWhatIsFoundAreMadeUpForAsItGrows() async {
    let store = await makeStore([.clip(1)])
    await store.send(.swiped(by: 1))
    await store.send(.swiped(by: 2))
    #expect(store.state.currentID == 1)
    await store.send(.updated(.insert([.clip(2)], before: nil)))
    #expect(store.state.currentID == 2)
    await store.send(.updated(.insert([.clip(3), .clip(4), .clip(5)], before: nil)))
    #expect(store.state.currentID == 4)
    await store.skipInFlightEffects()
  }

  @Test func aFeedThatHasEndedOwesNothing() async {
    let store = await makeStore([.clip(1)])
    await store.send(.swiped(by: 3))
    await store.send(.updated(.finished))
    #expect(store.state.owedSwipes == 0)
    await store.send(.swiped(by: 3))
    #expect(store.state.owedSwipes == 0)
    await store.skipInFlightEffects()
  }

  @Test func playersFarAwayAreClosed() async {
    let store = await makeStore((1...30).map(FeedItem.clip))
    _ = players.takeCalls()
    await store.send(.lastTapped)
    let calls = players.takeCalls()
    #expect(calls.contains(.delete([1, 2, 3, 4, 5, 6])))
    #expect(Set(calls).isSuperset(of: [.create(30), .create(29), .create(25), .play(30)]))
    await store.skipInFlightEffects()
  }

  @Test func theStateHoldsExactlyThePlayersThatWereMade() async {
    let store = await makeStore((1...40).map(FeedItem.clip))
    var alive = Set<PlayerID>()
    func follow() {
      for call in players.takeCalls() {
        switch call {
        case .create(let id): #expect(alive.insert(id).inserted)
        case .delete(let ids): for id in ids { #expect(alive.remove(id) != nil) }
        default: break
        }
      }
    }
    follow()
    var generator = SystemRandomNumberGenerator()
    let swipes = (0..<200).map { _ in Int.random(in: -7...7, using: &generator) }
    for swipe in swipes {
      await store.send(.swiped(by: Swipes(swipe)))
      follow()
      let window = store.state.window
      #expect(
        alive == Set([window.current].compactMap(\.self) + window.neighbours), "swipes: \(swipes)")
    }
    await store.skipInFlightEffects()
  }

  @Test func itemsFoundBeforeTheOneOnScreenDoNotMoveIt() async {
    let store = await makeStore([.clip(5)])
    await store.send(.updated(.insert([.clip(1), .clip(2)], before: 5)))
    await store.send(.updated(.insert([.clip(9)], before: nil)))
    #expect(store.state.currentID == 5)
    #expect(Array(store.state.items.ids) == [1, 2, 5, 9])
    #expect(store.state.place?.number == 3)
    #expect(store.state.place?.count == 4)
    await store.skipInFlightEffects()
  }

  @Test func aNoticeIsAPageWithoutAPlayer() async {
    let store = await makeStore([.clip(1), .notice(2), .clip(3)])
    _ = players.takeCalls()
    await store.send(.swiped(by: 1))
    #expect(store.state.window == PreloadWindow(current: nil, neighbours: [3, 1]))
    #expect(players.takeCalls().contains(.play(2)) == false)
    await store.send(.swiped(by: 1))
    #expect(players.takeCalls().contains(.play(3)))
    await store.skipInFlightEffects()
  }

  @Test func inLoopModeFeedTheEndOfAClipTurnsThePage() async {
    let store = await makeStore((1...3).map(FeedItem.clip))
    await store.send(.loopModeTapped) { $0.loopMode = .feed }
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    #expect(store.state.currentID == 2)
    await store.skipInFlightEffects()
  }

  @Test func inLoopModeOffTheClipStaysAtItsEnd() async {
    let store = await makeStore((1...3).map(FeedItem.clip))
    await store.send(.loopModeTapped)
    await store.send(.loopModeTapped) { $0.loopMode = .off }
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    #expect(store.state.currentID == 1)
    #expect(store.state.current?.clip?.hasEnded == true)
    await store.skipInFlightEffects()
  }

  @Test func inLoopModeOneTheEndIsNone() async {
    let store = await makeStore((1...3).map(FeedItem.clip))
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    #expect(store.state.currentID == 1)
    #expect(store.state.current?.clip?.hasEnded == false)
    await store.skipInFlightEffects()
  }

  @Test func theLastClipOfTheFeedStaysAtItsEnd() async {
    let store = await makeStore([.clip(1)])
    await store.send(.loopModeTapped) { $0.loopMode = .feed }
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    #expect(store.state.current?.clip?.hasEnded == true)
    await store.skipInFlightEffects()
  }

  @Test func atTheEndOfWhatIsFoundTheNextClipFollowsAsSoonAsThereIsOne() async {
    let store = await makeStore([.clip(1)])
    await store.send(.loopModeTapped) { $0.loopMode = .feed }
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    await store.send(.updated(.insert([.clip(2)], before: nil)))
    #expect(store.state.currentID == 2)
    await store.skipInFlightEffects()
  }

  @Test func inLoopModeFeedACardIsShownForAWhileAndTheNextClipFollows() async {
    let store = await makeStore([.clip(1), .clip(2)])
    await store.send(.loopModeTapped) { $0.loopMode = .feed }
    players.report(.failed(.damaged), of: 1)
    await store.receive(.item(1, .clip(.statusChanged(.failed(.damaged)))))
    await clock.advance(by: ClipItem.cardDuration)
    await store.receive(.item(1, .clip(.cardWasRead)))
    #expect(store.state.currentID == 2)
    await store.skipInFlightEffects()
  }

  @Test func aPageWhosePlayerIsClosedKnowsNothingOfItAnyMore() async {
    let store = await makeStore((1...30).map(FeedItem.clip))
    players.report(.ready, of: 1)
    await store.receive(.item(1, .clip(.statusChanged(.ready))))
    await store.send(.lastTapped)
    #expect(store.state.items[id: 1]?.clip?.status == .unknown)
    await store.skipInFlightEffects()
  }

  @Test func loopModeOneWakesAClipThatStaysAtItsEnd() async {
    let store = await makeStore([.clip(1)])
    await store.send(.loopModeTapped)
    await store.send(.loopModeTapped) { $0.loopMode = .off }
    players.reportEnd(of: 1)
    await store.receive(.item(1, .clip(.didPlayToEnd)))
    await store.send(.loopModeTapped) { $0.loopMode = .one }
    #expect(store.state.current?.clip?.hasEnded == false)
    await store.skipInFlightEffects()
  }

  @Test func theSameSwipesLeadToTheSamePageHoweverFastTheSourceIs() async {
    let store = await makeStore([.clip(1)])
    await store.send(.swiped(by: 3))
    await store.send(.swiped(by: -1))
    await store.send(.swiped(by: 1))
    await store.send(.swiped(by: -1))
    await store.send(.updated(.insert((2...5).map(FeedItem.clip), before: nil)))
    #expect(store.state.currentID == 3)
    await store.skipInFlightEffects()
  }

  @Test func jumpingForgetsTheSwipesOwed() async {
    let store = await makeStore([.clip(1), .clip(2)])
    await store.send(.swiped(by: 5))
    await store.send(.firstTapped)
    await store.send(.updated(.insert([.clip(3), .clip(4)], before: nil)))
    #expect(store.state.currentID == 1)
    await store.skipInFlightEffects()
  }

  @Test func nobodyHearsThePlayerOfAPageThatWasLeft() async {
    let store = await makeStore((1...3).map(FeedItem.clip))
    await store.send(.swiped(by: 1))
    players.report(.ready, of: 1)
    players.report(.ready, of: 2)
    await store.receive(.item(2, .clip(.statusChanged(.ready))))
    #expect(store.state.items[id: 1]?.clip?.status == .unknown)
    await store.skipInFlightEffects()
  }

  @Test func theLoopModesGoRound() async {
    let store = await makeStore()
    await store.send(.loopModeTapped) { $0.loopMode = .feed }
    await store.send(.loopModeTapped) { $0.loopMode = .off }
    await store.send(.loopModeTapped) { $0.loopMode = .one }
    #expect(players.takeCalls() == [.loopMode(.feed), .loopMode(.off), .loopMode(.one)])
  }
}
