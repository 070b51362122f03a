import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Which keys are told to whom, and when.
@MainActor
@Suite struct HintTests {
  private func rig(triage: FeedFilter? = nil, told: [String: Int] = [:]) async -> FeedRig {
    let rig = FeedRig(clips(0..<9), first: .clip(3), triage: triage)
    rig.hints.withLock { $0 = told }
    await rig.send(.appeared)
    return rig
  }

  @Test func modeIsToldOnceInARun() async {
    let rig = await rig()
    #expect(rig.state.toast.message == nil)
    await rig.send(.triage(.toggled))
    #expect(rig.state.toast.message == .keys(.triage))
    for _ in 0..<2 { await rig.send(.triage(.toggled)) }
    #expect(rig.state.toast.message == .triage(true))
    #expect(rig.hints.withLock { $0 } == ["triage": 1])
    await rig.end()
  }

  @Test(arguments: [(0, true), (2, true), (3, false)])
  func modeIsToldInThreeRuns(count: Int, isTold: Bool) async {
    let rig = await rig(told: ["overview": count])
    await rig.send(.overviewTapped)
    #expect((rig.state.toast.message == .keys(.overview)) == isTold)
    await rig.end()
  }

  @Test func sectionsFoundInTheOverviewAreAModeOfTheirOwn() async {
    let rig = await rig()
    rig.index.sections.withLock { $0 = [FeedSection(.title("a/"), start: 0, count: 9)] }
    await rig.send(.overviewTapped)
    #expect(rig.state.toast.message == .keys(.overview))
    for _ in 0..<2 {
      await rig.send(.sections(.counted(9)))
      #expect(rig.state.toast.message == .keys(.sections))
    }
    await rig.end()
  }

  @Test func modeOfTheStartIsToldOnceTheCountsAreKnown() async {
    let rig = await rig(triage: FeedFilter.none)
    #expect(rig.state.toast.message == .keys(.triage))
    await rig.end()
  }

  /// It may come late: the counts are read from a disk.
  @Test func whyAKeyFailedStands() async {
    let rig = await rig()
    let error = FeedError(.refused, place: "vi")
    await rig.send(.triage(.captionEdited(error)))
    #expect(rig.state.toast.message == .failed(.caption, error))
    await rig.send(.hints(.delegate(.triage)))
    #expect(rig.state.toast.message == .failed(.caption, error))
    await rig.end()
  }

  @Test func typingAndExcerptsAreModes() async {
    let rig = await rig()
    await rig.send(.overlayTapped(.filter))
    #expect(rig.state.toast.message == .keys(.filter))
    await rig.send(.escapeTapped)
    // What is told of a mode leaves with it.
    #expect(rig.state.toast.message == nil)
    rig.players.setExcerpts(.success([10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }))
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.toast.message == .keys(.excerpts))
    await rig.end()
  }

  @Test(arguments: [(600.0, 3.0, true), (600, 2, false), (100, 3, false)])
  func excerptsOfALongClipAreOffered(duration: Double, stay: Double, isOffered: Bool) async {
    let rig = await rig()
    rig.players.setTime(PlaybackTime(position: 1, duration: duration), of: 4)
    await rig.send(.swiped(by: 1))
    await rig.pass(stay)
    #expect((rig.state.toast.message == .keys(.longClip)) == isOffered)
    await rig.send(.swiped(by: 1))
    await rig.pass(9)
    #expect(rig.hints.withLock { $0["longClip"] } == (isOffered ? 1 : nil))
    await rig.end()
  }

  @Test func excerptsOfTheFirstClipAreOffered() async {
    let rig = FeedRig(clips(0..<9), first: .clip(3))
    rig.hints.withLock { $0 = [:] }
    rig.players.setTime(PlaybackTime(position: 1, duration: 600), of: 3)
    await rig.send(.appeared)
    await rig.pass(3)
    #expect(rig.state.toast.message == .keys(.longClip))
    await rig.end()
  }

  @Test func findingEverything() async {
    let store = TestStore(initialState: Hints.State()) { Hints() }
    var state = Hints.State()
    _ = state.tell(.triage)
    #expect(state.awaited == .triage)
    let waiting = TestStore(initialState: state) {
      Hints()
    } withDependencies: {
      $0.recordClient.noteHint = { #expect($0 == "triage") }
    }
    await waiting.send(.found([.triage: 1])) {
      $0.counts = [.triage: 1]
      $0.told = [.triage]
      $0.awaited = nil
    }
    await waiting.receive(.delegate(.triage))
    await waiting.finish()
    await store.send(.found([:])) { $0.counts = [:] }
  }
}
