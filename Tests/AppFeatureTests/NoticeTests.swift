import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

/// Pages that failed to load.
@MainActor
@Suite struct NoticeTests {
  private let error = FeedError(.unreachable, place: "https://example.org/feed.json")

  private func makeRig() async -> FeedRig {
    let rig = FeedRig(clips(0..<9), first: .clip(0))
    await rig.send(.appeared)
    rig.index.fail(error)
    await rig.send(.swiped(by: 3))
    return rig
  }

  @Test func failedBatchBecomesANoticeAtThatEnd() async {
    let rig = await makeRig()
    #expect(rig.window == [0, 1, 2, 3, 4, 5, -1])
    #expect(rig.state.items.last?.notice?.notice.detail == Notice(error).detail)
    #expect(rig.state.items.last?.notice?.notice.canRetry == true)
    #expect(rig.current == 3)
    // It is not requested again automatically.
    _ = rig.index.takeRequests()
    await rig.send(.swiped(by: 1))
    #expect(rig.index.takeRequests().isEmpty)
    // A burst of swipes stops at the notice, so that it can be read.
    await rig.send(.swiped(by: 9))
    #expect(rig.current == -1)
    #expect(rig.index.takeRequests().isEmpty)
    await rig.end()
  }

  @Test(arguments: [true, false])
  func retryingReplacesTheNoticeWithItsItems(bySwipe: Bool) async {
    let rig = await makeRig()
    await rig.send(.swiped(by: 9))
    rig.index.hold()
    await rig.send(bySwipe ? .swiped(by: 1) : .refreshTapped)
    #expect(rig.state.current?.notice?.isRetrying == true)
    await rig.pass(0.3)
    #expect(rig.state.spinner.isVisible)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 6)
    #expect(rig.window == Array(0...8))
    await rig.end()
  }

  @Test func burstBeyondTheNoticeIsOnePageChange() async {
    let rig = await makeRig()
    await rig.send(.swiped(by: 9))
    _ = rig.players.takeCalls()
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 7)
    let plays = rig.players.takeCalls().filter { if case .play = $0 { true } else { false } }
    #expect(plays == [.play(7)])
    #expect(rig.players.watched == [7])
    await rig.end()
  }

  @Test func failedRetryUpdatesTheNotice() async {
    let rig = await makeRig()
    await rig.send(.swiped(by: 9))
    let other = FeedError(.server(503), place: "https://example.org/feed.json")
    rig.index.fail(other)
    await rig.send(.swiped(by: 1))
    #expect(rig.current == -1)
    #expect(rig.state.current?.notice?.notice.failure == other.reason)
    #expect(rig.state.current?.notice?.isRetrying == false)
    #expect(rig.state.window.pending == 0)
    await rig.send(.refreshTapped)
    #expect(rig.current == 6)
    await rig.end()
  }

  @Test func retryCanFindTheEndOfTheFeed() async {
    let rig = FeedRig(clips(0..<6), first: .clip(0))
    await rig.send(.appeared)
    await rig.send(.swiped(by: 2))
    rig.index.fail(error)
    await rig.send(.swiped(by: 1))
    await rig.send(.swiped(by: 9))
    #expect(rig.current == 5 || rig.current == -1)
    await rig.send(.refreshTapped)
    #expect(rig.window == Array(0...5))
    #expect(rig.current == 5)
    await rig.end()
  }

  @Test func pendingSwipesLeadToTheNotice() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0))
    await rig.send(.appeared)
    rig.index.fail(error)
    await rig.send(.swiped(by: 7))
    #expect(rig.current == -1)
    #expect(rig.state.window.pending == 0)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 5)
    await rig.end()
  }

  @Test func failedBatchBeforeTheWindowBecomesANoticeThere() async {
    let rig = FeedRig(clips(0..<20), first: .clip(10))
    rig.index.hold()
    await rig.send(.appeared)
    await rig.send(.found(.failure(error), [:], for: .end(.backwards)))
    #expect(rig.window == [-2, 10])
    #expect(rig.current == 10)
    rig.index.release()
    await rig.send(.swiped(by: -1))
    #expect(rig.current == -2)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 9)
    #expect(!rig.window.contains(-2))
    await rig.end()
  }

  @Test func unreadableFeedIsASingleNotice() async {
    let rig = FeedRig(clips(0..<3))
    rig.index.fail(error)
    await rig.send(.appeared)
    #expect(rig.window == [-1])
    #expect(rig.current == -1)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == -1)
    await rig.send(.refreshTapped)
    #expect(rig.window == [0, 1, 2])
    #expect(rig.current == 0)
    await rig.end()
  }

  @Test func emptySourceIsAnEmptyFeed() async {
    let rig = FeedRig([])
    #expect(!rig.state.isEmpty)
    await rig.send(.appeared)
    #expect(rig.state.isEmpty)
    #expect(rig.current == nil)
    await rig.end()
  }

  @Test func refreshingRetriesFailedBatches() async {
    let rig = await makeRig()
    await rig.send(.refreshTapped)
    #expect(rig.window == Array(0...8))
    #expect(rig.current == 3)
    await rig.end()
  }

  @Test func noticeDetailNamesThePlace() {
    #expect(Notice(FeedError(.refused, place: "a", detail: "b")).detail == "a: b")
    #expect(Notice(FeedError(.refused, place: "a")).detail == "a")
  }
}
