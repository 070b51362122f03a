import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct PartTests {
  private func rig(_ items: [FeedItem] = clips(0..<5)) async -> FeedRig {
    let rig = FeedRig(items, first: items.first, triage: FeedFilter(text: "is:unreviewed"))
    await rig.send(.appeared)
    await rig.see()
    _ = rig.players.takeCalls()
    return rig
  }

  /// Presses a key while the clip is at a time.
  private func press(_ point: Review.Point, at time: Double, _ rig: FeedRig) async {
    rig.players.setTime(PlaybackTime(position: time, duration: 60, frameRate: 25), of: 0)
    await rig.pass(1)
    await rig.send(.triage(.pointTapped(point)))
  }

  private func parts(_ rig: FeedRig) -> [LoopedPart?] {
    rig.players.takeCalls().compactMap { if case .part(let part) = $0 { .some(part) } else { nil } }
  }

  @Test func partIsMarkedAndRepeats() async {
    let rig = await rig()
    // While the clip plays, the key comes late.
    await press(.in, at: 12, rig)
    #expect(rig.reviews == [0: Review(inPoint: 10)])
    #expect(parts(rig) == [])
    await press(.out, at: 15.0004, rig)
    #expect(rig.reviews == [0: Review(inPoint: 10, outPoint: 15)])
    #expect(parts(rig) == [LoopedPart(id: 0, times: 10...15)])
    await rig.send(.swiped(by: 1))
    #expect(parts(rig) == [nil])
    await rig.send(.swiped(by: -1))
    #expect(parts(rig) == [LoopedPart(id: 0, times: 10...15)])
    await rig.send(.triage(.toggled))
    #expect(parts(rig) == [nil])
    await rig.end()
  }

  @Test func aKeyOnItsOwnMarkRemovesIt() async {
    let rig = await rig()
    await press(.in, at: 12, rig)
    await press(.out, at: 20, rig)
    await press(.in, at: 12.2, rig)
    #expect(rig.reviews == [0: Review(outPoint: 20)])
    await rig.send(.item(0, .clip(.playPauseTapped)))
    // Paused, a frame is exact.
    await press(.out, at: 20.04, rig)
    #expect(rig.reviews == [0: Review(outPoint: 20.04)])
    await press(.out, at: 20.05, rig)
    #expect(rig.reviews == [0: Review()])
    await press(.in, at: 1, rig)
    #expect(rig.reviews == [0: Review(inPoint: 1)])
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews == [0: Review()])
    await rig.end()
  }

  /// A held key is not pressed again.
  @Test func aRepeatIsTheSame() async {
    let rig = await rig()
    await rig.send(.item(0, .clip(.playPauseTapped)))
    await press(.in, at: 3, rig)
    await rig.pass(0.5)
    for _ in 0..<30 {
      await rig.send(.triage(.pointTapped(.in)))
      await rig.pass(0.033)
    }
    #expect(rig.reviews == [0: Review(inPoint: 3)])
    // The other point is another key.
    rig.players.setTime(PlaybackTime(position: 4, duration: 60), of: 0)
    await rig.send(.triage(.pointTapped(.out)))
    #expect(rig.reviews == [0: Review(inPoint: 3, outPoint: 4)])
    await rig.end()
  }

  /// Somewhere else, the same key is no repeat.
  @Test func quickCorrectionsCount() async {
    let rig = await rig()
    await rig.send(.item(0, .clip(.playPauseTapped)))
    for time in [3, 3.04] {
      rig.players.setTime(PlaybackTime(position: time, duration: 60, frameRate: 25), of: 0)
      await rig.send(.triage(.pointTapped(.in)))
    }
    #expect(rig.reviews == [0: Review(inPoint: 3.04)])
    await rig.end()
  }

  @Test func onlyWhatPlaysCanBeMarked() async {
    let rig = await rig([.still(0), .article(1)])
    await rig.send(.triage(.pointTapped(.in)))
    await rig.send(.swiped(by: 1))
    await rig.send(.triage(.pointTapped(.in)))
    #expect(rig.reviews == [:])
    await rig.end()
  }

  /// The clip was left before its time was known.
  @Test func lateTimesMarkNothing() async {
    let rig = await rig()
    await rig.send(.triage(.pointFound(.in, of: 3, at: PlaybackTime(position: 4))))
    #expect(rig.reviews == [:])
    await rig.end()
  }
}
