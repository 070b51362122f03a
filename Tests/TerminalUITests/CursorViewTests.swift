import AppFeature
import Composable
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// What the view tells screen readers, and the terminal's window.
extension AppViewTests {
  private var screen: [String] { terminal.screens.last ?? [] }

  private var cursor: [Int] { terminal.cursor.map { [$0.column, $0.row] } ?? [] }

  private func row(_ text: String) -> Int? { screen.firstIndex { $0.contains(text) } }

  private func soon(_ condition: () -> Bool) async {
    await eventually {
      viewClock.pass(0)
      return condition()
    }
  }

  @Test func cursorRestsAtTheTitleWhereOneTypesOrAtTheOverlay() async {
    let (view, store) = makeView()
    await soon { row("1 of 20") != nil }
    #expect(cursor == [1, 8])
    for key in ["/", "c", "l"] as [KeyEvent] { press(key) }
    await soon { screen[8].hasPrefix(" /cl ") }
    #expect(cursor == [4, 8])
    press(KeyEvent(.escape))
    await soon { cursor == [1, 8] }
    press(KeyEvent(.enter))
    await soon { row("Esc closes") != nil }
    #expect(cursor == [0, row("Esc closes") ?? -1])
    withExtendedLifetime((view, store)) {}
  }

  @Test func cursorRestsAtTheSelectedChapter() async {
    let chapters = ["Mill", "Rain", "Lamp"].enumerated().map { number, title in
      Chapter(
        start: Double(number) * 20, end: Double(number + 1) * 20, title: CleanText(title))
    }
    details.withLock { $0 = MediaDetails(container: "Matroska", chapters: chapters) }
    let (view, store) = makeView()
    await soon { row("1 of 20") != nil }
    press("C")
    await soon { row("Lamp") != nil }
    #expect(cursor == [0, row("Mill") ?? -1])
    press(KeyEvent(.down))
    await soon { cursor == [0, row("Rain") ?? -1] }
    withExtendedLifetime((view, store)) {}
  }

  @Test func cursorRestsBelowTheTileUnderTheCursor() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView(clips: 60)
    await soon { row("1 of 60") != nil }
    press("v")
    await soon { row("clip11.mp4") != nil }
    press(KeyEvent(.right))
    await soon { row("2 of 60") != nil }
    #expect(cursor == [20, row("clip1.mp4") ?? -1])
    #expect(terminal.title == "flick")
    press("/")
    await soon { screen[22].hasPrefix(" / ") }
    #expect(cursor == [2, 22])
    withExtendedLifetime((view, store)) {}
  }

  @Test func cursorRestsAtATitleBesideTheFrame() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    setFrame(0, 43, 76)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    view.frameArrived()
    #expect(screen[1].hasPrefix("  clip0.mp4"))
    #expect(cursor == [2, 1])
  }

  @Test func windowHasTheTitleOfAClipThatIsThere() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    setFrame(0, 28, 16)
    view.frameArrived()
    #expect(terminal.title == "clip0.mp4")
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(terminal.title == "clip0.mp4")
    setFrame(1, 28, 16)
    view.frameArrived()
    #expect(terminal.title == "clip1.mp4")
  }

  @Test func windowHasNoTitleOfAPageThatMoves() async {
    let notes = (0..<20).map { number in
      FeedItem(
        id: ItemID(rawValue: number),
        kind: .article(Article(title: CleanText("Text \(number)"), paragraphs: ["Line"])))
    }
    let (view, store) = makeView(notes, isAnimated: true)
    await eventually { store.state.feed.items.count > 4 }
    #expect(terminal.title == "Text 0")
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(terminal.title == "Text 0")
    viewClock.pass(1)
    #expect(terminal.title == "Text 1")
    withExtendedLifetime(view) {}
  }
}
