import Clients
import Composable
import ComposableTesting
import Models
import Platform
import Testing

@testable import AppFeature

@MainActor
@Suite struct CaptionTests {
  private func rig(isTriaging: Bool = true) async -> FeedRig {
    let rig = FeedRig(
      clips(0..<4), first: .clip(0), triage: isTriaging ? FeedFilter(text: "is:unreviewed") : nil)
    rig.captions.withLock {
      $0[FilePath("clip0.mp4")] = ["a bee"]
      $0[FilePath("clip2.mp4")] = ["a river", "at night"]
    }
    await rig.send(.appeared)
    return rig
  }

  @Test func captionFollowsTheClip() async {
    let rig = await rig()
    #expect(rig.state.triage.caption == Caption(id: 0, lines: ["a bee"]))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.triage.caption == Caption(id: 1, lines: []))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.triage.caption == Caption(id: 2, lines: ["a river", "at night"]))
    await rig.end()
  }

  /// Nothing is read that nobody sees.
  @Test func captionsBelongToTriage() async {
    let rig = await rig(isTriaging: false)
    #expect(rig.state.triage.caption == nil)
    await rig.send(.captionTapped)
    #expect(rig.captions.withLock { $0.count } == 2)
    await rig.send(.triageTapped)
    #expect(rig.state.triage.caption == Caption(id: 0, lines: ["a bee"]))
    await rig.end()
  }

  @Test func clipStandsStillWhileItsCaptionIsEdited() async {
    let rig = await rig()
    _ = rig.players.takeCalls()
    rig.editing.withLock { $0 = .success(["a bumblebee"]) }
    await rig.send(.captionTapped)
    #expect(rig.players.takeCalls() == [.pause(0), .play(0)])
    #expect(rig.state.triage.caption == Caption(id: 0, lines: ["a bumblebee"]))
    #expect(!rig.state.isSuspended)
    await rig.end()
  }

  @Test func withoutEditorTheClipPlaysOn() async {
    let rig = await rig()
    _ = rig.players.takeCalls()
    rig.editing.withLock { $0 = .failure(FeedError(.notFound, place: "vi")) }
    await rig.send(.captionTapped)
    #expect(rig.players.takeCalls() == [.pause(0), .play(0)])
    #expect(rig.state.triage.caption == Caption(id: 0, lines: ["a bee"]))
    await rig.end()
  }
}
