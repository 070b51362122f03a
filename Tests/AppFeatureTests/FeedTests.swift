import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

/// Page changes.
@MainActor
@Suite struct FeedTests {
  /// A feed of `count` clips with the first on screen and everything requested already loaded.
  private func makeRig(_ count: Int, loopMode: LoopMode = .one) async -> FeedRig {
    let rig = FeedRig(clips(0..<count), first: .clip(0), loopMode: loopMode)
    await rig.send(.appeared)
    return rig
  }

  @Test func firstItemPlaysBeforeOthersAreFetched() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0))
    rig.index.hold()
    await rig.send(.appeared)
    #expect(rig.state.current?.clip?.play == .playing)
    #expect(rig.window == [0])
    #expect(
      Array(rig.players.takeCalls().prefix(3)) == [
        .loopMode(.one), .create(0), .window(PreloadWindow(current: 0, neighbours: [])),
      ])
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func feedWithoutAFirstItemStartsAtTheBeginningOfTheIndex() async {
    let rig = FeedRig(clips(3..<20))
    await rig.send(.appeared)
    #expect(rig.current == 3)
    #expect(rig.state.window.behind == .reached)
    #expect(rig.players.takeCalls().contains(.play(3)))
    await rig.end()
  }

  @Test func itemsOnBothSidesOfTheFirstAreFetched() async {
    let rig = FeedRig(clips(0..<30), first: .clip(10))
    await rig.send(.appeared)
    #expect(rig.window == Array(5...15))
    #expect(rig.current == 10)
    await rig.end()
  }

  @Test func swipeLeavesOnePageAndEntersTheNext() async {
    let rig = await makeRig(6)
    _ = rig.players.takeCalls()
    await rig.send(.swiped(by: 1))
    #expect(rig.current == 1)
    #expect(rig.state.items[id: 0]?.clip?.play == .away)
    #expect(rig.state.items[id: 1]?.clip?.play == .playing)
    let calls = rig.players.takeCalls()
    #expect(calls.last == .play(1))
    #expect(
      Set(calls) == [
        .pause(0), .window(PreloadWindow(current: 1, neighbours: [2, 0, 3, 4, 5])), .play(1),
      ])
    await rig.end()
  }

  @Test func backwardSwipePreloadsBackwardsFirst() async {
    let rig = await makeRig(20)
    await rig.send(.swiped(by: 5))
    await rig.send(.swiped(by: -1))
    #expect(
      rig.state.prepared == PreloadWindow(current: 4, neighbours: [3, 5, 2, 6, 1, 0, 7]))
    await rig.end()
  }

  @Test func tenSwipesAtOnceAreOnePageChangeBeyondTheWindow() async {
    let rig = await makeRig(40)
    _ = rig.players.takeCalls()
    _ = rig.index.takeRequests()
    await rig.send(.swiped(by: 10))
    #expect(rig.current == 10)
    let plays = rig.players.takeCalls().filter { if case .play = $0 { true } else { false } }
    #expect(plays == [.play(10)])
    // Five lie beyond the window; three more are fetched with them.
    #expect(rig.index.takeRequests().first == FeedBatchRequest(.item(5), limit: 8))
    await rig.end()
  }

  @Test func swipesStopAtTheEndsOfTheFeed() async {
    let rig = await makeRig(4)
    await rig.send(.swiped(by: 99))
    #expect(rig.current == 3)
    _ = (rig.players.takeCalls(), rig.index.takeRequests())
    let before = rig.state.window
    for _ in 0..<20 { await rig.send(.swiped(by: 1)) }
    #expect(rig.state.window == before && rig.state.toast.message == .end(.forwards))
    await rig.send(.lastTapped)
    #expect(rig.state.window == before)
    #expect(rig.players.takeCalls().isEmpty)
    #expect(rig.index.takeRequests().isEmpty)
    await rig.send(.swiped(by: -99))
    let start = rig.state.window
    _ = rig.players.takeCalls()
    await rig.send(.swiped(by: -1))
    await rig.send(.firstTapped)
    #expect(rig.state.window == start && rig.state.toast.message == .end(.backwards))
    #expect(rig.players.takeCalls().isEmpty)
    await rig.end()
  }

  @Test func swipesBeyondTheFoundItemsHappenAsItGrows() async {
    let rig = FeedRig(clips(0..<1), first: .clip(0), isGrowing: true)
    await rig.send(.appeared)
    await rig.send(.swiped(by: 1))
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 0)
    #expect(rig.state.window.pending == 3)
    rig.index.grow(clips(1..<9))
    await rig.settle()
    #expect(rig.current == 3)
    #expect(rig.state.window.pending == 0)
    await rig.end()
  }

  @Test func sameSwipesReachTheSamePageWithASlowSource() async {
    let rig = FeedRig(clips(0..<1), first: .clip(0), isGrowing: true)
    await rig.send(.appeared)
    for swipe in [3, -1, 1, -1] { await rig.send(.swiped(by: Swipes(swipe))) }
    rig.index.grow(clips(1..<20))
    await rig.settle()
    #expect(rig.current == 2)
    await rig.end()
  }

  @Test func endOfTheFeedDropsPendingSwipes() async {
    let rig = FeedRig(clips(0..<1), first: .clip(0), isGrowing: true)
    await rig.send(.appeared)
    await rig.send(.swiped(by: 3))
    rig.index.grow(clips(1..<2), isGrowing: false)
    await rig.settle()
    #expect(rig.current == 1)
    #expect(rig.state.window.pending == 0)
    await rig.end()
  }

  @Test func longWaitShowsTheLastKnownPageAndASpinner() async {
    let rig = await makeRig(20)
    rig.index.hold()
    await rig.send(.swiped(by: 8))
    #expect(rig.current == 0)
    #expect(!rig.state.spinner.isVisible)
    await rig.pass(0.3)
    #expect(rig.current == 5)
    #expect(rig.state.window.pending == 3)
    #expect(rig.state.spinner.isVisible)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 8)
    // It stays for its minimum time.
    #expect(rig.state.spinner.isVisible)
    await rig.pass(0.5)
    #expect(!rig.state.spinner.isVisible)
    await rig.end()
  }

  @Test func pageThatArrivesQuicklyShowsNoSpinner() async {
    let rig = await makeRig(20)
    await rig.send(.swiped(by: 8))
    #expect(rig.state.spinner == .hidden)
    await rig.end()
  }

  @Test func statePlayersMatchCreatedPlayers() async {
    let rig = await makeRig(60)
    var alive = Set<PlayerID>()
    func follow(_ comment: Comment) {
      for call in rig.players.takeCalls() {
        switch call {
        case .create(let id): #expect(alive.insert(id).inserted, comment)
        case .delete(let ids): for id in ids { #expect(alive.remove(id) != nil, comment) }
        default: break
        }
      }
    }
    follow("start")
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for step in 0..<150 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: await rig.send(.firstTapped)
      case 1: await rig.send(.lastTapped)
      default:
        await rig.send(.swiped(by: Swipes(Int.random(in: -7...7, using: &generator))))
      }
      let comment: Comment = "seed \(seed), step \(step)"
      follow(comment)
      let window = rig.state.prepared
      #expect(alive == Set([window.current].compactMap(\.self) + window.neighbours), comment)
    }
    await rig.end()
  }

  @Test func onlyClipsAndStillsHavePlayers() async {
    let items: [FeedItem] = [.clip(0), .notice(1), .article(2), .still(3)]
    let rig = FeedRig(items, first: .clip(0))
    await rig.send(.appeared)
    await rig.send(.swiped(by: 1))
    #expect(rig.state.prepared == PreloadWindow(current: nil, neighbours: [0, 3]))
    await rig.send(.swiped(by: 2))
    #expect(rig.state.prepared == PreloadWindow(current: 3, neighbours: [0]))
    #expect(rig.players.takeCalls().contains(.play(3)))
    await rig.end()
  }

  @Test func loopModeFeedAdvancesAtTheEndOfAClip() async {
    let rig = await makeRig(3, loopMode: .feed)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.current == 1)
    await rig.end()
  }

  @Test func loopModeOffStopsAtTheEndAndLoopModeOneRestarts() async {
    let rig = await makeRig(3, loopMode: .off)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.current == 0)
    #expect(rig.state.current?.clip?.play == .ended)
    await rig.send(.loopModeTapped)
    #expect(rig.state.loopMode == .one)
    #expect(rig.state.current?.clip?.play == .playing)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.state.current?.clip?.play == .playing)
    await rig.end()
  }

  @Test func lastClipStopsAtItsEndInLoopModeFeed() async {
    let rig = await makeRig(1, loopMode: .feed)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.state.current?.clip?.play == .ended)
    await rig.end()
  }

  @Test func loopModeFeedAdvancesWhenTheNextClipIsFound() async {
    let rig = FeedRig(clips(0..<1), first: .clip(0), isGrowing: true, loopMode: .feed)
    await rig.send(.appeared)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.state.current?.clip?.play == .ended)
    rig.index.grow(clips(1..<9))
    await rig.settle()
    #expect(rig.current == 1)
    await rig.end()
  }

  @Test func loopModeFeedAdvancesAfterShowingACard() async {
    let rig = await makeRig(3, loopMode: .feed)
    await rig.report(.failed(.damaged), of: 0)
    await rig.pass(3)
    #expect(rig.current == 1)
    await rig.end()
  }

  @Test func switchingToLoopModeFeedRestartsTheCardTimer() async {
    let rig = await makeRig(3)
    await rig.report(.failed(.damaged), of: 0)
    await rig.pass(3)
    #expect(rig.current == 0)
    await rig.send(.loopModeTapped)
    await rig.pass(3)
    #expect(rig.current == 1)
    await rig.end()
  }

  @Test func stillStaysExceptForFiveSecondsInLoopModeFeed() async {
    let rig = FeedRig([.still(0), .still(1), .article(2)], first: .still(0))
    await rig.send(.appeared)
    await rig.pass(60)
    #expect(rig.current == 0)
    await rig.send(.loopModeTapped)
    await rig.pass(4.9)
    #expect(rig.current == 0)
    await rig.pass(0.1)
    #expect(rig.current == 1)
    await rig.send(.item(1, .clip(.playPauseTapped)))
    await rig.pass(60)
    #expect(rig.current == 1)
    await rig.send(.item(1, .clip(.playPauseTapped)))
    await rig.pass(5)
    #expect(rig.current == 2)
    // Articles never advance on their own.
    await rig.pass(60)
    #expect(rig.current == 2)
    await rig.end()
  }

  @Test func closingAPlayerResetsTheStatusOfItsPage() async {
    let rig = await makeRig(30)
    await rig.send(.swiped(by: 5))
    #expect(rig.state.items[id: 2]?.clip?.status == .ready)
    await rig.send(.swiped(by: 5))
    #expect(rig.state.items[id: 2]?.clip?.status == .unknown)
    await rig.end()
  }

  @Test func statusOfThePageThatWasLeftIsIgnored() async {
    let rig = await makeRig(3)
    await rig.send(.swiped(by: 1))
    await rig.report(.failed(.damaged), of: 0)
    #expect(rig.state.items[id: 0]?.clip?.status == .ready)
    #expect(rig.players.watched == [1])
    await rig.end()
  }

  @Test func windowDropsItemsFarBehind() async {
    let rig = await makeRig(400)
    for _ in 0..<60 { await rig.send(.swiped(by: 5)) }
    #expect(rig.current == 300)
    #expect(rig.state.items.count < 110)
    // They are fetched again like any others.
    await rig.send(.swiped(by: -250))
    #expect(rig.current == 50)
    await rig.send(.swiped(by: -50))
    #expect(rig.current == 0)
    #expect(rig.window == Array(0..<rig.window.count))
    await rig.end()
  }

  @Test func loopModesCycle() async {
    let rig = await makeRig(1)
    _ = rig.players.takeCalls()
    for _ in 0..<3 { await rig.send(.loopModeTapped) }
    #expect(
      rig.players.takeCalls() == [.loopMode(.feed), .loopMode(.off), .loopMode(.one)])
    await rig.end()
  }
}
