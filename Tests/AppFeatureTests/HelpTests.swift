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
    await store.send(.helpTapped)
    #expect(store.state.help == Scroll())
    #expect(players.takeCalls() == [.pause(1)])
    await store.send(.helpTapped)
    #expect(store.state.help == nil)
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func closingHelpOverDetailsKeepsTheClipPaused() async {
    let store = await makeOpenStore()
    await store.send(.feed(.detailsTapped))
    _ = players.takeCalls()
    await store.send(.helpTapped)
    await store.send(.escapeTapped)
    #expect(store.state.feed.details?.item.id == 1)
    #expect(players.takeCalls() == [])
    await store.send(.escapeTapped)
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func scrollingHelpStopsAtTheLastRow() async {
    let store = await makeOpenStore()
    await store.send(.helpTapped)
    await store.send(.help(.scrolled(by: 3)))
    #expect(store.state.help?.row == 0)
    await store.send(.help(.laidOut(lastRow: 5)))
    await store.send(.help(.scrolled(by: 9)))
    #expect(store.state.help?.row == 5)
    await store.skipInFlightEffects()
  }

  @Test func swipingClosesHelp() async {
    let store = await makeOpenStore()
    await store.send(.helpTapped)
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.help == nil)
    #expect(store.state.feed.currentID == 2)
    await store.skipInFlightEffects()
  }

  /// A filter without matches has no page; Esc brings one back, and with it, help that was opened
  /// right after.
  @Test func pageThatComesByItselfDoesNotCloseHelp() async {
    let store = await makeOpenStore()
    await store.send(.feed(.findTapped))
    await store.send(.feed(.filterLine(.typed("no such clip"))))
    await store.settle()
    #expect(store.state.feed.currentID == nil)
    index.hold()
    await store.send(.feed(.escapeTapped))
    await store.send(.helpTapped)
    _ = players.takeCalls()
    index.release()
    await store.settle()
    #expect(store.state.feed.currentID == 1 && store.state.help != nil)
    #expect(!players.takeCalls().contains(.play(1)))
    await store.send(.helpTapped)
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func launchNoteStaysLongEnoughToBeRead() async {
    let note = Toast.Message.note("? keys", short: "?")
    let store = makeStore(App.State(note: note))
    store.exhaustivity = .off
    await store.send(.appeared)
    #expect(store.state.toast.message == note)
    #expect(store.state.note == nil)
    await clock.advance(by: Toast.Message.words)
    #expect(store.state.toast.message == note)
    await clock.advance(by: Toast.Message.note - Toast.Message.words)
    await store.receive(.toast(.expired))
    #expect(store.state.toast.message == nil)
  }
}
