import AppFeature
import Composable
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// Pages that slide onto the screen.
extension AppViewTests {
  private func notes(_ count: Int) -> [FeedItem] {
    (0..<count).map { number in
      FeedItem(
        id: ItemID(rawValue: number),
        kind: .article(
          Article(
            title: CleanText("Text \(number)"),
            paragraphs: (0..<9).map { CleanText("Line \($0) of \(number)") })))
    }
  }

  private func makeMotionView(
    _ items: [FeedItem]? = nil, isAnimated: Bool = true
  ) async -> (AppView, StoreOf<App>) {
    let made = makeView(items ?? notes(20), isAnimated: isAnimated)
    await eventually { made.1.state.feed.items.count > 4 }
    return made
  }

  /// Lets time go on to so many seconds after the start, and shows what is seen then.
  private func pass(to time: Double) {
    viewClock.pass(time - (viewClock.now - FakeClock.start))
    terminal.onEvents?([.frameWanted])
  }

  /// By how many rows the screen has moved, as often as it has.
  private var moves: [Int] { terminal.scrolls.compactMap { $0?.distance }.filter { $0 != 0 } }

  private var screen: [String] { terminal.screens.last ?? [] }

  @Test func bothPagesAreVisibleDuringASlide() async {
    let (view, store) = await makeMotionView()
    press("j")
    #expect(!moves.isEmpty)
    await eventually { store.state.feed.currentID == 1 }
    expectScreen(
      screen,
      """

        Line 0 of 0

        Line 1 of 0



        Text 1
       Text 1                         2 of 20
       Space: read more                   0 %
      """)
    pass(to: 0.05)
    expectScreen(
      screen,
      """
        Line 1 of 0



        Text 1

        Line 0 of 1

       Text 1                         2 of 20
       Space: read more                   0 %
      """)
    pass(to: 0.2)
    expectScreen(
      screen,
      """

        Text 1

        Line 0 of 1

        Line 1 of 1


       Text 1                         2 of 20
       Space: read more                   0 %
      """)
    withExtendedLifetime(view) {}
  }

  @Test func burstIsOneSlide() async {
    let (view, store) = await makeMotionView()
    press(Array(repeating: "j", count: 4))
    await eventually { store.state.feed.currentID == 4 }
    #expect(screen.contains { $0.contains("Text 4") })
    for step in 1...12 { pass(to: Double(step) * Slide.interval) }
    #expect(moves.reduce(0, +) == 8)
    #expect(!terminal.screens.contains { $0[..<8].contains { $0.contains("Text 2") } })
    // Nothing moves any more, and the page is made exact.
    viewClock.pass(0.1)
    #expect(terminal.exactness.last == true)
    #expect(terminal.scrolls.last == .some(nil))
    withExtendedLifetime(view) {}
  }

  @Test func swipeDuringASlideExtendsIt() async {
    let (view, store) = await makeMotionView()
    press("j")
    #expect(!moves.isEmpty)
    pass(to: 0.04)
    terminal.onEvents?([.mouse(MouseEvent(.wheel(.down), column: 3, row: 3))])
    await eventually { store.state.feed.currentID == 2 }
    let before = moves.reduce(0, +)
    #expect((1..<8).contains(before - (moves.last ?? 0)))
    pass(to: 0.3)
    #expect(moves.reduce(0, +) > 8)
    #expect(screen[0].contains("Text 2") || screen[1].contains("Text 2"))
    withExtendedLifetime(view) {}
  }

  @Test func swipeBackReversesTheSlide() async {
    let (view, store) = await makeMotionView()
    let still = screen
    press("j")
    #expect(!moves.isEmpty)
    pass(to: 0.04)
    press("k")
    await eventually { store.state.feed.currentID == 0 }
    #expect((moves.last ?? 0) < 0)
    pass(to: 0.3)
    #expect(moves.reduce(0, +) == 0)
    #expect(screen == still)
    withExtendedLifetime(view) {}
  }

  enum Obstacle: CaseIterable {
    case option, slowLink, images, fewColors, noMargins
  }

