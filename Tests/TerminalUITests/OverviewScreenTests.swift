import Composable
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// Where the tiles of the overview are, and what its keys do.
@Suite struct OverviewScreenTests {
  @Test(arguments: [0.25, 0.5, 0.55, 1])
  func tilesFitOnEveryScreen(_ aspect: Double) {
    for columns in stride(from: 0, through: 260, by: 7) {
      for rows in stride(from: 0, through: 90, by: 4) {
        let screen = ScreenLayout(
          size: CellSize(columns: columns, rows: rows), cellAspect: aspect)
        for zoom in [-100, -3, 0, 2, 100] {
          check(OverviewLayout(screen, zoom: zoom), screen.frame)
        }
      }
    }
  }

  private func check(_ layout: OverviewLayout, _ frame: CellRect) {
    let grid = layout.grid
    let rects: [CellRect] = (0..<grid.count).map { place in
      layout.tile(line: place / grid.columns * grid.tileLines, column: place % grid.columns)
    }
    guard frame.columns > 0, frame.rows > 1 else { return }
    #expect(rects.allSatisfy { $0.intersection(frame) == $0 && !$0.isEmpty })
    for (place, rect) in rects.enumerated() {
      if place > 0, rects[place - 1].row == rect.row {
        // A column is free between two.
        let end: Int = rects[place - 1].column + rects[place - 1].columns
        #expect(rect.column == end + 1)
      }
    }
    #expect(layout.grid.zooms.contains(0))
  }

  @Test func zoomGoesFromThreeRowsToHalfOfTheScreen() {
    let screen = ScreenLayout(size: CellSize(columns: 120, rows: 40))
    let zooms = OverviewLayout(screen, zoom: 0).grid.zooms
    let heights = zooms.map { OverviewLayout(screen, zoom: $0).thumbnailRows }
    #expect(heights == heights.sorted())
    #expect(heights.first == 3)
    #expect(heights.last.map { (15...18).contains($0) } == true)
  }

  @Test func aFewClipsShareTheScreen() {
    let screen = ScreenLayout(size: CellSize(columns: 140, rows: 42))
    let usual = OverviewLayout(screen, zoom: 0)
    var last = 0
    for count in 1...60 {
      let grid = OverviewLayout(screen, zoom: 0, count: count).grid
      #expect(grid.count >= count || grid == usual.grid)
      #expect(grid.columns >= last && grid.columns <= usual.grid.columns)
      last = grid.columns
    }
    #expect(OverviewLayout(screen, zoom: 0, count: 4).grid.columns < usual.grid.columns)
  }

  /// No more is left over than a row less one.
  @Test func rowsFillTheScreen() {
    for rows in 10...80 {
      let layout = OverviewLayout(
        ScreenLayout(size: CellSize(columns: 160, rows: rows)), zoom: 0)
      let grid = layout.grid
      let isTallest = layout.thumbnailRows == max(layout.area.rows / 2 - 1, 3)
      #expect(isTallest || grid.lines - grid.rows * grid.tileLines < grid.rows, "\(rows)")
    }
  }

  /// A heading takes no row of tiles from the sheet.
  @Test func headingsHaveRoom() {
    for rows in 20...80 {
      let screen = ScreenLayout(size: CellSize(columns: 100, rows: rows))
      let plain = OverviewLayout(screen, zoom: 0).grid
      let grid = OverviewLayout(screen, zoom: 0, hasHeadings: true).grid
      #expect((grid.lines - 1) / grid.tileLines >= plain.rows - 1, "\(rows)")
      #expect(grid.columns == plain.columns, "\(rows)")
    }
    let low = OverviewLayout(
      ScreenLayout(size: CellSize(columns: 100, rows: 24)), zoom: 0, hasHeadings: true)
    #expect(low.grid.rows == 2)
  }

  /// Each with its heading.
  @Test(arguments: [1, 2, 9])
  func shelvesFitOnTheScreen(_ count: Int) {
    for rows in 10...80 {
      let screen = ScreenLayout(size: CellSize(columns: 160, rows: rows))
      for zoom in [-100, -1, 0, 1, 100] {
        let layout = OverviewLayout(screen, zoom: zoom, shelfCount: count)
        check(layout, screen.frame)
        #expect(layout.grid.tileLines < layout.grid.lines, "\(rows)")
      }
    }
  }

