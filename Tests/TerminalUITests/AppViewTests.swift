import AppFeature
import Clients
import Composable
import ComposableTesting
import Foundation
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

@MainActor
@Suite struct AppViewTests {
  let terminal = FakeTerminal()
  let areas = Lock<[FrameArea]>([])
  let frames = Lock<[PlayerID: Frame]>([:])
  let sought = Lock<[Double]>([])
  /// Those of the seeks that were exact.
  let exact = Lock<[Double]>([])
  let stills = Lock<[StillRequest]>([])
  let details = Lock<MediaDetails?>(nil)
  let subtitles = Lock<[SubtitleCue]>([])
  let played = Lock<[PlayerID]>([])
  let time = Lock(PlaybackTime(position: 0, duration: 60))
  let thumbnails = FakeThumbnails()
  let viewClock = FakeClock()
  let storeClock = TestClock()
  let copied = Lock<[CleanText]>([])
  /// In seconds since 1970.
  let date = Lock(1_700_000_000.0)

  func makeView(clips: Int = 20) -> (AppView, StoreOf<App>) {
    let items = (0..<clips).map {
      FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
    }
    return makeView(items)
  }

  func makeView(
    _ items: [FeedItem], index: TestIndex? = nil, isAnimated: Bool = false,
    controls: Controls.State = Controls.State()
  ) -> (AppView, StoreOf<App>) {
    let index = index ?? TestIndex(items)
    var client = PlayerClient.idle
    client.play = { id in played.withLock { $0.append(id) } }
    client.seek = { _, time, precision in
      sought.withLock { $0.append(time) }
      if precision == .exact { exact.withLock { $0.append(time) } }
    }
    client.still = { request in
      stills.withLock { $0.append(request) }
      return .success(PixelBuffer(size: request.area?.size ?? PixelSize(width: 1, height: 1)))
    }
    client.setFrameArea = { area in areas.withLock { $0.append(area) } }
    client.status = { _ in
      AsyncStream { continuation in
        continuation.yield(.ready)
        continuation.finish()
      }
    }
    client.frame = { id in frames.withLock { $0[id] } }
    client.nowPlaying = { id in
      NowPlaying(
        newest: frames.withLock { $0[id] }, time: time.withLock { $0 },
        subtitles: subtitles.withLock { $0 }, details: details.withLock { $0 })
    }
    let playerClient = client
    let feedClient = index.client
    let state = App.State(feed: Feed.State(first: items.first), controls: controls)
    let store = Store(initialState: state) {
      App()
    } withDependencies: {
      $0.playerClient = playerClient
      $0.feedClient = feedClient
      $0.thumbnailClient = thumbnails.client
      $0.clock = storeClock
      $0.date = DateGenerator { Date(timeIntervalSince1970: date.withLock { $0 }) }
      $0.recordClient = .disabled
      $0.machineClient.lost = { .finished }
      $0.notesClient.notes = { _ in FileNotes() }
      $0.applyClient.standing = { .finished }
      $0.applyClient.last = { nil }
      $0.desktopClient.open = { _ in
        .failure(FeedError(.refused, place: "xdg-open", detail: "no desktop"))
      }
      $0.desktopClient.copy = { location in
        copied.withLock { $0.append(CleanText(location.description)) }
        return CleanText("/clips/\(location)")
      }
    }
    let view = AppView(
      store: store, terminal: terminal, playerClient: playerClient, feedClient: feedClient,
      thumbnailClient: thumbnails.client, isAnimated: isAnimated, clock: viewClock)
    view.start()
    return (view, store)
  }

  func press(_ key: KeyEvent) { press([key]) }

  /// Presses keys that are read together.
  func press(_ keys: [KeyEvent]) {
    terminal.onEvents?(keys.map { .key($0) })
  }

  /// Lets time pass for the view and for what the store waits for.
  func pass(_ seconds: Double) async {
    await storeClock.advance(by: .milliseconds(Int(seconds * 1000)))
    viewClock.pass(seconds)
  }

  func eventually(_ condition: () -> Bool) async {
    #expect(await TestSupport.eventually(condition))
  }

