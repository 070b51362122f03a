import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@MainActor
@Suite struct SwipesTests {
  @Test func swipesToAndFroLeadToWhatIsLeftOfThem() {
    #expect(swipes([1, -1, 1, -1, 1, 1]).destination(from: 5, within: 0...9) == 7)
    #expect(swipes([1, 1, -1, -1]) == swipes([2, -2]))
    #expect(swipes([1, 1, -1, -1]).destination(from: 5, within: 0...9) == 5)
    #expect(swipes([]).isEmpty)
    #expect(Swipes(0) == Swipes())
  }

  @Test func atAnEndThereAndBackIsNotNothing() {
    #expect(swipes([1, -1]).destination(from: 9, within: 0...9) == 8)
    #expect(swipes([-1, 1]).destination(from: 0, within: 0...9) == 1)
    #expect(swipes([99, -1]).destination(from: 0, within: 0...9) == 8)
    #expect(swipes([99, -1]).destination(from: 0, within: nil) == 98)
  }

  @Test(arguments: 0..<50)
  func manySwipesLeadWhereEachAfterTheOtherDoes(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let last = Int.random(in: 0..<6, using: &random)
    let start = Int.random(in: 0...last, using: &random)
    let keys = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
      Bool.random(using: &random) ? 1 : -1
    }
    let page = keys.reduce(start) { min(max($0 + $1, 0), last) }
    #expect(
      swipes(keys).destination(from: start, within: 0...last) == page, "seed \(seed): \(keys)")
  }

  @Test(arguments: 0..<40)
  func aBurstIsOneTurnToWhereItsKeysLead(seed: Int) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1..<8, using: &random)
    let start = Int.random(in: 0..<count, using: &random)
    let isGrowing = Bool.random(using: &random)
    let keys = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
      Bool.random(using: &random) ? 1 : -1
    }
    let burst = await Rig(count: count, start: start, isGrowing: isGrowing)
    let single = await Rig(count: count, start: start, isGrowing: isGrowing)
    let before = burst.store.state
    await burst.store.send(.swiped(by: swipes(keys)))
    for key in keys { await single.store.send(.swiped(by: Swipes(key))) }
    let hint: Comment = "seed \(seed): \(keys) from \(start) of \(count), growing: \(isGrowing)"
    #expect(burst.store.state.currentID == single.store.state.currentID, hint)
    #expect(burst.store.state.owedSwipes == single.store.state.owedSwipes, hint)
    let hasMoved = burst.store.state.currentID != before.currentID
    #expect(burst.plays == (hasMoved ? 1 : 0), hint)
    if !hasMoved, burst.store.state.owedSwipes == 0 {
      #expect(burst.store.state == before, hint)
    }
    // What is found later is turned to all the same.
    for rig in [burst, single] {
      await rig.store.send(.updated(.insert((100..<104).map(FeedItem.clip), before: nil)))
    }
    #expect(burst.store.state.currentID == single.store.state.currentID, hint)
    for rig in [burst, single] { await rig.store.skipInFlightEffects() }
  }

  private func swipes(_ keys: [Int]) -> Swipes {
    keys.reduce(into: Swipes()) { $0.append($1) }
  }

  /// A feed and what its players are told.
  @MainActor
  private struct Rig {
    let players = PlayerRecorder()
    let store: TestStoreOf<Feed>

    init(count: Int, start: Int, isGrowing: Bool) async {
      let client = players.client
      store = TestStore(initialState: Feed.State()) {
        Feed()
      } withDependencies: {
        $0.playerClient = client
        $0.clock = TestClock()
      }
      store.exhaustivity = .off
      await store.send(.updated(.insert((0..<count).map(FeedItem.clip), before: nil)))
      await store.send(.swiped(by: Swipes(start)))
      if !isGrowing { await store.send(.updated(.finished)) }
      _ = players.takeCalls()
    }

    /// How often a clip was told to play since this was asked last.
    var plays: Int {
      players.takeCalls().count { if case .play = $0 { true } else { false } }
    }
  }
}
