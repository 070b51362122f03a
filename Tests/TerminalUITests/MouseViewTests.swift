import AppFeature
import Clients
import Composable
import ComposableTesting
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// What the mouse does to the screen.
extension AppViewTests {
  private func mouse(_ kind: MouseEvent.Kind, column: Int, row: Int) {
    terminal.onEvents?([.mouse(MouseEvent(kind, column: column, row: row))])
  }

  @Test func clickOnTheFramePauses() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    mouse(.press(.left), column: 20, row: 4)
    #expect(store.state.feed.current?.clip?.play == .paused)
    mouse(.release(.left), column: 20, row: 4)
    mouse(.press(.left), column: 20, row: 8)
    mouse(.press(.left), column: 2, row: 9)
    #expect(store.state.feed.current?.clip?.play == .paused)
    #expect(store.state.feed.currentID == 0)
    withExtendedLifetime(view) {}
  }

  @Test func sidePanelIgnoresClicks() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    frames.withLock {
      $0[PlayerID(rawValue: 0)] = Frame(
        pixels: PixelBuffer(size: PixelSize(width: 42, height: 76)), serial: 1)
    }
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    mouse(.press(.left), column: 10, row: 20)
    mouse(.press(.left), column: 110, row: 20)
    #expect(store.state.feed.current?.clip?.play == .playing)
    mouse(.press(.left), column: 60, row: 20)
    #expect(store.state.feed.current?.clip?.play == .paused)
    withExtendedLifetime(view) {}
  }

  @Test func clickOnANeighboursPosterGoesThere() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    setFrame(0, 43, 76)
    setFrame(1, 43, 76)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    view.frameArrived()
    // Its title, then beside it.
    let row = terminal.screens.last?.firstIndex { $0.contains("↓ clip1.mp4") } ?? 0
    mouse(.press(.left), column: 118, row: row)
    #expect(store.state.feed.currentID == 0)
    mouse(.press(.left), column: 85, row: row)
    await eventually { store.state.feed.currentID == 1 }
    view.frameArrived()
    // The frame of the one before is at the top.
    mouse(.press(.left), column: 85, row: 3)
    await eventually { store.state.feed.currentID == 0 }
    withExtendedLifetime(view) {}
  }

  @Test func clickOnACountJudgesWhatWasSeen() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let items = (0..<20).map {
      FeedItem(id: ItemID(rawValue: $0), kind: .clip(Clip(file: FilePath("clip\($0).mp4"))))
    }
    let index = TestIndex(items)
    index.verdicts.withLock { $0 = VerdictCount() }
    let (view, store) = makeView(items, index: index)
    await eventually { store.state.feed.items.count > 1 }
    store.send(.feed(.triage(.toggled)))
    store.send(.feed(.escapeTapped))
    await eventually { store.state.feed.window.opening == nil }
    func click(_ words: String) {
      // No second one of two.
      viewClock.pass(1)
      let row = terminal.screens.last?[22] ?? ""
      guard let range = row.firstRange(of: words) else { return }
      mouse(
        .press(.left), column: row.distance(from: row.startIndex, to: range.lowerBound), row: 22)
    }
    store.send(.feed(.frameShown(0, in: 0)))
    click("0 rejected")
    #expect(store.state.feed.toast.message == .tooEarly)
    date.withLock { $0 += 1 }
    click("20 unreviewed")
    #expect(store.state.feed.triage.undo.done.isEmpty)
    click("0 rejected")
    await eventually { store.state.feed.currentID == 1 }
    #expect(store.state.feed.review(of: ItemID(rawValue: 0)).verdict == .reject)
    // The next one has not been seen yet.
    click("0 kept")
    #expect(store.state.feed.toast.message == .tooEarly)
    #expect(store.state.feed.review(of: ItemID(rawValue: 1)).isEmpty)
    withExtendedLifetime(view) {}
  }

  @Test func mouseDragsTheSeekBar() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.current?.clip?.status == .ready }
    mouse(.press(.left), column: 24, row: 9)
    #expect(store.state.feed.current?.clip?.hold == .seekBar)
    // Of 60 seconds in 26 columns, at the middle of a column.
    let (first, last) = (60 * (16.5 / 26), 60 * (4.5 / 26))
    #expect(sought.withLock { $0 } == [first])
    // Wherever the pointer is, it pulls; the time is that of the hand.
    mouse(.move(.left), column: 39, row: 2)
    #expect(sought.withLock { $0.last } == 60)
    #expect(terminal.screens.last?[9].contains("1:00 ████") == true)
    mouse(.release(.left), column: 12, row: 2)
    #expect(store.state.feed.current?.clip?.hold == nil)
    #expect(store.state.feed.current?.clip?.play == .playing)
    #expect(sought.withLock { $0.last } == last)
    #expect(exact.withLock { $0 } == [last])
    withExtendedLifetime(view) {}
  }

  @Test func trackpadFlingIsOneSwipe() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    for _ in 0..<12 {
      mouse(.wheel(.down), column: 20, row: 4)
      viewClock.pass(0.01)
    }
    #expect(store.state.feed.currentID == 1)
    withExtendedLifetime(view) {}
  }

  @Test func theRightButtonShowsDetailsAndTheWheelScrollsThem() async throws {
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    mouse(.press(.right), column: 20, row: 4)
    #expect(store.state.feed.overlay?.details?.item.id == 0)
    mouse(.press(.left), column: 20, row: 4)
    mouse(.wheel(.down), column: 20, row: 4)
    #expect(store.state.feed.overlay?.details?.item.id == 0)
    #expect(store.state.feed.current?.clip?.play == .playing)
    #expect(store.state.feed.currentID == 0)
    mouse(.press(.right), column: 20, row: 4)
    #expect(store.state.feed.overlay?.details == nil)
    withExtendedLifetime(view) {}
  }

  @Test func wheelScrollsTextSmoothly() async {
    let text = CleanText(Array(repeating: "word", count: 400).joined(separator: " "))
    let items = (0..<3).map {
      FeedItem(
        id: ItemID(rawValue: $0), kind: .article(Article(title: "Text", paragraphs: [text])))
    }
    let (view, store) = makeView(items)
    await eventually { (store.state.feed.current?.article?.scroll.lastRow ?? 0) > 20 }
    mouse(.press(.left), column: 20, row: 4)
    mouse(.press(.left), column: 20, row: 4)
    #expect(store.state.feed.current?.article?.scroll.row == 0)
    mouse(.wheel(.right), column: 20, row: 4)
    #expect(store.state.feed.current?.article?.scroll.row == 0)
    withExtendedLifetime(view) {}
  }

  @Test func hoveringTheSeekBarShowsAPreview() async {
    terminal.size = CellSize(columns: 80, rows: 24)
    let (view, store) = makeView()
    await eventually { store.state.feed.current?.clip?.status == .ready }
    #expect(terminal.isMotionReported)
    mouse(.move(nil), column: 41, row: 23)
    // The bar is 66 columns long, and begins behind eight.
    #expect(store.state.controls.hover == 33.5 / 66)
    await eventually {
      terminal.screens.last?[20].contains("▀▀▀▀") == true
        && terminal.screens.last?[21].contains("0:30") == true
    }
    // While the frame is on its way, the pointer goes on: only the newest is wanted next.
    mouse(.move(nil), column: 50, row: 23)
    mouse(.move(nil), column: 55, row: 23)
    mouse(.move(nil), column: 60, row: 23)
    await eventually { stills.withLock { $0.count } == 3 }
    #expect(terminal.screens.last?[21].contains("0:30") == false)
    mouse(.move(nil), column: 60, row: 4)
    #expect(store.state.controls.hover == nil)
    #expect(terminal.screens.last?[20].contains("▀") == false)
    withExtendedLifetime(view) {}
  }

  @Test func irrelevantMotionSendsNothing() async {
    let (view, store) = makeView()
    await eventually { store.state.feed.current?.clip?.status == .ready }
    await pass(1)
    mouse(.move(nil), column: 5, row: 4)
    await pass(0.3)
    for column in 0..<40 { mouse(.move(nil), column: column, row: 4) }
    #expect(store.state.controls.isAwake)
    await pass(1.8)
    #expect(!store.state.controls.isAwake)
    mouse(.move(nil), column: 5, row: 4)
    #expect(store.state.controls.isAwake)
    // Somebody is there all the same: the bar stays.
    for _ in 0..<10 {
      await pass(0.6)
      mouse(.move(nil), column: 5, row: 4)
    }
    #expect(store.state.controls.isAwake)
    await pass(3)
    #expect(!store.state.controls.isAwake)
    withExtendedLifetime(view) {}
  }

  @Test func motionIsReportedWithASeekBarAndAFastLink() async {
    let items = [
      FeedItem(id: ItemID(rawValue: 0), kind: .clip(Clip(file: FilePath("clip.mp4")))),
      FeedItem(
        id: ItemID(rawValue: 1), kind: .article(Article(title: "Text", paragraphs: ["Read."]))),
    ]
    let (view, store) = makeView(items)
    await eventually { store.state.feed.items.count > 1 }
    #expect(terminal.isMotionReported)
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(!terminal.isMotionReported)
    terminal.link.roundTrip = 0.3
    press("k")
    await eventually { store.state.feed.currentID == 0 }
    #expect(!terminal.isMotionReported)
    terminal.link.roundTrip = 0.02
    press("m")
    #expect(terminal.isMotionReported)
    press(KeyEvent(.enter))
    #expect(!terminal.isMotionReported)
    withExtendedLifetime(view) {}
  }
}
