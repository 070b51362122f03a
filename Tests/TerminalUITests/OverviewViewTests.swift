import AppFeature
import Composable
import ComposableTesting
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// The overview as the view shows it.
extension AppViewTests {
  private var screen: String { terminal.screens.last?.joined(separator: "\n") ?? "" }

  /// Waits for something, and has the view look meanwhile.
  private func soon(_ condition: () -> Bool) async {
    await eventually {
      viewClock.pass(0)
      return condition()
    }
  }

  private func openSheet() async -> (AppView, StoreOf<App>) {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView(clips: 60)
    await soon { screen.contains("1 of 60") }
    press("v")
    await soon { screen.contains("clip11.mp4") }
    return (view, store)
  }

  @Test func sheetShowsTilesAndWantsTheirPictures() async {
    let (view, store) = await openSheet()
    #expect(thumbnails.area.withLock { $0 }?.size.width == 19)
    #expect(areas.withLock { $0.last }?.size.width == 19)
    await soon { store.state.feed.overview?.tiles.count == 24 }
    await storeClock.advance(by: .milliseconds(100))
    await soon { thumbnails.wanted.withLock { $0 }.count == 24 }
    thumbnails.make([
      ItemID(rawValue: 1): Thumbnail(.failure(.damaged)),
      ItemID(rawValue: 2): Thumbnail(.success(1)),
    ])
    await soon { screen.contains("damaged") }
    #expect(store.state.feed.overview?.count == 60)
    press("v")
    await soon { store.state.feed.overview == nil }
    await soon { !screen.contains("clip11.mp4") }
    #expect(areas.withLock { $0.last }?.size.width == 80)
    withExtendedLifetime(view) {}
  }

  @Test func clickOpensATileAndTheWheelScrolls() async {
    let (view, store) = await openSheet()
    terminal.onEvents?([.mouse(MouseEvent(.wheel(.down, count: 2), column: 5, row: 5))])
    await soon { screen.contains("clip19.mp4") && !screen.contains("clip7.mp4") }
    // The second tile of the second row.
    terminal.onEvents?([.mouse(MouseEvent(.press(.left), column: 30, row: 8))])
    await soon { store.state.feed.overview == nil }
    await soon { store.state.feed.currentID == 13 }
    withExtendedLifetime(view) {}
  }

  @Test func doubleClickOpensATileAndDoesNotPause() async {
    let (view, store) = await openSheet()
    let click = MouseEvent(.press(.left), column: 30, row: 8)
    terminal.onEvents?([.mouse(click), .mouse(MouseEvent(.release(.left), column: 30, row: 8))])
    await soon { store.state.feed.overview == nil }
    terminal.onEvents?([.mouse(click)])
    #expect(store.state.feed.current?.clip?.play == .playing)
    terminal.onEvents?([.mouse(click)])
    #expect(store.state.feed.current?.clip?.play == .paused)
    withExtendedLifetime(view) {}
  }

