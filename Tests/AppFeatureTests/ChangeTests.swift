import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Sources that change while they are open.
@MainActor
@Suite struct ChangeTests {
  private func makeRig(_ count: Int = 20, first: Int = 10) async -> FeedRig {
    let rig = FeedRig(clips(0..<count), first: .clip(first))
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    return rig
  }

  @Test func insertingItemsKeepsTheCurrentOne() async {
    let rig = await makeRig()
    #expect(rig.window == Array(5...15))
    await rig.change(.insert(.clip(100), after: 7), .insert(.clip(101), after: 12))
    #expect(rig.current == 10)
    #expect(rig.window == [5, 6, 7, 100, 8, 9, 10, 11, 12, 101, 13, 14, 15])
    #expect(rig.state.window.revision == 1)
    #expect(!rig.players.takeCalls().contains(.pause(10)))
    await rig.end()
  }

  @Test func anotherOrderKeepsThePage() async {
    let rig = await makeRig()
    await rig.change(.rearranged)
    #expect(rig.current == 10)
    #expect(rig.window.firstIndex(of: 11).map { rig.window[$0 + 1] } == 10)
    #expect(!rig.players.takeCalls().contains(.pause(10)))
    await rig.send(.swiped(by: 1))
    #expect(rig.current == 9)
    await rig.end()
  }

  /// The order is found after the start: a user who has done nothing sees its beginning.
  @Test(arguments: [
    (Feed.Action?.none, 1.9, 8), (nil, 2.1, 0), (.swiped(by: 1), 0.5, 1),
    (.overlayTapped(.help), 0.5, 0),
  ])
  func firstOfAnOrderIsShownUntilAKeyIsPressed(
    key: Feed.Action?, after: Double, first: Int
  ) async {
    let rig = FeedRig(clips(0..<9), first: .clip(0), opensAtFirst: true)
    await rig.send(.appeared)
    await rig.pass(after)
    if let key { await rig.send(key) }
    await rig.change(.rearranged)
    #expect(rig.current == first)
    #expect((rig.state.window.behind == .reached) == (rig.window.first == rig.current))
    // Once.
    await rig.change(.rearranged)
    #expect(rig.current == first)
    await rig.end()
  }

