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

/// When the seek bar is looked at.
extension AppViewTests {
  @Test func pausedClipsPositionIsShown() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(" ")
    time.withLock { $0.position = 7 }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?.last?.contains("0:07") == true)
    withExtendedLifetime(view) {}
  }

  @Test func bufferingIsShownWhilePausedUntilComplete() async throws {
    time.withLock { time in
      time.buffered = 0...10
      time.isFetching = true
    }
    let address = try #require(RemoteAddress("https://example.com/clip.mp4"))
    let clip = Clip(location: .remote(address), title: "clip")
    let (view, store) = makeView([FeedItem(id: ItemID(rawValue: 0), kind: .clip(clip))])
    await eventually { store.state.feed.currentID != nil }
    func reached() -> Int { terminal.screens.last?[9].count { $0 == "━" } ?? 0 }
    press(" ")
    #expect(reached() > 0)
    let before = reached()
    time.withLock { $0.buffered = 0...30 }
    viewClock.pass(SeekBar.interval)
    #expect(reached() > before)
    #expect(viewClock.wanted < .infinity)
    time.withLock { time in
      time.buffered = 0...60
      time.isFetching = false
    }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[9].contains("─") == false)
    #expect(viewClock.wanted == .infinity)
    withExtendedLifetime(view) {}
  }

  @Test func stillIsIdleWithoutAPause() async {
    time.withLock { $0 = PlaybackTime(isStill: true) }
    terminal.framesUntilExact = 9
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    await pass(1)
    #expect(terminal.isExact && viewClock.wanted == .infinity)
    #expect(terminal.exactness.last == true)
    #expect(terminal.screens.last?[9] == String(repeating: " ", count: 40))
    withExtendedLifetime(view) {}
  }

  /// It moves as often as one that was just woken, and no still keeps the machine awake for it.
  @Test(arguments: [false, true])
  func permanentSeekBarStays(isStill: Bool) async {
    time.withLock { $0.isStill = isStill }
    let (view, store) = makeView(
      [FeedItem(id: ItemID(rawValue: 0), kind: .clip(Clip(file: FilePath("clip.mp4"))))],
      controls: Controls.State(isPermanent: true))
    await eventually { store.state.feed.current?.clip?.status == .ready }
    await pass(3)
    #expect(!store.state.controls.isAwake)
    time.withLock { $0.position = 30 }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[9].contains("0:30") == !isStill)
    #expect((viewClock.wanted == .infinity) == isStill)
    withExtendedLifetime(view) {}
  }

  @Test func seekBarMovesWithFrames() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    var serial: UInt64 = 0
    func showFrame() {
      serial += 1
      frames.withLock {
        $0[PlayerID(rawValue: 0)] = Frame(
          pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)), serial: serial)
      }
      view.frameArrived()
    }
    showFrame()
    let drawn = terminal.screens.count
    for second in 1...20 {
      time.withLock { $0.position = Double(second) }
      showFrame()
    }
    #expect(terminal.screens.count == drawn + 20)
    #expect(Set(terminal.screens.suffix(21).map { $0[9] }).count == 1)
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.count == drawn + 20)
    showFrame()
    #expect(terminal.screens.last?[9].contains("0:20") == true)
    withExtendedLifetime(view) {}
  }

  @Test func restoredSeekBarIsCurrent() async {
    terminal.size = CellSize(columns: 160, rows: 48)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(KeyEvent(.function(12)))
    time.withLock { $0.position = 10 }
    let row = { terminal.screens.last?[47] ?? "" }
    viewClock.pass(SeekBar.interval)
    #expect(row().contains("0:10"))
    await pass(2)
    #expect(row().allSatisfy { $0 == " " })
    // Less than what is taken for a seek.
    time.withLock { $0.position = 11 }
    press(KeyEvent(.function(12)))
    let bar = SeekBar(time: PlaybackTime(position: 11, duration: 60), isPlaying: true)
    let wanted = bar.line(columns: 160).map(\.text.string).joined()
    #expect(row().prefix(60) == wanted.prefix(60))
    withExtendedLifetime(view) {}
  }

  @Test func theTitleIsTheClipsOwn() async {
    let tag = { MediaDetails.Tag(name: "title", value: $0) }
    details.withLock { $0 = MediaDetails(frameRate: 25, tags: [tag("The river")]) }
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[8].contains("The river") == true)
    // It may be known later than the first frame.
    details.withLock { $0 = MediaDetails(frameRate: 25, tags: [tag("Another river")]) }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[8].contains("Another river") == true)
    details.withLock { $0 = nil }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[8].contains("clip0.mp4") == true)
    withExtendedLifetime(view) {}
  }

  @Test func theSeekBarMovesWithoutFrames() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    time.withLock { $0.position = 30 }
    viewClock.pass(SeekBar.interval)
    #expect(terminal.screens.last?[9].contains("0:30") == true)
    withExtendedLifetime(view) {}
  }
}
