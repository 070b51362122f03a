import Composable
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The overview as a value.
@Suite struct OverviewValueTests {
  private func overview(
    _ count: Int, columns: Int = 5, rows: Int = 4, at cursor: Int = 0
  ) -> Overview.State {
    var overview = Overview.State(page: Overview.Page())
    overview.setCount(count)
    overview.place(at: cursor)
    overview.layOut(Overview.Grid(columns: columns, lines: rows * 5, tileLines: 5, zooms: -2...3))
    return overview
  }

  private func move(_ move: Overview.Move, _ overview: inout Overview.State) -> Bool {
    overview.move(move)
  }

  @Test func rowsKeepTheirColumn() {
    var overview = overview(23, at: 8)
    #expect(move(.rows(1), &overview) == true)
    #expect(overview.cursor == 13)
    _ = overview.move(.rows(-9))
    #expect(overview.cursor == 3)
    #expect(move(.rows(-1), &overview) == false)
    // The last row is shorter: its last tile.
    _ = overview.move(.pages(9))
    #expect(overview.cursor == 22)
    #expect(move(.rows(1), &overview) == false)
    _ = overview.move(.first)
    _ = overview.move(.pages(1))
    #expect(overview.cursor == 20)
    _ = overview.move(.tiles(.max))
    #expect(overview.cursor == 22)
    _ = overview.move(.rows(.min))
    #expect(overview.cursor == 2)
  }

  @Test func aLargerSheetKeepsTheCursorWhereItIs() {
    var overview = overview(1_000, columns: 10, rows: 6, at: 555)
    let height = overview.cursor / 10 - overview.top
    overview.layOut(Overview.Grid(columns: 7, lines: 25, tileLines: 5, zooms: -2...3))
    #expect(overview.cursor == 555)
    #expect(overview.cursor / 7 - overview.top == min(height, 4))
  }

  @Test func zoomStaysWithinItsLimits() {
    var overview = overview(10)
    overview.zoom(by: 100)
    #expect(overview.zoom == 3)
    overview.zoom(by: -100)
    #expect(overview.zoom == -2)
  }

