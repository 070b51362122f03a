import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct NotesTests {
  private func rig(isTriaging: Bool = true) async -> FeedRig {
    let rig = FeedRig(
      clips(0..<4), first: .clip(0), triage: isTriaging ? FeedFilter(text: "is:unreviewed") : nil)
    rig.notes.withLock {
      $0[FilePath("clip0.mp4")] = FileNotes(caption: ["a bee"])
      $0[FilePath("clip2.mp4")] = FileNotes(
        caption: ["a river", "at night"], review: Review(rating: 3, tags: ["night"]))
    }
    await rig.send(.appeared)
    return rig
  }

  private func caption(_ rig: FeedRig) -> [CleanText]? {
    rig.state.currentItem.flatMap { rig.state.triage.notes[$0]?.caption }
  }

  @Test func captionFollowsTheClip() async {
    let rig = await rig()
    #expect(caption(rig) == ["a bee"])
    await rig.send(.swiped(by: 1))
    #expect(caption(rig) == [])
    await rig.send(.swiped(by: 1))
    #expect(caption(rig) == ["a river", "at night"])
    await rig.end()
  }

  /// Nothing is read that nobody sees.
  @Test func captionsBelongToTriage() async {
    let rig = await rig(isTriaging: false)
    #expect(rig.state.triage.notes == [:])
    await rig.send(.triage(.captionTapped))
    #expect(rig.notes.withLock { $0.count } == 2)
    await rig.send(.triage(.toggled))
    #expect(caption(rig) == ["a bee"])
    await rig.end()
  }

  @Test func clipStandsStillWhileItsCaptionIsEdited() async {
    let rig = await rig()
    _ = rig.players.takeCalls()
    rig.editing.withLock { $0 = .success(["a bumblebee"]) }
    await rig.send(.triage(.captionTapped))
    #expect(rig.players.takeCalls() == [.pause(0), .play(0)])
    #expect(caption(rig) == ["a bumblebee"])
    #expect(!rig.state.isSuspended)
    await rig.end()
  }

  /// What the desktop has noted counts as long as nothing was decided, and is decided with the rest.
  @Test func attributesOfTheFileAreTakenUp() async {
    let rig = await rig()
    await rig.send(.swiped(by: 2))
    await rig.see()
    #expect(rig.state.review(of: 2) == Review(rating: 3, tags: ["night"]) && rig.reviews == [:])
    await rig.send(.triage(.rated(3)))
    #expect(rig.reviews == [:])
    await rig.send(.triage(.tagged(1)))
    #expect(rig.reviews == [2: Review(rating: 3, tags: ["night", "two words"])])
    await rig.send(.triage(.rated(0)))
    #expect(rig.reviews == [2: Review(tags: ["night", "two words"])])
    await rig.send(.triage(.undoTapped))
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews == [2: Review()])
    #expect(rig.state.review(of: 2) == Review(rating: 3, tags: ["night"]))
    await rig.send(.triage(.toggled))
    #expect(rig.state.review(of: 2) == Review())
    await rig.end()
  }

  /// A rating of the desktop cannot be taken back here: nothing is decided.
  @Test func whatChangesNothingIsNoDecision() async {
    let rig = await rig()
    await rig.see()
    await rig.send(.triage(.notesFound(0, FileNotes(review: Review(rating: 3)))))
    await rig.send(.triage(.rated(0)))
    #expect(rig.decisions == [])
    await rig.end()
  }

  /// The next clip, too, waits for the editor.
  @Test func nothingPlaysWhileTheTerminalIsLent() async {
    let rig = await rig()
    await rig.send(.suspended)
    _ = rig.players.takeCalls()
    await rig.change(.delete(0))
    #expect(rig.current == 1 && !rig.players.takeCalls().contains(.play(1)))
    await rig.send(.resumed)
    #expect(rig.players.takeCalls() == [.play(1)])
    await rig.end()
  }

  @Test func withoutEditorTheClipPlaysOn() async {
    let rig = await rig()
    _ = rig.players.takeCalls()
    rig.editing.withLock { $0 = .failure(FeedError(.notFound, place: "vi")) }
    await rig.send(.triage(.captionTapped))
    #expect(rig.players.takeCalls() == [.pause(0), .play(0)])
    #expect(caption(rig) == ["a bee"])
    await rig.end()
  }
}
