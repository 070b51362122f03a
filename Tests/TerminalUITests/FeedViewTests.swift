import AppFeature
import Composable
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// What the view and the feed tell each other.
extension AppViewTests {
  private func articles(_ count: Int, paragraphs: Int = 40) -> [FeedItem] {
    (0..<count).map { number in
      let lines = (0..<paragraphs).map { CleanText("Line \($0) of text \(number).") }
      return FeedItem(
        id: ItemID(rawValue: number),
        kind: .article(Article(title: CleanText("Text \(number)"), paragraphs: lines)))
    }
  }

  private var screen: String { terminal.screens.last?.joined(separator: "\n") ?? "" }

  @Test func articleScrollsAndSwipes() async {
    let (view, store) = makeView(articles(3))
    await eventually { screen.contains("Line 0 of text 0.") }
    #expect(screen.contains("Space: read more"))
    press(" ")
    #expect(!screen.contains("Line 0 of"))
    #expect(store.state.feed.currentID == 0)
    for _ in 0..<40 { press(" ") }
    #expect(screen.contains("Line 39 of text 0."))
    #expect(screen.contains(" end "))
    #expect(store.state.feed.currentID == 0)
    press("0")
    #expect(screen.contains("Line 0 of text 0."))
    press(KeyEvent(.down))
    await eventually { screen.contains("Line 0 of text 1.") }
    withExtendedLifetime(view) {}
  }

  @Test func resizeKeepsTheScrollPosition() async {
    let (view, store) = makeView(articles(1))
    await eventually { screen.contains("Line 0 of text 0.") }
    press("9")
    terminal.size = CellSize(columns: 80, rows: 200)
    terminal.onEvents?([.resized(terminal.size)])
    #expect(screen.contains("Line 0 of text 0.") && screen.contains("Line 39 of text 0."))
    #expect(store.state.feed.current?.article?.scroll.row == 0)
    withExtendedLifetime(view) {}
  }

  @Test func detailsCoverThePageScrollAndClose() async {
    let (view, store) = makeView()
    await eventually { screen.contains("1 of 20") }
    press(KeyEvent(.enter))
    await eventually { screen.contains("Esc closes") }
    #expect(screen.contains("Path"))
    press(KeyEvent(.down))
    #expect(store.state.feed.currentID == 0)
    press(KeyEvent(.escape))
    await eventually { !screen.contains("Esc closes") }
    press(KeyEvent(.enter))
    press(KeyEvent(.enter))
    await eventually { !screen.contains("Esc closes") }
    withExtendedLifetime(view) {}
  }

  @Test func lettersAreTypedIntoTheFilter() async {
    let (view, store) = makeView()
    await eventually { screen.contains("1 of 20") }
    press("/")
    for key in ["q", "m", " ", "l"] as [KeyEvent] { press(key) }
    #expect(store.state.feed.overlay?.line?.text == "qm l")
    #expect(!store.state.isLeaving)
    press(KeyEvent(.character("w"), .control))
    #expect(store.state.feed.overlay?.line?.text == "qm ")
    press(KeyEvent(.character("u"), .control))
    terminal.onEvents?([.paste(Array("clip\u{1B}[31m1\n".utf8))])
    #expect(store.state.feed.overlay?.line?.text == "clip[31m1 ")
    press(KeyEvent(.escape))
    await eventually { store.state.feed.overlay?.line == nil }
    terminal.onEvents?([.paste(Array("q".utf8))])
    #expect(!store.state.isLeaving)
    withExtendedLifetime(view) {}
  }

  @Test func enterKeepsTheFilterAndEscapeDropsIt() async {
    let (view, store) = makeView()
    await eventually { screen.contains("1 of 20") }
    press("/")
    for key in ["c", "l", "i", "p", "1"] as [KeyEvent] { press(key) }
    await eventually { screen.contains("11 matches in 20") }
    press(KeyEvent(.enter))
    await eventually { screen.contains("of 11 ") }
    press(KeyEvent(.escape))
    await eventually { screen.contains("of 20 ") && !screen.contains("matches") }
    #expect(store.state.feed.filter == .none)
    withExtendedLifetime(view) {}
  }

  @Test func feedChangesAreShown() async {
    let items = articles(3, paragraphs: 1)
    let index = TestIndex(items)
    let (view, _) = makeView(items, index: index)
    await eventually { screen.contains("1 of 3") }
    let new = FeedItem(
      id: ItemID(rawValue: 0),
      kind: .article(Article(title: "Text 0", paragraphs: ["Written anew."])))
    let before = terminal.screens.count
    index.change([.reload(new)])
    await eventually { screen.contains("Written anew.") }
    #expect(terminal.screens.count - before <= 3)
    index.change([.delete(ItemID(rawValue: 2))])
    await eventually { screen.contains("1 of 2") }
    withExtendedLifetime(view) {}
  }

  @Test func refreshReportsItsResult() async {
    let items = articles(4, paragraphs: 1)
    let index = TestIndex(items)
    let (view, store) = makeView(items, index: index)
    await eventually { screen.contains("1 of 4") }
    index.pending.withLock { $0 = [.delete(ItemID(rawValue: 2)), .delete(ItemID(rawValue: 3))] }
    press("r")
    await eventually { screen.contains("2 gone") && screen.contains("1 of 2") }
    index.pending.withLock { $0 = [] }
    press("r")
    await eventually { screen.contains("up to date") }
    #expect(store.state.feed.currentID == 0)
    withExtendedLifetime(view) {}
  }

  @Test func runningCountIsShown() async {
    let items = articles(1, paragraphs: 1)
    let index = TestIndex(items)
    index.isGrowing.withLock { $0 = true }
    let (view, _) = makeView(items, index: index)
    await eventually { screen.contains("1 of 1+") }
    index.isGrowing.withLock { $0 = false }
    viewClock.pass(TitleBar.placeInterval)
    #expect(screen.contains("1 of 1 "))
    withExtendedLifetime(view) {}
  }

  @Test func pathIsCopiedAndOpenFailureIsReported() async {
    let (view, _) = makeView()
    await eventually { screen.contains("1 of 20") }
    press("y")
    await eventually {
      copied.withLock { $0 } == ["clip0.mp4"] && screen.contains("/clips/clip0.mp4")
    }
    press("o")
    await eventually { screen.contains("couldn't open") }
    withExtendedLifetime(view) {}
  }

  @Test func doubleClickLikesWithoutPausing() async {
    let (view, store) = makeView()
    await eventually { screen.contains("1 of 20") }
    let click = TerminalEvent.mouse(MouseEvent(.press(.left), column: 20, row: 4))
    terminal.onEvents?([click])
    terminal.onEvents?([click])
    #expect(store.state.feed.current?.clip?.play == .playing)
    await eventually { store.state.feed.currentMarks.isLiked }
    #expect(screen.contains("♥"))
    withExtendedLifetime(view) {}
  }

  @Test func waiterGetsAFrame() async {
    let (view, _) = makeView()
    await eventually { screen.contains("1 of 20") }
    let before = terminal.screens.count
    terminal.onEvents?([.frameWanted])
    #expect(terminal.screens.count == before + 1)
    withExtendedLifetime(view) {}
  }
}