  /// The cursor moves; the overview does not slide off the screen as a page would.
  @Test func movingTheCursorSlidesNothing() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView(
      (0..<60).map {
        FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
      }, isAnimated: true)
    await soon { screen.contains("1 of 60") }
    press("v")
    await soon { store.state.feed.overview?.tiles.isEmpty == false }
    viewClock.pass(0.3)
    await soon { screen.contains("clip11.mp4") }
    press(KeyEvent(.right))
    await soon { screen.contains("2 of 60") }
    let slides = view.painter.motion.isUnderWay
    #expect(!slides)
    #expect(screen.contains("clip0.mp4") && screen.contains("clip11.mp4"))
    withExtendedLifetime(store) {}
  }

  /// The overview comes from above, and the page from below: they move as pages do.
  @Test func sheetSlidesInAndOut() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView(
      (0..<60).map {
        FeedItem(
          id: ItemID(rawValue: $0),
          kind: .article(Article(title: CleanText("Text \($0)"), paragraphs: ["Line"])))
      }, isAnimated: true)
    var moves: [Int] { terminal.scrolls.compactMap { $0?.distance }.filter { $0 != 0 } }
    await soon { screen.contains("1 of 60") }
    press("v")
    #expect((moves.last ?? 0) < 0)
    await soon { store.state.feed.overview?.tiles.isEmpty == false }
    viewClock.pass(0.3)
    #expect(screen.contains("Text 11"))
    #expect(moves.reduce(0, +) == -22)
    press("v")
    #expect((moves.last ?? 0) > 0)
    #expect(screen.contains("Text 11"))
    viewClock.pass(0.3)
    #expect(moves.reduce(0, +) == 0)
    #expect(!screen.contains("Text 11"))
    withExtendedLifetime(view) {}
  }

  /// The clip under the cursor plays instead of turning.
  @Test func tilesTurnThroughTheirPictures() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView(
      (0..<9).map {
        FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
      }, isAnimated: true)
    setFrame(0, 19, 10)
    await soon { screen.contains("1 of 9") }
    press("v")
    await soon { store.state.feed.overview?.tiles.count == 9 }
    thumbnails.make(
      Dictionary(
        uniqueKeysWithValues: [0, 2, 3].map {
          (ItemID(rawValue: $0), Thumbnail(.success($0)))
        }))
    await soon { thumbnails.moving.withLock { $0.map(\.rawValue) } == [0, 2, 3] }
    var turns: [Int] {
      thumbnails.turns.withLock { turns in [0, 2, 3].map { turns[ItemID(rawValue: $0)] ?? 0 } }
    }
    #expect(turns == [0, 0, 0])
    for _ in 0..<13 { viewClock.pass(0.05) }
    #expect(turns == [0, 1, 0])
    for _ in 0..<4 { viewClock.pass(0.05) }
    #expect(turns == [0, 1, 1])
    // A busy link is for other things.
    terminal.isReady = false
    for _ in 0..<20 { viewClock.pass(0.05) }
    #expect(turns == [0, 1, 1])
    terminal.isReady = true
    terminal.link.throughput = 500
    for _ in 0..<20 { viewClock.pass(0.05) }
    #expect(thumbnails.moving.withLock(\.isEmpty))
    withExtendedLifetime(view) {}
  }

  @Test func nothingMovesWithoutAnimation() async {
    let (view, store) = await openSheet()
    setFrame(0, 19, 10)
    thumbnails.make([
      ItemID(rawValue: 2): Thumbnail(.success(1)),
      ItemID(rawValue: 3): Thumbnail(.success(2)),
    ])
    await soon { view.painter.overview.thumbnails.count == 2 }
    let playing = view.playingTile?.id
    #expect(playing == nil)
    #expect(thumbnails.moving.withLock(\.isEmpty))
    withExtendedLifetime(store) {}
  }

  @Test func withoutSectionsTheKeyOfShelvesSaysSo() async {
    let (view, store) = await openSheet()
    press("b")
    await soon { screen.contains("no sections here") }
    #expect(store.state.feed.overview?.shelfCount == 0)
    withExtendedLifetime(view) {}
  }

  @Test func keysOfPlayDoNothingThere() async {
    let (view, store) = await openSheet()
    let before = sought.withLock { $0 }
    for key in [",", "5", "z", "R"] as [KeyEvent] { press(key) }
    press(KeyEvent(.right))
    #expect(store.state.feed.overview?.cursor == 1)
    #expect(sought.withLock { $0 } == before)
    press("?")
    await soon { screen.contains("overview; triage") }
    // The keys of the overview, and no others.
    #expect(screen.contains("mark up to here") && screen.contains("play the clip"))
    #expect(!screen.contains("volume") && !screen.contains("next clip"))
    press(KeyEvent(.escape))
    press(KeyEvent(.escape))
    await soon { store.state.feed.overview == nil }
    withExtendedLifetime(view) {}
  }
}
