import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

extension AppTests {
  @Test func showingHelpPausesTheClip() async {
    let store = await makeOpenStore()
    _ = players.takeCalls()
    await store.send(.feed(.overlayTapped(.help)))
    #expect(store.state.feed.overlay == Overlay.State(.help))
    #expect(players.takeCalls() == [.pause(1)])
    await store.send(.feed(.overlayTapped(.help)))
    #expect(store.state.feed.overlay == nil)
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func helpTakesThePlaceOfDetails() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.details)))
    _ = players.takeCalls()
    await store.send(.feed(.overlayTapped(.help)))
    #expect(store.state.feed.overlay == Overlay.State(.help))
    #expect(players.takeCalls() == [])
    await store.send(.escapeTapped)
    #expect(store.state.feed.overlay == nil)
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func scrollingHelpStopsAtTheLastRow() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.help)))
    await store.send(.feed(.overlay(.scroll(.scrolled(by: 3)))))
    #expect(store.state.feed.overlay?.scroll.row == 0)
    await store.send(.feed(.overlay(.scroll(.laidOut(lastRow: 5)))))
    await store.send(.feed(.overlay(.scroll(.scrolled(by: 9)))))
    #expect(store.state.feed.overlay?.scroll.row == 5)
    await store.skipInFlightEffects()
  }

  @Test func swipingClosesHelp() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.help)))
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.feed.overlay == nil)
    #expect(store.state.feed.currentID == 2)
    await store.skipInFlightEffects()
  }

  /// A filter without matches has no page; Esc brings one back, and with it, help that was opened
  /// right after.
  @Test func pageThatComesByItselfDoesNotCloseHelp() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.filter)))
    await store.send(.feed(.overlay(.line(.typed("no such clip")))))
    await store.settle()
    #expect(store.state.feed.currentID == nil)
    index.hold()
    await store.send(.feed(.escapeTapped))
    await store.send(.feed(.overlayTapped(.help)))
    _ = players.takeCalls()
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 1 && store.state.feed.overlay?.id == .help)
    #expect(!players.takeCalls().contains(.play(1)))
    await store.send(.feed(.overlayTapped(.help)))
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func launchNoteStaysLongEnoughToBeRead() async {
    let note = Toast.Message.note("? keys", short: "?")
    let store = makeStore(App.State(note: note))
    store.exhaustivity = .off
    await store.send(.appeared)
    #expect(store.state.feed.toast.message == note)
    #expect(store.state.note == nil)
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words)
    #expect(store.state.feed.toast.message == note)
    await clock.advance(by: Toast.Message.note - Toast.Message.words)
    await store.receive(.feed(.toast(.expired)))
    #expect(store.state.feed.toast.message == nil)
  }
}
