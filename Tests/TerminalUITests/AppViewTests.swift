import AppFeature
import CellGraphics
import Clients
import Composable
import Dispatch
import Foundation
import Models
import Platform
import TerminalCore
import TerminalUI
import TestSupport
import Testing

@MainActor
@Suite struct AppViewTests {
  let terminal = FakeTerminal()
  let areas = Lock<[PictureArea]>([])
  let frames = Lock<[PlayerID: Frame]>([:])
  let sought = Lock<[Double]>([])
  /// Those of the seeks that were exact.
  let exact = Lock<[Double]>([])
  let stills = Lock<[StillRequest]>([])
  let details = Lock<MediaDetails?>(nil)
  let captions = Lock<[Caption]>([])
  let played = Lock<[PlayerID]>([])
  let time = Lock(PlaybackTime(position: 0, duration: 60))
  let now = Lock(1_700_000_000.0)
  /// What motion goes by.
  let hostTime = Lock(0.0)
  let recorded = Lock<[Impression]>([])
  let copied = Lock<[CleanText]>([])

  func makeView(
    clips: Int = 20, now: @escaping @MainActor () -> Double = { HostTime.now }
  ) -> (AppView, StoreOf<App>) {
    let items = (0..<clips).map {
      FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
    }
    return makeView(items, index: TestIndex(items), now: now)
  }

  func makeView(_ items: [FeedItem]) -> (AppView, StoreOf<App>) {
    makeView(items, index: TestIndex(items))
  }

  func makeView(
    _ items: [FeedItem], index: TestIndex, isAnimated: Bool = false,
    now hostTime: @escaping @MainActor () -> Double = { HostTime.now }
  ) -> (AppView, StoreOf<App>) {
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
    client.setPictureArea = { area in areas.withLock { $0.append(area) } }
    client.status = { _ in
      AsyncStream { continuation in
        continuation.yield(.ready)
        continuation.finish()
      }
    }
    client.frame = { id in frames.withLock { $0[id] } }
    client.details = { _ in details.withLock { $0 } }
    client.captions = { _ in captions.withLock { $0 } }
    client.time = { _ in time.withLock { $0 } }
    let playerClient = client
    let feedClient = index.client
    let store = Store(initialState: App.State(feed: Feed.State(first: items.first))) {
      App()
    } withDependencies: {
      $0.playerClient = playerClient
      $0.feedClient = feedClient
      $0.clock = ContinuousClock()
      $0.date = DateGenerator { Date(timeIntervalSince1970: now.withLock { $0 }) }
      $0.historyClient = HistoryClient(
        record: { impressions in recorded.withLock { $0 += impressions } }, savePlace: { _ in })
      $0.likeClient = .indifferent
      $0.desktopClient = DesktopClient(
        open: { _ in .failure(FeedError(.refused, place: "xdg-open", detail: "no desktop")) },
        copy: { text in copied.withLock { $0.append(text) } })
    }
    let view = AppView(
      store: store, terminal: terminal, playerClient: playerClient, feedClient: feedClient,
      isAnimated: isAnimated, now: hostTime, date: { now.withLock { $0 } })
    view.start()
    return (view, store)
  }

  func press(_ key: KeyEvent) {
    terminal.onEvent?(.key(key))
  }

  func eventually(_ condition: () -> Bool) async {
    #expect(await TestSupport.eventually(condition))
  }

