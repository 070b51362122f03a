import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// What ncurses draws over and beside the frame.
extension NcursesTerminalTests {
  @Test func aFrameIsOneSynchronizedUpdate() async throws {
    let session = try Session()
    _ = session.takeOutput()
    await session.show(.pattern(session.terminal.size), [window(0, 19, 60, 1, "Caption")])
    let frame = session.takeOutput()
    #expect(frame.starts(with: Array("\u{1B}[5n\u{1B}[?2026h".utf8)))
    #expect(frame.ends(with: Array("\u{1B}[?2026l\u{1B}[5n".utf8)))
    #expect(session.model.synchronizedUpdateCount == 1)
  }

  @Test func chromeTickTakesFewBytes() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:03")])
    _ = session.takeOutput()
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:04")])
    #expect(session.takeOutput().count <= 60)
  }

  @Test("Rows with chrome are not scrolled, the others are", arguments: [true, false])
  func rowsMoveOnlyWithoutChrome(isOver: Bool) async throws {
    let session = try Session(color: .trueColor)
    let size = session.terminal.size
    let chrome = window(4, isOver ? 9 : 19, 20, 1, "Caption")
    let before = Surface.pattern(size)
    await session.show(before, [chrome])
    _ = session.takeOutput()
    var after = before
    for row in 0..<14 {
      for column in 0..<size.columns { after[column, row] = before[column, row + 4] }
    }
    await session.show(after, [chrome], scroll: RowScroll(rows: 0..<18, distance: 4))
    // The end of DECSTBM with SU.
    let scroll = Array("\u{1B}[1;18r\u{1B}[4S".utf8)
    #expect(session.takeOutput().contains(scroll) != isOver)
    #expect(session.difference(after, [chrome]) == [])
    // What follows agrees, too.
    await session.show(before, [])
    #expect(session.difference(before) == [])
  }

  @Test func stylesAreShown() async throws {
    let session = try Session()
    let line = ChromeLine([
      ChromeSpan("b", .bold), ChromeSpan("r", .reverse), ChromeSpan("a", .accent),
      ChromeSpan("w", .warning), ChromeSpan("p"),
    ])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 0, columns: 6, rows: 1), lines: [line])
    await session.show(.pattern(session.terminal.size), [chrome])
    let cells = (0..<6).map { session.model.cell(column: $0, row: 0) }
    #expect(cells.map(\.isBold) == [true, false, false, false, false, false])
    #expect(cells.map(\.isReverse) == [false, true, false, false, false, false])
    #expect(cells[2].foreground == .palette(80))
    #expect(cells[3].foreground == .palette(221))
    #expect(cells[4].foreground == .palette(252))
    #expect(cells.allSatisfy { $0.background == .palette(16) })
  }

  @Test func chromeHasNoColorIfNoneIsWanted() async throws {
    let session = try Session(environment: ["NO_COLOR": "1"])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 0, columns: 6, rows: 1),
      lines: [ChromeLine([ChromeSpan("accent", [.accent, .bold])])])
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [chrome])
    #expect(session.model.cell(column: 0, row: 0).foreground == .standard)
    #expect(session.model.cell(column: 0, row: 0).isBold)
    #expect(session.difference(surface, [chrome]) == [])
  }

  @Test(
    "A picture in two colours has chrome in the same two", arguments: ["xterm-256color", "linux"])
  func chromeOfTwoColors(name: String) async throws {
    let session = try Session(name: name, color: .mono)
    let line = ChromeLine([ChromeSpan("a", .accent), ChromeSpan("\u{2588}", [.accent, .track])])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 19, columns: 2, rows: 1), lines: [line])
    await session.show(.pattern(session.terminal.size), [chrome])
    let cells = (0..<2).map { session.model.cell(column: $0, row: 19) }
    #expect(cells.allSatisfy { $0.foreground == .palette(7) && $0.background == .palette(0) })
    #expect(cells.map(\.isReverse) == [false, true])
    #expect(cells.map(\.text) == ["a", " "])
  }

  @Test("Full blocks become spaces in their colour", arguments: [nil, "1"])
  func fullBlocks(noColor: String?) async throws {
    let session = try Session(environment: noColor.map { ["NO_COLOR": $0] } ?? [:])
    let line = ChromeLine([ChromeSpan("\u{2588}\u{258C}", [.accent, .track])])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 19, columns: 2, rows: 1), lines: [line])
    await session.show(.pattern(session.terminal.size), [chrome])
    let (full, half) = (
      session.model.cell(column: 0, row: 19), session.model.cell(column: 1, row: 19)
    )
    #expect(full.text == " " && half.text == "\u{258C}")
    #expect(full.isReverse == (noColor != nil) && !half.isReverse)
    #expect(noColor != nil || full.background == half.foreground)
  }

  @Test func wideCharactersAreNeverCut() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let chrome = window(2, 0, 5, 2, "ab日本", "日本語")
    await session.show(surface, [chrome])
    #expect(
      (0..<8).map { session.model.cell(column: $0, row: 0).text }.dropFirst(2).prefix(5)
        == ["a", "b", "日", "", " "])
    #expect(
      (0..<8).map { session.model.cell(column: $0, row: 1).text }.dropFirst(2).prefix(5)
        == ["日", "", "本", "", " "])
    let above = window(3, 1, 2, 1, "xy")
    await session.show(surface, [chrome, above])
    #expect(
      (2..<7).map { session.model.cell(column: $0, row: 1).text } == [" ", "x", "y", " ", " "])
  }
}
