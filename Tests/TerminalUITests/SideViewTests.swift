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

/// What stands beside a portrait.
extension AppViewTests {
  func setFrame(_ player: Int, _ width: Int, _ height: Int, serial: UInt64 = 1) {
    let pixels = PixelBuffer(size: PixelSize(width: width, height: height))
    frames.withLock { $0[PlayerID(rawValue: player)] = Frame(pixels: pixels, serial: serial) }
  }

  @Test func portraitOnAWideScreenHasSideTextAndPosters() async {
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
    // The neighbour's frame comes after the clip has come to rest.
    press(" ")
    setFrame(1, 120, 68)
    view.frameArrived()
    let poster = String(repeating: "▀", count: 30) + "       "
    #expect(terminal.screens.last?[35].hasSuffix(poster) == true)
    let count = terminal.screens.count
    view.frameArrived()
    #expect(terminal.screens.count == count, "nothing new")
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    #expect(terminal.screens.last?[38].contains("clip1.mp4") == true)
    withExtendedLifetime(view) {}
  }

  /// The columns in which text stands beside a frame of 43 columns.
  private func text(_ row: Int) -> String { String(terminal.screens.last?[row].prefix(36) ?? "") }

  @Test func sideTextYieldsToStatistics() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    setFrame(0, 43, 76)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    view.frameArrived()
    press(" ")
    await pass(9)
    #expect(store.state.feed.toast.message == nil)
    let before = terminal.screens.last
    press("i")
    let rows = (0..<38).filter { text($0).contains("clip0.mp4") }
    #expect(rows.count == 1 && rows[0] > 1)
    let last = (0..<38).last { text($0).hasPrefix("  Dropped") || text($0).hasPrefix("  Memory") }
    #expect(rows[0] > last ?? 38)
    #expect(text(36).hasPrefix("  1 of 20 "))
    #expect(terminal.screens.last?[36].contains("↓ clip1.mp4") == true)
    #expect(terminal.screens.last?[38].contains("clip0.mp4") == false, "said twice")
    press("i")
    #expect(terminal.screens.last == before)
    withExtendedLifetime(view) {}
  }

  @Test func withoutRoomTheTitleBarNamesTheItem() async {
    terminal.size = CellSize(columns: 80, rows: 10)
    setFrame(0, 9, 16)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 1 }
    view.frameArrived()
    #expect(text(0).contains("clip0.mp4"))
    press("i")
    #expect((0..<8).allSatisfy { !text($0).contains("clip0.mp4") })
    #expect(terminal.screens.last?[8].hasPrefix(" clip0.mp4 ") == true)
    press("i")
    #expect(text(0).contains("clip0.mp4"))
    #expect(terminal.screens.last?[8].contains("clip0.mp4") == false)
    withExtendedLifetime(view) {}
  }

  @Test func aSwipeDoesNotWaitForLargePosters() async {
    terminal.size = CellSize(columns: 120, rows: 40)
    for player in 0..<3 { setFrame(player, 43, 76) }
    setFrame(2, 600, 400)
    let (view, store) = makeView()
    await eventually { store.state.feed.items.count > 2 }
    press("j")
    await eventually { store.state.feed.currentID == 1 }
    func hasPoster(_ screen: [String]) -> Bool { screen[34].dropFirst(82).contains("▀") }
    let first = terminal.screens.firstIndex { $0.contains { $0.contains("↓ clip2.mp4") } }
    viewClock.turn()
    #expect(terminal.screens.last.map(hasPoster) == true)
    let after = terminal.screens.suffix(from: first ?? 0)
    #expect(after.first.map(hasPoster) == false)
    // The title has its place from the beginning, and the small one above is there.
    #expect(after.allSatisfy { $0[36].contains("↓ clip2.mp4") })
    #expect(after.first?[3].dropFirst(82).contains("▀") == true || after.count > 1)
    withExtendedLifetime(view) {}
  }
}