  @Test func busyTerminalGetsOneScreenAfterwards() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.isReady = false
    let before = terminal.screens.count
    press("?")
    press("m")
    press(" ")
    #expect(terminal.screens.count == before)
    terminal.isReady = true
    terminal.onEvents?([.ready])
    #expect(terminal.screens.count == before + 1)
    withExtendedLifetime(view) {}
  }

  @Test func toastsTimeRunsOnceTheTerminalHasIt() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.isReady = false
    press("m")
    await eventually { store.state.feed.toast.message == .muted(true) }
    await pass(3)
    #expect(store.state.feed.toast == Toast.State(message: .muted(true)))
    terminal.isReady = true
    terminal.onEvents?([.ready])
    #expect(store.state.feed.toast.isDrawn)
    await pass(2)
    await eventually { store.state.feed.toast.message == nil }
    withExtendedLifetime(view) {}
  }

  @Test func pausedFrameIsRefinedUntilExact() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    let before = terminal.screens.count
    terminal.framesUntilExact = 5
    press(" ")
    viewClock.pass(0.01)
    #expect(terminal.isExact)
    #expect(terminal.screens.count == before + 5)
    #expect(terminal.screens.count == before + 5)
    // A look at the bar, once its player has stopped, and the sign of the pause goes.
    await pass(9)
    let settled = terminal.screens.count
    await pass(9)
    #expect(viewClock.wanted == .infinity)
    #expect(terminal.screens.count == settled)
    withExtendedLifetime(view) {}
  }

  @Test func firstFrameIsSharpBeforeTheNext() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.currentID != nil }
    terminal.framesUntilExact = .max
    func showFrame(_ number: UInt64) {
      let pixels = repeatElement(UInt32(number), count: 40 * 16)
      frames.withLock {
        $0[PlayerID(rawValue: 0)] = Frame(
          pixels: PixelBuffer(size: PixelSize(width: 40, height: 16), pixels: pixels),
          serial: number)
      }
      view.frameArrived()
    }
    terminal.link.frameTolerance = 100
    showFrame(1)
    #expect(terminal.exactness.last == false)
    showFrame(2)
    #expect(terminal.exactness.last == true)
    #expect(terminal.colors.last == Color(rawValue: 1))
    terminal.link.frameTolerance = 10
    viewClock.pass(0.002)
    #expect(terminal.colors.last == Color(rawValue: 2))
    #expect(terminal.exactness.last == false)
    terminal.link.frameTolerance = 100
    showFrame(3)
    #expect(terminal.colors.last == Color(rawValue: 3))
  }

  @Test func resizeReachesTheEngine() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(areas.withLock { $0.last?.size } == PixelSize(width: 100, height: 60))
    #expect(terminal.screens.last?.count == 32)
    withExtendedLifetime(view) {}
  }

  @Test func lastFrameIsRescaledDuringAResize() async {
    setFrame(0, 28, 16)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(terminal.screens.last?[0] == String(repeating: "▀", count: 100))
    #expect(terminal.screens.last?[28].contains("▀") == true)
    terminal.size = CellSize(columns: 20, rows: 6)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(terminal.screens.last?[0].filter { $0 == "▀" }.count == 14)
    setFrame(0, 14, 8, serial: 2)
    view.frameArrived()
    #expect(terminal.screens.last?[0].filter { $0 == "▀" }.count == 14)
    withExtendedLifetime(view) {}
  }

  @Test func fillKeyReachesEngineAndScreen() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press("z")
    #expect(areas.withLock { $0.last?.fit } == .fill)
    #expect(terminal.screens.last?.contains { $0.contains("fill") } == true)
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(areas.withLock { $0.last?.fit } == .fill)
    press("z")
    #expect(areas.withLock { $0.last?.fit } == .fit)
    withExtendedLifetime(view) {}
  }

  @Test func subtitlesAreReadAtDrawing() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    subtitles.withLock { $0 = [SubtitleCue(start: 0, end: 1, lines: ["Mind the gap."])] }
    press(" ")
    #expect(terminal.screens.last?.contains { $0.contains("Mind the gap.") } == true)
    withExtendedLifetime(view) {}
  }

  @Test func hangupEndsTheProgram() async {
    let (view, _) = makeView()
    var isClosed = false
    view.onClosed = { isClosed = true }
    terminal.onEvents?([.closed])
    #expect(isClosed)
    withExtendedLifetime(view) {}
  }
}
