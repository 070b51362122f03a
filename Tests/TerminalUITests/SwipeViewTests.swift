import AppFeature
import Clients
import Composable
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// What swipes bring onto the screen, one by one and in bursts.
extension AppViewTests {
  @Test func tenSwipesMoveTenClips() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(Array(repeating: KeyEvent(.down), count: 10))
    await eventually { store.state.feed.currentID == 10 }
    #expect(terminal.screens.last?[8].contains("11 of 20") == true)
    withExtendedLifetime(view) {}
  }

  @Test func burstBackAndForthIsOneMove() async {
    let (view, store) = makeView()
    await eventually { played.withLock { !$0.isEmpty } }
    played.withLock { $0 = [] }
    let before = terminal.screens.count
    press(["j", "k", "j", "j", "k", "j"])
    await eventually { store.state.feed.currentID == 2 }
    await eventually { played.withLock { $0 } == [PlayerID(rawValue: 2)] }
    // The page between was never drawn.
    #expect(!terminal.screens[before...].contains { $0[8].contains("2 of 20") })
    withExtendedLifetime(view) {}
  }

  @Test func burstWithoutNetMoveChangesNothing() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press("j")
    await eventually { played.withLock { $0.last } == PlayerID(rawValue: 1) }
    let state = store.state
    played.withLock { $0 = [] }
    // Swipes are over when another key comes.
    press(["j", "k", "k", "j", KeyEvent(.character("l"), .control)])
    #expect(store.state == state)
    #expect(played.withLock { $0.isEmpty })
    withExtendedLifetime(view) {}
  }

  @Test func keysKeepTheirOrderAmongSwipes() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(["j", " ", "j"])
    await eventually { store.state.feed.currentID == 2 }
    await eventually { played.withLock { $0 } == [0, 1, 2].map { PlayerID(rawValue: $0) } }
    withExtendedLifetime(view) {}
  }

  @Test func swipesAtTheEndStillSwipeBack() async {
    let (view, store) = makeView(clips: 3)
    await eventually { store.state.feed.items.count > 1 }
    press("G")
    await eventually { store.state.feed.currentID == 2 }
    press(["j", "j", "k"])
    await eventually { store.state.feed.currentID == 1 }
    withExtendedLifetime(view) {}
  }

  @Test func keysAfterASwipeApplyToTheNewPage() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(["j", " "])
    #expect(store.state.feed.currentID == 1)
    #expect(store.state.feed.current?.clip?.play == .paused)
    withExtendedLifetime(view) {}
  }

  @Test func readyFrameIsDrawnWithTheSwipe() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    frames.withLock {
      $0[PlayerID(rawValue: 1)] = Frame(
        pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)), serial: 1)
    }
    press(["j", "m"])
    #expect(terminal.screens.last?[7] == String(repeating: "▀", count: 40))
    withExtendedLifetime(view) {}
  }

  /// The keys of one read reach beyond the pages that are there.
  @Test func likesAmongSwipesAreForTheirClips() async {
    let (view, store) = makeView(clips: 40)
    await eventually { store.state.feed.items.count > 1 }
    press((0..<12).flatMap { _ in ["l", KeyEvent(.down)] })
    await eventually { store.state.feed.currentID == 12 }
    let liked = store.state.feed.marks.filter(\.value.isLiked).keys.map(\.rawValue).sorted()
    #expect(liked == Array(0..<12))
    withExtendedLifetime(view) {}
  }

  @Test func verdictAfterABurstRejectsNothing() async {
    let (view, store) = makeView(clips: 40)
    await eventually { store.state.feed.items.count > 1 }
    store.send(.feed(.triage(.toggled)))
    store.send(.feed(.escapeTapped))
    await eventually { store.state.feed.window.opening == nil }
    store.send(.feed(.frameShown(0, in: 0)))
    date.withLock { $0 += 1 }
    press(Array(repeating: KeyEvent(.down), count: 12) + ["x"])
    await eventually { store.state.feed.currentID == 12 }
    #expect(store.state.feed.triage.undo.done.isEmpty)
    #expect(store.state.feed.toast.message == .tooEarly)
    withExtendedLifetime(view) {}
  }

  /// A text over the page does not open for a page that is about to be left.
  @Test func detailsAfterABurstAreRefused() async {
    let (view, store) = makeView(clips: 40)
    await eventually { store.state.feed.items.count > 1 }
    press(Array(repeating: KeyEvent(.down), count: 12) + [KeyEvent(.enter)])
    #expect(store.state.feed.overlay?.details == nil)
    #expect(store.state.feed.toast.message == .tooEarly)
    await eventually { store.state.feed.currentID == 12 }
    press(KeyEvent(.enter))
    #expect(store.state.feed.overlay?.details?.item.id == 12)
    withExtendedLifetime(view) {}
  }
}
