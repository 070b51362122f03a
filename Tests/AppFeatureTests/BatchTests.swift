import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

/// Five items appear together, once all of them are ready to be shown.
@MainActor
@Suite struct BatchTests {
  /// A feed whose first page is on screen while its first batch is being prepared.
  private func makeRig(_ items: [FeedItem] = clips(1...20)) async -> FeedRig {
    let rig = FeedRig([.clip(0)] + items, first: .clip(0), status: nil)
    await rig.send(.appeared)
    await rig.report(.ready, of: 0)
    return rig
  }

  private static let orders = permutations([1, 2, 3, 4, 5])

  @Test(arguments: 0..<120)
  func batchAppearsTogetherWhateverTheOrderItsItemsBecomeReady(number: Int) async {
    let rig = await makeRig()
    #expect(rig.players.watched == [0, 1, 2, 3, 4, 5])
    let order = Self.orders[number]
    for id in order {
      #expect(rig.window == [0], "order \(order)")
      await rig.report(.opening, of: PlayerID(rawValue: id))
      await rig.report(.ready, of: PlayerID(rawValue: id))
    }
    #expect(rig.window == [0, 1, 2, 3, 4, 5], "order \(order)")
    #expect(rig.state.items.allSatisfy { $0.clip?.status == .ready })
    // From now on only the page on screen is watched.
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func batchPlayersArePreparedAfterTheNeighbours() async {
    let rig = await makeRig()
    #expect(rig.state.prepared == PreloadWindow(current: 0, neighbours: [1, 2, 3, 4, 5]))
    for id in 1...5 { await rig.report(.ready, of: PlayerID(rawValue: id)) }
    _ = rig.players.takeCalls()
    await rig.send(.swiped(by: 3))
    #expect(rig.window == [0, 1, 2, 3, 4, 5])
    #expect(
      rig.state.prepared
        == PreloadWindow(current: 3, neighbours: [4, 2, 5, 1, 0, 6, 7, 8, 9, 10]))
    await rig.end()
  }

  @Test func failedClipCountsAsReadyAndAppearsAsACard() async {
    let rig = await makeRig()
    for id in [1, 2, 4, 5] { await rig.report(.ready, of: PlayerID(rawValue: id)) }
    #expect(rig.window == [0])
    await rig.report(.failed(.damaged), of: 3)
    #expect(rig.window == [0, 1, 2, 3, 4, 5])
    #expect(rig.state.items[id: 3]?.clip?.status == .failed(.damaged))
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func batchWhoseClipsAllFailAppears() async {
    let rig = await makeRig()
    for id in 1...5 { await rig.report(.failed(.notFound), of: PlayerID(rawValue: id)) }
    #expect(rig.window == [0, 1, 2, 3, 4, 5])
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func emptyBatchEndsTheFeed() async {
    let rig = await makeRig([])
    #expect(rig.window == [0])
    #expect(rig.state.window.ahead == .reached)
    #expect(!rig.state.window.isGrowing)
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func articlesAreReadyAtOnceAndStillsCountLikeClips() async {
    let rig = await makeRig([.article(1), .notice(2), .still(3)])
    #expect(rig.players.watched == [0, 3])
    await rig.report(.ready, of: 3)
    #expect(rig.window == [0, 1, 2, 3])
    await rig.end()
    let texts = await makeRig([.article(1), .article(2)])
    #expect(texts.window == [0, 1, 2])
    await texts.end()
  }

  @Test func slowClipHoldsUpItsBatchForFiveSecondsAtMost() async {
    let rig = await makeRig()
    for id in [1, 2, 3, 4] { await rig.report(.ready, of: PlayerID(rawValue: id)) }
    await rig.pass(4.9)
    #expect(rig.window == [0])
    await rig.pass(0.1)
    #expect(rig.window == [0, 1, 2, 3, 4, 5])
    #expect(rig.state.items[id: 4]?.clip?.status == .ready)
    #expect(rig.state.items[id: 5]?.clip?.status == .unknown)
    #expect(rig.players.watched == [0])
    await rig.end()
  }

  @Test func remoteClipHoldsUpItsBatchForTwentySecondsAtMost() async throws {
    let address = try #require(RemoteAddress("https://example.org/a.mp4"))
    let item = FeedItem(id: 1, kind: .clip(Clip(location: .remote(address), title: "a")))
    let rig = await makeRig([item])
    await rig.pass(19.9)
    #expect(rig.window == [0])
    await rig.pass(0.1)
    #expect(rig.window == [0, 1])
    await rig.end()
  }

  @Test func filteringCancelsTheBatch() async {
    let rig = await makeRig()
    await rig.send(.overlayTapped(.filter))
    await rig.send(.overlay(.line(.typed("clip1"))))
    #expect(rig.state.filter.text == "clip1")
    #expect(rig.window.first == 1)
    // The old five are no longer watched.
    #expect(!rig.players.watched.contains(2))
    for id in 2...5 { await rig.report(.ready, of: PlayerID(rawValue: id)) }
    #expect(!rig.window.contains(2))
    await rig.end()
  }

  @Test func jumpingOrQuittingCancelsTheBatch() async {
    let rig = await makeRig()
    await rig.send(.lastTapped)
    #expect(rig.current == 20)
    #expect(!rig.players.watched.contains(1))
    #expect(!rig.state.prepared.neighbours.contains(1))
    await rig.end()
    let other = await makeRig()
    rig.index.hold()
    #expect(other.players.watcherCount > 2)
    await other.end()
    #expect(other.players.watcherCount == 0)
  }

  @Test func swipingIntoABatchShowsItAtOnce() async {
    let rig = await makeRig()
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 2)
    #expect(rig.window == [0, 1, 2, 3, 4, 5])
    await rig.end()
  }

  @Test func emptyBatchNotMarkedAsLastStillEndsTheFeed() async {
    let rig = FeedRig([.clip(0)], first: .clip(0))
    await rig.send(.appeared)
    await rig.send(
      .found(.success(FeedBatch(items: [], isLast: false)), [:], for: .end(.forwards)))
    #expect(rig.state.window.ahead == .reached)
    await rig.end()
  }

  /// All permutations of some values.
  private static func permutations(_ values: [Int]) -> [[Int]] {
    guard !values.isEmpty else { return [[]] }
    return values.flatMap { value in
      permutations(values.filter { $0 != value }).map { [value] + $0 }
    }
  }
}
