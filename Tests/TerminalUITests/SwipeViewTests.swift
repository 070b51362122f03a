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
    await eventually { store.state.feed.currentID == ItemID(rawValue: 10) }
    #expect(terminal.screens.last?[8].contains("11 of 20") == true)
    withExtendedLifetime(view) {}
  }

  @Test func burstBackAndForthIsOneMove() async {
    let (view, store) = makeView()
    await eventually { played.withLock { !$0.isEmpty } }
    played.withLock { $0 = [] }
    let before = terminal.screens.count
    press(["j", "k", "j", "j", "k", "j"])
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
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
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
    await eventually { played.withLock { $0 } == [0, 1, 2].map { PlayerID(rawValue: $0) } }
    withExtendedLifetime(view) {}
  }

  @Test func swipesAtTheEndStillSwipeBack() async {
    let (view, store) = makeView(clips: 3)
    await eventually { store.state.feed.items.count > 1 }
    press("G")
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
    press(["j", "j", "k"])
    await eventually { store.state.feed.currentID == ItemID(rawValue: 1) }
    withExtendedLifetime(view) {}
  }

  @Test func keysAfterASwipeApplyToTheNewPage() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(["j", " "])
    #expect(store.state.feed.currentID == ItemID(rawValue: 1))
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
}
