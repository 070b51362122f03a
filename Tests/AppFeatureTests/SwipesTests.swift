import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@MainActor
@Suite struct SwipesTests {
  @Test func oppositeSwipesCancelOut() {
    #expect(swipes([1, -1, 1, -1, 1, 1]).destination(from: 5, within: 0...9) == 7)
    #expect(swipes([1, 1, -1, -1]) == swipes([2, -2]))
    #expect(swipes([1, 1, -1, -1]).destination(from: 5, within: 0...9) == 5)
    #expect(swipes([]).isEmpty)
    #expect(Swipes(0) == Swipes())
  }

  @Test func swipesAreClampedOneByOneAtTheEnds() {
    #expect(swipes([1, -1]).destination(from: 9, within: 0...9) == 8)
    #expect(swipes([-1, 1]).destination(from: 0, within: 0...9) == 1)
    #expect(swipes([99, -1]).destination(from: 0, within: 0...9) == 8)
    #expect(swipes([99, -1]).destination(from: 0, within: nil) == 98)
  }

  @Test(arguments: Fuzz.seeds(50))
  func combinedSwipesEqualSwipesOneByOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let last = Int.random(in: 0..<6, using: &random)
    let start = Int.random(in: 0...last, using: &random)
    let keys = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
      Bool.random(using: &random) ? 1 : -1
    }
    let page = keys.reduce(start) { min(max($0 + $1, 0), last) }
    #expect(
      swipes(keys).destination(from: start, within: 0...last) == page, "seed \(seed): \(keys)")
  }

  @Test(arguments: Fuzz.seeds(40))
  func burstIsOnePageChangeToItsDestination(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1..<8, using: &random)
    let start = Int.random(in: 0..<count, using: &random)
    let isGrowing = Bool.random(using: &random)
    let keys = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
      Bool.random(using: &random) ? 1 : -1
    }
    let burst = await makeRig(count, start: start, isGrowing: isGrowing)
    let single = await makeRig(count, start: start, isGrowing: isGrowing)
    let before = burst.state
    await burst.send(.swiped(by: swipes(keys)))
    for key in keys { await single.send(.swiped(by: Swipes(key))) }
    let hint: Comment = "seed \(seed): \(keys) from \(start) of \(count), growing: \(isGrowing)"
    #expect(burst.current == single.current, hint)
    #expect(burst.state.window.pending == single.state.window.pending, hint)
    let hasMoved = burst.state.currentID != before.currentID
    #expect(plays(of: burst) == (hasMoved ? 1 : 0), hint)
    if !hasMoved, burst.state.window.pending == 0 {
      #expect(burst.window == before.items.ids.map(\.rawValue), hint)
    }
    // The destination is reached even if it is found later.
    for rig in [burst, single] {
      rig.index.grow(clips(100..<120))
      await rig.settle()
    }
    #expect(burst.current == single.current, hint)
    for rig in [burst, single] { await rig.end() }
  }

  private func swipes(_ keys: [Int]) -> Swipes {
    keys.reduce(into: Swipes()) { $0.append($1) }
  }

  private func makeRig(_ count: Int, start: Int, isGrowing: Bool) async -> FeedRig {
    let rig = FeedRig(clips(0..<count), first: .clip(start), isGrowing: isGrowing)
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    return rig
  }

  /// How many play calls there were since the last time.
  private func plays(of rig: FeedRig) -> Int {
    rig.players.takeCalls().count { if case .play = $0 { true } else { false } }
  }
}