  /// Shelves of 7, 1 and 4 clips, with the cursor on the fifth.
  private func shelves(_ symbols: SymbolSet, name: (Int) -> String = { "clip\($0)" }) -> [String] {
    let items = (0..<12).map { number in
      FeedItem(
        id: ItemID(rawValue: number), kind: .clip(Clip(file: FilePath("\(name(number)).mp4"))))
    }
    let names = ["holiday/", "mill/", "night/"]
    let sections = zip(names, [(0, 7), (7, 1), (8, 4)]).map { name, numbers in
      FeedSection(.title(CleanText(name)), start: numbers.0, count: numbers.1)
    }
    var overview = Overview.State(page: Overview.Page(), sections: sections, isShelved: true)
    overview.setCount(items.count)
    overview.place(at: 4)
    let screen = ScreenLayout(size: CellSize(columns: 40, rows: 16))
    let layout = OverviewLayout(screen, zoom: 0, count: items.count, shelfCount: 3)
    overview.layOut(layout.grid)
    for id in overview.shelves.ids {
      guard let range = overview.missing(id) else { continue }
      overview.shelves[id: id]?.take(Array(items[range]), from: range.lowerBound)
      overview.take(Array(items[range]))
    }
    var (state, painter) = (App.State(), OverviewPainter())
    state.feed.overview = overview
    _ = painter.layOut(layout)
    painter.set(OverviewContent(state))
    var drawing = ScreenDrawing(layout: screen)
    drawing.symbols = symbols
    return text(
      of: painter.paint(drawing, form: .glyphs(.half), pixels: { _ in nil }, playing: nil))
  }

  @Test func shelvesSayWhatIsBesideTheScreen() {
    expectScreen(
      shelves(.unicode),
      """
      holiday/  ‹ 4-5 of 7 ›





      clip3.mp4           clip4.mp4
      mill/  1





      clip7.mp4


      """)
    #expect(shelves(.ascii)[0].hasPrefix("holiday/  < 4-5 of 7 >"))
  }

  /// What a name has in common with its neighbours' tells nothing.
  @Test func endsOfNamesTellTilesApart() {
    let rows = shelves(.unicode) {
      "android_bbb_800x640_\($0 == 3 ? "vp9" : "a_very_long_name_\($0)")"
    }
    #expect(rows[6] == "…id_bbb_800x640_vp9 …a_very_long_name_4 ", "\(rows)")
  }

  @Test func arrowsMoveInTwoDimensions() {
    func meaning(_ key: KeyEvent, isTriaging: Bool = false) -> OverviewKey? {
      OverviewKey(key, keyMap: .standard, isTriaging: isTriaging)
    }
    #expect(meaning(KeyEvent(.left)) == .overview(.moved(.tiles(-1))))
    #expect(meaning(KeyEvent(.right)) == .overview(.moved(.tiles(1))))
    #expect(meaning(KeyEvent(.down)) == .overview(.moved(.rows(1))))
    #expect(meaning("k") == .overview(.moved(.rows(-1))))
    #expect(meaning(KeyEvent(.pageDown)) == .overview(.moved(.pages(1))))
    #expect(meaning(KeyEvent(.home)) == .overview(.moved(.first)))
    #expect(meaning("G") == .overview(.moved(.last)))
    #expect(meaning(KeyEvent(.enter)) == .overview(.opened))
    #expect(meaning("+") == .overview(.zoomed(by: 1)))
    #expect(meaning("-") == .overview(.zoomed(by: -1)))
    #expect(meaning("v")?.name == "overview")
    #expect(meaning("l") == .overview(.moved(.tiles(1))))
    #expect(meaning("h") == .overview(.moved(.tiles(-1))))
    #expect(meaning("L") == .command(.like))
    #expect(meaning("x", isTriaging: true) == .command(.reject))
    #expect(meaning("3", isTriaging: true)?.name == "rate-3")
    #expect(meaning("3") == nil)
    #expect(meaning(",") == nil)
    #expect(meaning("q") == .command(.quit))
    #expect(meaning(" ") == .overview(.markTapped))
    #expect(meaning("b")?.name == "shelves")
    #expect(meaning("V")?.name == "mark-range" && meaning("*")?.name == "mark-all")
  }

  /// Only tiles that have changed are drawn again.
  @Test func onlyChangedTilesAreDrawn() {
    let screen = ScreenLayout(size: CellSize(columns: 80, rows: 24))
    let drawing = ScreenDrawing(layout: screen)
    let layout = OverviewLayout(screen, zoom: 0)
    var painter = OverviewPainter()
    let isNew = painter.layOut(layout)
    let isOther = painter.layOut(layout)
    #expect(isNew && !isOther)
    var state = App.State()
    state.feed = LiteralView.all.first { $0.name == "overview" }?.state.feed ?? state.feed
    var drawn: [Int] = []
    func paint() -> [Int] {
      drawn = []
      painter.set(OverviewContent(state))
      _ = painter.paint(
        drawing, form: .glyphs(.half),
        pixels: { id in
          drawn.append(id.rawValue)
          return nil
        }, playing: nil)
      return drawn
    }
    state.feed.overview?.layOut(layout.grid)
    #expect(paint() == Array(0..<layout.grid.count))
    #expect(paint() == [])
    state.feed.overview?.take([ItemID(rawValue: 3): Thumbnail(.success(9))])
    #expect(paint() == [3])
    _ = state.feed.overview?.move(.tiles(1))
    #expect(paint() == [1, 2])
  }
}

extension OverviewKey {
  fileprivate var name: String? {
    if case .command(let command) = self { command.name } else { nil }
  }
}