  /// Nor does one that comes while the beginning is being read.
  @Test func keyWhileTheBeginningIsReadKeepsThePage() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0), opensAtFirst: true)
    await rig.send(.appeared)
    rig.index.hold()
    await rig.change(.rearranged)
    #expect(rig.state.window.opening?.cursor == .start && !rig.state.window.isTurning)
    await rig.send(.overlayTapped(.help))
    await rig.send(.escapeTapped)
    var window = rig.state.window
    window.stay()
    let answer = FeedBatch(items: [.clip(8), .clip(7)], isLast: false)
    let step = window.take(.success(answer))
    #expect(window.currentID == 0 && window.opening?.cursor == .item(0) && step.requests.count == 3)
    rig.index.release()
    await rig.end()
  }

  @Test func anyKeyKeepsThePage() async {
    let feed = Feed.State(first: .clip(0), opensAtFirst: true)
    let store = makeAppStore(
      App.State(feed: feed), players: PlayerRecorder(), index: FakeIndex(clips(0..<9)),
      clock: TestClock())
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    #expect(store.state.feed.window.followsUntil == 2)
    await store.send(.controls(.used))
    #expect(store.state.feed.window.followsUntil == nil)
    await store.skipInFlightEffects()
  }

  @Test func changesOutsideTheWindowAreIgnored() async {
    let rig = await makeRig(100, first: 50)
    var before = rig.state
    before.window.revision += 1
    await rig.change(
      .insert(.clip(200), after: 90), .insert(.clip(201), after: nil), .delete(3),
      .reload(.clip(99)))
    #expect(rig.state == before)
    #expect(rig.players.takeCalls().isEmpty)
    await rig.end()
  }

  @Test func itemsInsertedAtTheEndsAreFetched() async {
    let rig = await makeRig(4, first: 0)
    #expect(!rig.state.window.isGrowing)
    await rig.send(.lastTapped)
    await rig.change(.insert(.clip(100), after: 3))
    #expect(rig.window == [0, 1, 2, 3, 100])
    await rig.send(.firstTapped)
    await rig.change(.insert(.clip(101), after: nil))
    #expect(rig.window == [101, 0, 1, 2, 3, 100])
    #expect(rig.current == 0)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 101)
    await rig.end()
  }

  @Test func deletingTheCurrentItemShowsTheNext() async {
    let rig = await makeRig()
    await rig.change(.delete(10))
    #expect(rig.current == 11)
    #expect(!rig.window.contains(10))
    let calls = rig.players.takeCalls()
    #expect(calls.contains(.play(11)))
    #expect(calls.contains(.delete([10])))
    #expect(rig.players.watched == [11])
    await rig.end()
  }

  @Test func deletingTheLastItemShowsThePrevious() async {
    let rig = await makeRig(4, first: 3)
    await rig.change(.delete(3))
    #expect(rig.current == 2)
    await rig.change(.delete(1), .delete(2), .delete(0))
    #expect(rig.current == nil)
    #expect(rig.state.isEmpty)
    #expect(rig.players.watcherCount == 0)
    // A new item comes on screen.
    await rig.change(.insert(.clip(7), after: nil))
    #expect(rig.current == 7)
    await rig.end()
  }

  @Test func deletingTheWholeWindowShowsTheItemAfterIt() async {
    let rig = await makeRig(40, first: 10)
    await rig.index.change((5...15).map { .delete(ItemID(rawValue: $0)) })
    await rig.settle()
    #expect(rig.current == 16)
    await rig.end()
  }

  @Test func reloadingTheCurrentItemRestartsOnlyThatClip() async {
    let rig = await makeRig()
    let other = FeedItem(id: 10, kind: .clip(Clip(file: FilePath("other.mp4"))))
    await rig.change(.reload(other))
    #expect(rig.current == 10)
    #expect(rig.state.current?.item == other)
    let calls = rig.players.takeCalls()
    let own = calls.filter { $0 == .delete([10]) || $0 == .create(10) || $0 == .play(10) }
    #expect(own == [.delete([10]), .create(10), .play(10)])
    let others = calls.filter {
      switch $0 {
      case .create(let id), .play(let id): id != 10
      case .delete(let ids): ids != [10]
      default: false
      }
    }
    #expect(others.isEmpty)
    #expect(rig.players.watched == [10])
    await rig.end()
  }

  @Test func reloadingANeighbourPreparesItAgain() async {
    let rig = await makeRig()
    _ = rig.players.takeCalls()
    await rig.change(.reload(.clip(11)))
    let calls = rig.players.takeCalls()
    #expect(calls.contains(.delete([11])))
    #expect(calls.contains(.create(11)))
    #expect(!calls.contains(.pause(10)))
    await rig.end()
  }

  @Test func changeDuringAFetchIsNotMissed() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0))
    rig.index.hold()
    await rig.send(.appeared)
    await rig.change(.insert(.clip(100), after: 0))
    rig.index.release()
    await rig.settle()
    #expect(rig.window == [0, 100, 1, 2, 3, 4])
    await rig.end()
  }

  /// Too many changes to be placed one by one: the window is read again, and until then its ends
  /// are not final.
  @Test(arguments: [Feed.Action.firstTapped, .lastTapped])
  func jumpingToAnEndDuringAReloadMissesNothing(_ action: Feed.Action) async {
    let rig = FeedRig(clips(0..<4), first: .clip(1))
    await rig.send(.appeared)
    #expect(rig.window == Array(0..<4))
    rig.index.hold()
    let changes = (0..<60).map {
      FeedChange.insert(.clip(100 + $0), after: ItemID(rawValue: $0 == 0 ? 1 : 99 + $0))
    }
    await rig.index.change(changes)
    await rig.settle()
    await rig.send(action)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == (action == .firstTapped ? 0 : 3))
    #expect(!rig.state.window.isStale)
    #expect(rig.window.contains(action == .firstTapped ? 100 : 159))
    await rig.end()
  }

  @Test func changeWithinAPendingBatchIsNotMissed() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0), status: nil)
    await rig.send(.appeared)
    await rig.change(
      .insert(.clip(100), after: 0), .insert(.clip(101), after: 2), .delete(4),
      .insert(.clip(102), after: 5))
    for id in [1, 2, 3, 5] { await rig.report(.ready, of: PlayerID(rawValue: id)) }
    #expect(rig.window == [0, 100, 1, 2, 101, 3, 5, 102])
    await rig.end()
  }

  /// Whether they fall among the items of the window or among those of a pending batch.
  @Test(arguments: [PlayerStatus.ready, .opening])
  func manyInsertionsAtOnceReloadTheWindow(status: PlayerStatus) async {
    let rig = FeedRig(clips(0..<20), first: .clip(10), status: status)
    await rig.send(.appeared)
    #expect(rig.state.items.contains(id: 12) == (status == .ready))
    var changes: [FeedChange] = []
    for number in 0..<5_000 {
      let before = number == 0 ? 12 : 1_000 + number - 1
      changes.append(.insert(.clip(1_000 + number), after: ItemID(rawValue: before)))
    }
    await rig.index.change(changes)
    await rig.settle()
    #expect(rig.current == 10)
    #expect(rig.state.items.count < 100)
    await rig.send(.swiped(by: 3))
    #expect(rig.current == 1_000)
    await rig.end()
  }

  /// After any changes and swipes the window is a gapless part of the index.
  @Test(arguments: Fuzz.seeds(10))
  func windowIsGaplessAfterRandomChanges(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let rig = FeedRig(clips(0..<30), first: .clip(15))
    await rig.send(.appeared)
    var next = 1_000
    for step in 0..<25 {
      switch Int.random(in: 0..<5, using: &random) {
      case 4: await rig.change(.rearranged)
      case 0:
        let known = rig.index.items()
        let predecessor =
          Bool.random(using: &random) ? known.randomElement(using: &random)?.id : nil
        await rig.change(.insert(.clip(next), after: predecessor))
        next += 1
      case 1:
        guard let victim = rig.index.items().randomElement(using: &random) else { break }
        await rig.change(.delete(victim.id))
      default:
        await rig.send(.swiped(by: Swipes(Int.random(in: -6...6, using: &random))))
      }
      let all = rig.index.items().map(\.id.rawValue)
      let window = rig.window
      let start = window.first.flatMap { all.firstIndex(of: $0) }
      let part = start.map { Array(all[$0...].prefix(window.count)) }
      #expect(part ?? [] == window, "seed \(seed), step \(step)")
      #expect(rig.current != nil || all.isEmpty, "seed \(seed), step \(step)")
    }
    await rig.end()
  }

  @Test func refreshingKeepsTheCurrentItem() async {
    let rig = await makeRig()
    await rig.store.send(.refreshTapped) { $0.refreshing = ChangeCount() }
    await rig.settle()
    #expect(rig.state.refreshing == nil)
    #expect(rig.current == 10)
    #expect(!rig.players.takeCalls().contains(.pause(10)))
    rig.index.setRefreshes(.failure(FeedError(.unreachable, place: "a")))
    await rig.send(.refreshTapped)
    #expect(rig.state.refreshing == nil)
    await rig.end()
  }

  /// A feed opens at a notice, and a clip takes its place: swipes made on the notice, or while no page is there,
  /// count from that clip, as they do where it is there at once.
  @Test(arguments: [1, 3, -1], [true, false])
  func swipesMadeBeforeTheFirstClipCount(_ count: Int, isOnNotice: Bool) async {
    let rig = FeedRig([.notice(100)], first: .notice(100), isGrowing: true)
    rig.index.hold()
    await rig.send(.appeared)
    if isOnNotice { await rig.send(.swiped(by: Swipes(count))) }
    await rig.change(.insert(.clip(0), after: 100), .delete(100))
    #expect(rig.current == nil)
    if !isOnNotice { await rig.send(.swiped(by: Swipes(count))) }
    rig.index.grow(clips(1..<9), isGrowing: false)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == max(count, 0))
    #expect(!rig.state.window.isTurning)
    #expect(rig.state.window.missed == 0)
    await rig.end()
  }

  /// The same where other clips are there already.
  @Test func swipesOnANoticeCountFromWhatReplacesIt() async {
    let rig = FeedRig([.notice(100)] + clips(1..<3), first: .notice(100), isGrowing: true)
    await rig.send(.appeared)
    await rig.send(.swiped(by: -1))
    await rig.send(.swiped(by: 4))
    #expect(rig.state.window.pending == 4)
    await rig.change(.delete(100))
    rig.index.grow(clips(3..<9), isGrowing: false)
    await rig.settle()
    #expect(rig.current == 5)
    await rig.end()
  }
}