  @Test func rowsOfSections() {
    let rows = OverviewRows(count: 12, columns: 5, sections: sections([7, 1, 4]))
    #expect(rows.rowCount == 7)
    #expect(
      (0..<7).map(rows.content) == [
        .heading(0), .tiles(0..<5), .tiles(5..<7), .heading(1), .tiles(7..<8), .heading(2),
        .tiles(8..<12),
      ])
    #expect((0..<12).map(rows.row) == [1, 1, 1, 1, 1, 2, 2, 4, 6, 6, 6, 6])
    #expect((0..<12).map(rows.column) == [0, 1, 2, 3, 4, 0, 1, 0, 0, 1, 2, 3])
    // While the index grows, the sections may be of another moment.
    #expect(OverviewRows(count: 13, columns: 5, sections: sections([7, 1, 4])).rowCount == 3)
  }

  @Test func cursorGoesFromSectionToSection() {
    var overview = overview(12, at: 4)
    overview.setSections(sections([7, 1, 4]))
    #expect(overview.visibleRows.first == Overview.VisibleRow(line: 0, content: .heading(0)))
    _ = overview.move(.rows(1))
    // A shorter row.
    #expect(overview.cursor == 6)
    _ = overview.move(.rows(1))
    #expect(overview.cursor == 7)
    _ = overview.move(.rows(1))
    #expect(overview.cursor == 8)
    _ = overview.move(.sections(-1))
    #expect(overview.cursor == 7)
    _ = overview.move(.sections(-1))
    #expect(overview.cursor == 0)
    _ = overview.move(.sections(2))
    #expect(overview.cursor == 8)
    _ = overview.move(.tiles(2))
    // To the beginning of this one first.
    _ = overview.move(.sections(-1))
    #expect(overview.cursor == 8)
    _ = overview.move(.sections(.max))
    #expect(overview.cursor == 8)
    _ = overview.move(.sections(.min))
    #expect(overview.cursor == 0)
  }

  /// Whatever happens, the cursor is on an item and on screen, and what is on screen is read.
  @Test(arguments: Fuzz.seeds(20))
  func anythingMayHappen(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    var overview = Overview.State(page: Overview.Page())
    var items = (0..<number(0...80)).map(FeedItem.clip)
    for _ in 0..<400 {
      switch number(0...11) {
      case 11: overview.toggleShelves()
      case 10:
        var (rest, counts) = (items.count, [Int]())
        while rest > 0 {
          counts.append(number(1...rest))
          rest -= counts[counts.count - 1]
        }
        overview.setSections(sections(counts))
      case 0: items = (0..<number(0...300)).map(FeedItem.clip)
      case 1:
        overview.layOut(
          Overview.Grid(
            columns: number(-1...9), lines: number(-1...30), tileLines: number(-1...6),
            zooms: number(-5...0)...number(0...5)))
      case 2: overview.scroll(by: [number(-20...20), .min, .max][number(0...2)])
      case 3: overview.zoom(by: number(-3...3))
      case 4: overview.place(at: number(-5...400))
      case 5:
        _ = overview.move(
          [.tiles(.max), .tiles(.min), .rows(.max), .rows(.min), .pages(.max), .pages(.min)][
            number(0...5)])
      default:
        _ = overview.move(
          [
            .tiles(number(-3...3)), .rows(number(-3...3)), .pages(number(-3...3)), .first, .last,
            .to(number(-10...400)), .sections(number(-3...3)), .next,
          ][number(0...7)])
      }
      overview.setCount(items.count)
      overview.readMissing(items)
      guard !items.isEmpty, let grid = overview.grid else {
        #expect(overview.cursor == 0 || overview.grid == nil)
        continue
      }
      #expect(items.indices.contains(overview.cursor))
      let numbers = overview.visibleNumbers
      #expect(numbers.contains(overview.cursor))
      #expect(numbers.count <= grid.count)
      #expect(numbers.allSatisfy { overview.tile(at: $0) != nil })
      #expect(overview.shelves.count <= 3 * grid.shelves)
      #expect(grid.zooms.contains(overview.zoom))
      // The screen is full, if there are as many.
      let shown = overview.visibleRows
      #expect(overview.top == 0 || overview.top + shown.count <= overview.rows.rowCount)
      if overview.top > 0, overview.shelfCount == 0, overview.visible.upperBound == items.count {
        let last = shown.last.map { $0.line + grid.tileLines } ?? 0
        #expect(grid.lines - last < grid.tileLines + 1)
      }
      #expect(overview.shelfCount > 0 || numbers == Array(overview.visible))
      // No heading is alone, and a shelf comes with its own.
      let isHeading = shown.map { if case .heading = $0.content { true } else { false } }
      #expect(isHeading.last == false)
      let isWhole = isHeading.first == true || grid.lines == grid.tileLines
      #expect(overview.shelfCount == 0 || isWhole)
    }
  }
}

/// Sections with so many items.
func sections(_ counts: [Int]) -> [FeedSection] {
  counts.reduce(into: []) { sections, count in
    let start = sections.last.map { $0.start + $0.count } ?? 0
    sections.append(
      FeedSection(.title(CleanText("\(sections.count)/")), start: start, count: count))
  }
}

extension Overview.State {
  /// Takes items as if they had been read, from a number on.
  mutating func take(_ items: [FeedItem], from start: Int, on shelf: Int? = nil) {
    shelves[id: shelf]?.take(items, from: start)
    take(items)
  }

  /// Takes what there is to read now, as if it had been.
  mutating func readMissing(_ items: [FeedItem]) {
    for id in shelves.ids {
      guard let range = missing(id) else { continue }
      take(Array(items[range]), from: range.lowerBound, on: id)
    }
  }
}