  @Test(arguments: Obstacle.allCases)
  func pagesChangeAtOnceWithoutMotion(_ obstacle: Obstacle) async {
    switch obstacle {
    case .option: break
    case .slowLink: terminal.link.throughput = 1000
    case .images:
      terminal.capabilities.frameForm = .pixels(cell: PixelSize(width: 8, height: 16))
    case .fewColors: terminal.capabilities.colorDepth = .palette8
    case .noMargins: terminal.capabilities.movesRows = false
    }
    let (view, store) = await makeMotionView(isAnimated: obstacle != .option)
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(screen.contains { $0.contains("Text 1") })
    #expect(!screen.contains { $0.contains("of 0") })
    #expect(terminal.scrolls.allSatisfy { $0 == nil })
    withExtendedLifetime(view) {}
  }

  @Test func movableImagesSlide() async {
    terminal.capabilities.frameForm = .pixels(cell: PixelSize(width: 8, height: 16))
    terminal.capabilities.movesImages = true
    terminal.capabilities.movesRows = false
    // Of what goes through shared memory the link tells nothing.
    terminal.link.throughput = 1000
    let (view, _) = await makeMotionView()
    press("j")
    #expect(!moves.isEmpty)
    withExtendedLifetime(view) {}
  }

  @Test func overlayOrResizeEndsTheSlide() async {
    let (view, store) = await makeMotionView()
    press("j")
    #expect(!moves.isEmpty)
    press(KeyEvent(.enter))
    #expect(store.state.feed.overlay?.details?.id == store.state.feed.currentID)
    #expect(terminal.scrolls.last == .some(nil))
    press(KeyEvent(.escape))
    #expect(terminal.scrolls.last == .some(nil))
    #expect(!screen.contains { $0.contains("of 0") })
    press("j")
    #expect(terminal.scrolls.last != .some(nil))
    terminal.size = CellSize(columns: 60, rows: 12)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(terminal.scrolls.last == .some(nil))
    #expect(!screen.contains { $0.contains("of 1") })
    withExtendedLifetime(view) {}
  }

  // MARK: Clips

  private var clips: [FeedItem] {
    (0..<20).map {
      FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
    }
  }

  /// A player shows a frame of one colour.
  private func show(_ color: UInt32, of player: Int, serial: UInt64) {
    let pixels = repeatElement(color, count: 40 * 16)
    frames.withLock {
      $0[PlayerID(rawValue: player)] = Frame(
        pixels: PixelBuffer(size: PixelSize(width: 40, height: 16), pixels: pixels),
        serial: serial)
    }
  }

  @Test func clipWithoutAFrameAppearsAtOnce() async {
    let (view, store) = await makeMotionView(clips)
    show(5, of: 0, serial: 1)
    view.frameArrived()
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(terminal.scrolls.allSatisfy { $0 == nil })
    #expect(screen[0].allSatisfy { $0 == " " })
    show(6, of: 1, serial: 1)
    view.frameArrived()
    #expect(terminal.scrolls.allSatisfy { $0 == nil })
    #expect(terminal.colors.last == Color(rawValue: 6))
  }

  @Test func clipSlidesWithItsFirstFrameThenPlays() async {
    let (view, _) = await makeMotionView(clips)
    show(5, of: 0, serial: 1)
    view.frameArrived()
    show(6, of: 1, serial: 1)
    press("j")
    #expect(!moves.isEmpty)
    #expect(terminal.colors.last == Color(rawValue: 5))
    let drawn = terminal.screens.count
    show(7, of: 1, serial: 2)
    view.frameArrived()
    #expect(terminal.screens.count == drawn)
    pass(to: 0.09)
    #expect(terminal.colors.last == Color(rawValue: 6))
    await eventually { played.withLock { $0.last } == PlayerID(rawValue: 1) }
    viewClock.pass(0.1)
    #expect(terminal.colors.last == Color(rawValue: 7))
    #expect(terminal.scrolls.last == .some(nil))
  }

  @Test func busyTerminalSkipsSlideSteps() async {
    let (view, _) = await makeMotionView()
    press("j")
    #expect(!moves.isEmpty)
    terminal.isReady = false
    let drawn = terminal.screens.count
    for step in 1...5 { pass(to: Double(step) * Slide.interval) }
    #expect(terminal.screens.count == drawn)
    terminal.isReady = true
    terminal.onEvents?([.ready])
    #expect(terminal.screens.count == drawn + 1)
    #expect(moves.count == 2)
    #expect((3..<8).contains(moves.reduce(0, +)))
    withExtendedLifetime(view) {}
  }
}