  @Test func aBurstOfTenSwipesLandsTenClipsFurther() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    for _ in 0..<10 { press(KeyEvent(.down)) }
    await eventually { store.state.feed.currentID == ItemID(rawValue: 10) }
    #expect(terminal.screens.last?[8].contains("11 of 20") == true)
    withExtendedLifetime(view) {}
  }

  @Test func aBurstToAndFroIsOneTurn() async {
    let (view, store) = makeView()
    await eventually { played.withLock { !$0.isEmpty } }
    played.withLock { $0 = [] }
    let before = terminal.screens.count
    for key in ["j", "k", "j", "j", "k", "j"] as [KeyEvent] { press(key) }
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
    await eventually { played.withLock { $0 } == [PlayerID(rawValue: 2)] }
    // The page between was never drawn.
    #expect(!terminal.screens[before...].contains { $0[8].contains("2 of 20") })
    withExtendedLifetime(view) {}
  }

  @Test func aBurstThatLeadsNowhereChangesNothing() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press("j")
    await eventually { played.withLock { $0.last } == PlayerID(rawValue: 1) }
    let state = store.state
    played.withLock { $0 = [] }
    for key in ["j", "k", "k", "j"] as [KeyEvent] { press(key) }
    // Swipes are over when another key comes.
    press(KeyEvent(.character("l"), .control))
    #expect(store.state == state)
    #expect(played.withLock { $0.isEmpty })
    withExtendedLifetime(view) {}
  }

  @Test func anotherKeyKeepsItsPlaceAmongSwipes() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    for key in ["j", " ", "j"] as [KeyEvent] { press(key) }
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
    await eventually { played.withLock { $0 } == [0, 1, 2].map { PlayerID(rawValue: $0) } }
    withExtendedLifetime(view) {}
  }

  @Test func thereAndBackAtTheEndOfTheFeedIsNotNothing() async {
    let (view, store) = makeView(clips: 3)
    await eventually { store.state.feed.items.count > 1 }
    press("G")
    await eventually { store.state.feed.currentID == ItemID(rawValue: 2) }
    for key in ["j", "j", "k"] as [KeyEvent] { press(key) }
    await eventually { store.state.feed.currentID == ItemID(rawValue: 1) }
    withExtendedLifetime(view) {}
  }

  @Test func keysAfterASwipeMeanTheNewPage() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press("j")
    press(" ")
    #expect(store.state.feed.currentID == ItemID(rawValue: 1))
    #expect(store.state.feed.current?.clip?.isPaused == true)
    withExtendedLifetime(view) {}
  }

  @Test func nothingIsDrawnWhileTheTerminalIsBusyAndOneScreenAfterwards() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.isReady = false
    let before = terminal.screens.count
    press("?")
    press("m")
    press(" ")
    #expect(terminal.screens.count == before)
    terminal.isReady = true
    terminal.onEvent?(.ready)
    #expect(terminal.screens.count == before + 1)
    withExtendedLifetime(view) {}
  }

  @Test func aWaitingPictureOfTheNextClipIsDrawnWithTheSwipe() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    frames.withLock {
      $0[PlayerID(rawValue: 1)] = Frame(
        pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)), serial: 1)
    }
    press("j")
    press("m")
    #expect(terminal.screens.last?[7] == String(repeating: "▀", count: 40))
    withExtendedLifetime(view) {}
  }

  @Test func aRestingPictureIsSentUntilItIsExactAndThenNoMore() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    let before = terminal.screens.count
    terminal.framesUntilExact = 5
    press(" ")
    await eventually { terminal.isExact }
    #expect(terminal.screens.count >= before + 5)
    for _ in 0..<100 { await Task.yield() }
    let settled = terminal.screens.count
    for _ in 0..<100 { await Task.yield() }
    #expect(terminal.screens.count == settled)
    withExtendedLifetime(view) {}
  }

  @Test func theFirstPictureIsSharpBeforeTheNextOneIsShown() async {
    let (view, store) = makeView(now: { 10 })
    await eventually { store.state.feed.currentID != nil }
    terminal.framesUntilExact = .max
    func showPicture(_ number: UInt64) {
      let pixels = repeatElement(UInt32(number), count: 40 * 16)
      frames.withLock {
        $0[PlayerID(rawValue: 0)] = Frame(
          pixels: PixelBuffer(size: PixelSize(width: 40, height: 16), pixels: pixels),
          serial: number)
      }
      view.frameArrived()
    }
    terminal.link.frameLambda = 100
    showPicture(1)
    #expect(terminal.exactness.last == false)
    showPicture(2)
    #expect(terminal.exactness.last == true)
    #expect(terminal.colors.last == Color(rawValue: 1))
    terminal.link.frameLambda = 10
    await eventually { terminal.colors.last == Color(rawValue: 2) }
    #expect(terminal.exactness.last == false)
    terminal.link.frameLambda = 100
    showPicture(3)
    #expect(terminal.colors.last == Color(rawValue: 3))
  }

  @Test func theSeekBarShowsWhereAPausedClipHasStopped() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press(" ")
    time.withLock { $0.position = 7 }
    await eventually { terminal.screens.last?.last?.contains("0:07") ?? false }
    withExtendedLifetime(view) {}
  }

  @Test func aStillRestsWithoutBeingPaused() async {
    time.withLock { $0 = PlaybackTime(isStill: true) }
    terminal.framesUntilExact = 9
    let (view, _) = makeView()
    await eventually { terminal.isExact && !view.isTicking }
    #expect(terminal.exactness.last == true)
    #expect(terminal.screens.last?[9] == String(repeating: " ", count: 40))
    withExtendedLifetime(view) {}
  }

  @Test func theSeekBarMovesWithAPictureNowAndThen() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    var pictures: UInt64 = 0
    func showPicture() {
      pictures += 1
      frames.withLock {
        $0[PlayerID(rawValue: 0)] = Frame(
          pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)), serial: pictures)
      }
      view.frameArrived()
    }
    showPicture()
    let drawn = terminal.screens.count
    for second in 1...20 {
      time.withLock { $0.position = Double(second) }
      showPicture()
    }
    #expect(terminal.screens.count == drawn + 20)
    #expect(Set(terminal.screens.suffix(21).map { $0[9] }).count == 1)
    await eventually {
      // A key keeps the bar awake, however long this takes.
      press(KeyEvent(.function(12)))
      showPicture()
      return terminal.screens.last?[9].contains("0:20") == true
    }
  }

  @Test func theSeekBarMovesWithoutPictures() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    time.withLock { $0.position = 30 }
    await eventually {
      press(KeyEvent(.function(12)))
      return terminal.screens.last?[9].contains("0:30") == true
    }
    withExtendedLifetime(view) {}
  }

  @Test func aResizeIsToldToTheEngine() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvent?(.resized(terminal.size))
    #expect(areas.withLock { $0.last?.size } == PixelSize(width: 100, height: 60))
    #expect(terminal.screens.last?.count == 32)
    withExtendedLifetime(view) {}
  }

  private func setFrame(_ player: Int, _ width: Int, _ height: Int, serial: UInt64 = 1) {
    let pixels = PixelBuffer(size: PixelSize(width: width, height: height))
    frames.withLock { $0[PlayerID(rawValue: player)] = Frame(pixels: pixels, serial: serial) }
  }

  @Test func aPortraitOnAWideScreenHasTextAndPostersBesideIt() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    setFrame(0, 43, 76)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    view.frameArrived()
    let row = "  clip0.mp4" + String(repeating: " ", count: 27) + String(repeating: "▀", count: 43)
    #expect(terminal.screens.last?[1].hasPrefix(row) == true)
    #expect(terminal.screens.last?[36].hasPrefix("  1 of 20 ") == true)
    #expect(terminal.screens.last?[36].contains("↓ clip1.mp4") == true)
    #expect(terminal.screens.last?[38].contains("clip0.mp4") == false, "said twice")
    #expect(terminal.screens.last?[35].hasSuffix(" ") == true)
    // The neighbour's picture comes after the clip has come to rest.
    press(" ")
    setFrame(1, 120, 68)
    view.frameArrived()
    let poster = String(repeating: "▀", count: 30) + "       "
    #expect(terminal.screens.last?[35].hasSuffix(poster) == true)
    let count = terminal.screens.count
    view.frameArrived()
    #expect(terminal.screens.count == count, "nothing new")
    press("j")
    await eventually { store.state.feed.currentID == ItemID(rawValue: 1) }
    #expect(terminal.screens.last?[38].contains("clip1.mp4") == true)
    withExtendedLifetime(view) {}
  }

  @Test func untilTheEngineHasComeAfterAResizeTheLastPictureIsShownInTheNewSize() async {
    setFrame(0, 28, 16)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvent?(.resized(terminal.size))
    #expect(terminal.screens.last?[0] == String(repeating: "▀", count: 100))
    #expect(terminal.screens.last?[28].contains("▀") == true)
    terminal.size = CellSize(columns: 20, rows: 6)
    terminal.onEvent?(.resized(terminal.size))
    #expect(terminal.screens.last?[0].filter { $0 == "▀" }.count == 14)
    setFrame(0, 14, 8, serial: 2)
    view.frameArrived()
    #expect(terminal.screens.last?[0].filter { $0 == "▀" }.count == 14)
    withExtendedLifetime(view) {}
  }

  @Test func theKeyForFillingIsToldToTheEngineAndOnTheScreen() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    press("z")
    #expect(areas.withLock { $0.last?.fit } == .fill)
    #expect(terminal.screens.last?.contains { $0.contains("fill") } == true)
    terminal.size = CellSize(columns: 100, rows: 32)
    terminal.onEvent?(.resized(terminal.size))
    #expect(areas.withLock { $0.last?.fit } == .fill)
    press("z")
    #expect(areas.withLock { $0.last?.fit } == .fit)
    withExtendedLifetime(view) {}
  }

  @Test func captionsAreReadWhenTheScreenIsDrawn() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    captions.withLock { $0 = [Caption(start: 0, end: 1, lines: ["Mind the gap."])] }
    press(" ")
    #expect(terminal.screens.last?.contains { $0.contains("Mind the gap.") } == true)
    withExtendedLifetime(view) {}
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() async {
    let (view, _) = makeView()
    var isClosed = false
    view.onClosed = { isClosed = true }
    terminal.onEvent?(.closed)
    #expect(isClosed)
    withExtendedLifetime(view) {}
  }
}
