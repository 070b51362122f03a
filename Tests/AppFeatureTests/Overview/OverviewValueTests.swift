import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The sheet as a value.
@Suite struct OverviewValueTests {
  private func sheet(
    _ count: Int, columns: Int = 5, rows: Int = 4, at cursor: Int = 0
  ) -> Overview.State {
    var sheet = Overview.State(page: Overview.Page())
    sheet.setCount(count)
    sheet.place(at: cursor)
    sheet.layOut(Overview.Grid(columns: columns, lines: rows * 5, tileLines: 5, zooms: -2...3))
    return sheet
  }

  private func move(_ move: Overview.Move, _ sheet: inout Overview.State) -> Bool {
    sheet.move(move)
  }

  @Test func rowsKeepTheirColumn() {
    var sheet = sheet(23, at: 8)
    #expect(move(.rows(1), &sheet) == true)
    #expect(sheet.cursor == 13)
    _ = sheet.move(.rows(-9))
    #expect(sheet.cursor == 3)
    #expect(move(.rows(-1), &sheet) == false)
    // The last row is shorter: its last tile.
    _ = sheet.move(.pages(9))
    #expect(sheet.cursor == 22)
    #expect(move(.rows(1), &sheet) == false)
    _ = sheet.move(.first)
    _ = sheet.move(.pages(1))
    #expect(sheet.cursor == 20)
    _ = sheet.move(.tiles(.max))
    #expect(sheet.cursor == 22)
    _ = sheet.move(.rows(.min))
    #expect(sheet.cursor == 2)
  }

  @Test func aLargerSheetKeepsTheCursorWhereItIs() {
    var sheet = sheet(1_000, columns: 10, rows: 6, at: 555)
    let height = sheet.cursor / 10 - sheet.top
    sheet.layOut(Overview.Grid(columns: 7, lines: 25, tileLines: 5, zooms: -2...3))
    #expect(sheet.cursor == 555)
    #expect(sheet.cursor / 7 - sheet.top == min(height, 4))
  }

  @Test func zoomStaysWithinItsLimits() {
    var sheet = sheet(10)
    sheet.zoom(by: 100)
    #expect(sheet.zoom == 3)
    sheet.zoom(by: -100)
    #expect(sheet.zoom == -2)
  }

  private static func sections(_ counts: [Int]) -> [FeedSection] {
    counts.reduce(into: []) { sections, count in
      let start = sections.last.map { $0.start + $0.count } ?? 0
      sections.append(
        FeedSection(.title(CleanText("\(sections.count)/")), start: start, count: count))
    }
  }

  @Test func rowsOfSections() {
    let rows = SheetRows(count: 12, columns: 5, sections: Self.sections([7, 1, 4]))
    #expect(rows.rowCount == 7)
    #expect(
      (0..<7).map(rows.content) == [
        .heading(0), .tiles(0..<5), .tiles(5..<7), .heading(1), .tiles(7..<8), .heading(2),
        .tiles(8..<12),
      ])
    #expect((0..<12).map(rows.row) == [1, 1, 1, 1, 1, 2, 2, 4, 6, 6, 6, 6])
    #expect((0..<12).map(rows.column) == [0, 1, 2, 3, 4, 0, 1, 0, 0, 1, 2, 3])
    // While the index grows, the sections may be of another moment.
    #expect(SheetRows(count: 13, columns: 5, sections: Self.sections([7, 1, 4])).rowCount == 3)
  }

  @Test func cursorGoesFromSectionToSection() {
    var sheet = sheet(12, at: 4)
    sheet.setSections(Self.sections([7, 1, 4]))
    #expect(sheet.visibleRows.first == Overview.VisibleRow(line: 0, content: .heading(0)))
    _ = sheet.move(.rows(1))
    // A shorter row.
    #expect(sheet.cursor == 6)
    _ = sheet.move(.rows(1))
    #expect(sheet.cursor == 7)
    _ = sheet.move(.rows(1))
    #expect(sheet.cursor == 8)
    _ = sheet.move(.sections(-1))
    #expect(sheet.cursor == 7)
    _ = sheet.move(.sections(-1))
    #expect(sheet.cursor == 0)
    _ = sheet.move(.sections(2))
    #expect(sheet.cursor == 8)
    _ = sheet.move(.tiles(2))
    // To the beginning of this one first.
    _ = sheet.move(.sections(-1))
    #expect(sheet.cursor == 8)
    _ = sheet.move(.sections(.max))
    #expect(sheet.cursor == 8)
    _ = sheet.move(.sections(.min))
    #expect(sheet.cursor == 0)
  }

  /// Whatever happens, the cursor is on an item and on screen, and what is on screen is read.
  @Test(arguments: Fuzz.seeds(20))
  func anythingMayHappen(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    var sheet = Overview.State(page: Overview.Page())
    var items = (0..<number(0...80)).map(FeedItem.clip)
    for _ in 0..<400 {
      switch number(0...10) {
      case 10:
        var (rest, counts) = (items.count, [Int]())
        while rest > 0 {
          counts.append(number(1...rest))
          rest -= counts[counts.count - 1]
        }
        sheet.setSections(Self.sections(counts))
      case 0: items = (0..<number(0...300)).map(FeedItem.clip)
      case 1:
        sheet.layOut(
          Overview.Grid(
            columns: number(-1...9), lines: number(-1...30), tileLines: number(-1...6),
            zooms: number(-5...0)...number(0...5)))
      case 2: sheet.scroll(by: [number(-20...20), .min, .max][number(0...2)])
      case 3: sheet.zoom(by: number(-3...3))
      case 4: sheet.place(at: number(-5...400))
      case 5:
        _ = sheet.move(
          [.tiles(.max), .tiles(.min), .rows(.max), .rows(.min), .pages(.max), .pages(.min)][
            number(0...5)])
      default:
        _ = sheet.move(
          [
            .tiles(number(-3...3)), .rows(number(-3...3)), .pages(number(-3...3)), .first, .last,
            .to(number(-10...400)), .sections(number(-3...3)),
          ][number(0...6)])
      }
      sheet.setCount(items.count)
      if let range = sheet.missing { sheet.take(Array(items[range]), from: range.lowerBound) }
      guard !items.isEmpty, let grid = sheet.grid else {
        #expect(sheet.cursor == 0 || sheet.grid == nil)
        continue
      }
      #expect(items.indices.contains(sheet.cursor))
      #expect(sheet.visible.contains(sheet.cursor))
      #expect(sheet.visible.count <= grid.count)
      #expect(sheet.visible.allSatisfy { sheet.tile(at: $0) != nil })
      #expect(grid.zooms.contains(sheet.zoom))
      // The screen is full, if there are as many.
      let shown = sheet.visibleRows
      #expect(sheet.top == 0 || sheet.top + shown.count <= sheet.rows.rowCount)
      if sheet.top > 0, sheet.visible.upperBound == items.count {
        let last = shown.last.map { $0.line + grid.tileLines } ?? 0
        #expect(grid.lines - last < grid.tileLines + 1)
      }
      let numbers = shown.flatMap { row in
        if case .tiles(let numbers) = row.content { Array(numbers) } else { [Int]() }
      }
      #expect(numbers == Array(sheet.visible))
    }
  }
}
