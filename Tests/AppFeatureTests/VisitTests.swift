import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// The history of the pages seen.
@MainActor
@Suite struct VisitTests {
  private func makeRig(_ items: [FeedItem] = clips(0..<20)) async -> FeedRig {
    let rig = FeedRig(items, first: items[0])
    await rig.send(.appeared)
    return rig
  }

  /// What could not be played has not been seen: a download may be finished later.
  @Test func failedClipIsNoVisit() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0), status: .failed(.damaged))
    await rig.send(.appeared)
    await rig.pass(5)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions() == [])
    #expect(rig.state.marks(of: 0).seen == nil)
    await rig.end()
  }

  @Test func briefVisitIsNotRecorded() async {
    let rig = await makeRig()
    await rig.pass(0.5)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().map(\.title) == ["clip0.mp4"])
    await rig.pass(0.4)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().isEmpty)
    await rig.end()
  }

  @Test func visitIsRecordedWhenTheClockIsSetBack() async {
    let rig = await makeRig()
    await rig.pass(-3_600)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().map(\.end) == [1_000])
    await rig.end()
  }

  @Test func onlyPlayingTimeCountsAsWatched() async {
    let rig = await makeRig()
    await rig.pass(2)
    await rig.send(.item(0, .clip(.playPauseTapped)))
    await rig.pass(10)
    await rig.send(.item(0, .clip(.playPauseTapped)))
    await rig.pass(3)
    await rig.send(.overlayTapped(.details))
    await rig.pass(20)
    await rig.send(.overlayTapped(.details))
    await rig.pass(4)
    rig.players.reportEnd(of: 0)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    await rig.send(.swiped(by: 1))
    #expect(
      rig.takeImpressions() == [
        Impression(
          key: .file(FilePath("clip0.mp4")), title: "clip0.mp4", start: 1_000, end: 1_039,
          watched: 9, loops: 2, leaving: .forwards, place: 1)
      ])
    await rig.end()
  }

  @Test func openingTimeDoesNotCountAsWatched() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0), status: nil)
    await rig.send(.appeared)
    await rig.pass(2)
    await rig.report(.ready, of: 0)
    await rig.pass(3)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().map(\.watched) == [3])
    await rig.end()
  }

  @Test func articleCountsAsWatchedWhileShown() async {
    let rig = await makeRig([.article(0), .clip(1)])
    await rig.pass(7)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().map(\.watched) == [7])
    await rig.end()
  }

  @Test func noticeIsNotRecorded() async {
    let rig = await makeRig([.notice(0), .clip(1)])
    await rig.pass(7)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().isEmpty)
    #expect(rig.takePlaces() == [.file(FilePath("clip1.mp4"))])
    await rig.end()
  }

  @Test func visitRecordsHowThePageWasLeft() async {
    let rig = await makeRig()
    func leaving(_ action: Feed.Action) async -> [Impression.Leaving] {
      await rig.pass(1)
      await rig.send(action)
      return rig.takeImpressions().map(\.leaving)
    }
    #expect(await leaving(.swiped(by: 1)) == [.forwards])
    #expect(await leaving(.swiped(by: -1)) == [.backwards])
    #expect(await leaving(.swiped(by: 4)) == [.jump])
    #expect(await leaving(.firstTapped) == [.jump])
    #expect(await leaving(.lastTapped) == [.jump])
    #expect(await leaving(.overlayTapped(.filter)) == [])
    #expect(await leaving(.overlay(.line(.typed("clip3")))) == [.jump])
    #expect(await leaving(.overlay(.line(.escapeTapped))) == [])
    await rig.pass(1)
    await rig.change(.delete(19))
    #expect(rig.takeImpressions().map(\.leaving) == [.deleted])
    await rig.send(.firstTapped)
    _ = rig.takeImpressions()
    await rig.send(.loopModeTapped)
    await rig.pass(1)
    rig.players.reportEnd(of: 0)
    await rig.settle()
    #expect(rig.takeImpressions().map(\.leaving) == [.end])
    await rig.end()
  }

  @Test func placeIsSavedAtMostEveryFewSeconds() async {
    let rig = await makeRig()
    for _ in 0..<5 { await rig.send(.swiped(by: 1)) }
    #expect(rig.takePlaces() == [.file(FilePath("clip1.mp4"))])
    await rig.pass(3)
    // Only the latest of several is saved.
    #expect(rig.takePlaces() == [.file(FilePath("clip5.mp4"))])
    await rig.end()
  }

  @Test func clockSetBackKeepsTheWatchedTime() async {
    var visit = Visit(id: 1, start: 100)
    visit.setRunning(true, at: 100)
    visit.setRunning(true, at: 104)
    visit.setRunning(false, at: 50)
    #expect(visit.watched == 4)
    let impression = visit.impression(of: .clip(1), at: 20, leaving: .quit)
    #expect(impression?.end == 100)
  }
}
