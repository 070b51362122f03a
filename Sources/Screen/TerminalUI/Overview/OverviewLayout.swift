import AppFeature
import Graphics
import Models

/// Where the tiles of the overview are on a screen.
///
/// Each has a thumbnail of the shape of most clips, and a line of text below it. A column between two
/// tiles is left free.
package struct OverviewLayout: Hashable, Sendable {
  /// The cells of all tiles.
  package let area: CellRect
  /// The tiles, and how much larger and smaller they can be.
  package let grid: Overview.Grid
  /// In cells, without the line of text below.
  package let thumbnailRows: Int

  /// Thumbnails of fewer rows show nothing.
  private static let minRows = 3
  /// The width over height of a thumbnail.
  private static let shape = 16.0 / 9

  /// Lays out a screen.
  ///
  /// - Parameters:
  ///   - screen: Its layout.
  ///   - zoom: How much larger the tiles are than usual: each step is one column of them less.
  ///   - count: How many items there are: a few share the screen.
  ///   - shelfCount: How many shelves there are, with a heading each; 0 for the sheet.
  ///   - hasHeadings: Whether the sheet has headings: one is nearly always on screen.
  package init(
    _ screen: ScreenLayout, zoom: Int, count: Int = .max, shelfCount: Int = 0,
    hasHeadings: Bool = false
  ) {
    let area = screen.frame
    let (aspect, width) = (screen.cellAspect, max(area.columns, 1))
    // The line below thumbnails, and the heading of a shelf.
    let texts = shelfCount > 0 ? 2 : 1
    let tallest = max(area.rows / 2 - texts, Self.minRows)
    func rows(_ columns: Int) -> Int {
      let tile = Double(max((width + 1) / columns - 1, 1))
      return Int(saturating: tile * aspect / Self.shape)
    }
    let possible = (1...max(width / 8, 1)).filter { columns in
      rows(columns) >= Self.minRows && rows(columns) <= tallest
    }
    // Enough of them to choose from, and large enough to recognise a clip.
    let usual = max(Int((Double(width) / 5).squareRoot()), 1)
    let (least, most) = (possible.first ?? 1, possible.last ?? 1)
    let enough =
      shelfCount > 0
      ? usual : possible.first { $0 * (area.rows / (rows($0) + 1)) >= count } ?? usual
    let middle = min(max(min(usual, enough), least), most)
    let columns = min(max(middle - zoom, least), most)
    var height = min(max(rows(columns), 1), max(area.rows - 1, 1))
    // What the rows leave is shared among them, as far as thumbnails of the usual shape still fill most of it.
    let shared = area.rows - (hasHeadings && shelfCount == 0 ? 1 : 0)
    let fitting = max(shared / (height + texts), 1)
    let needed = min(fitting, shelfCount > 0 ? shelfCount : (max(count, 1) - 1) / columns + 1)
    // A picture belongs to the words below it: those above it keep a distance, if that costs no cell of it.
    let gap = shared / needed - texts - 1 > height ? 1 : 0
    height = max(height, min(shared / needed - texts - gap, tallest, height * 3 / 2))
    self.area = area
    thumbnailRows = height
    grid = Overview.Grid(
      columns: columns, lines: area.rows, tileLines: height + 1 + gap,
      zooms: (middle - most)...(middle - least))
  }

  /// In cells, without the column between two tiles.
  package var tileColumns: Int { max((area.columns + 1) / grid.columns - 1, 1) }

  /// The cells of a tile.
  ///
  /// - Parameters:
  ///   - line: Its first line, counted from the top.
  ///   - column: Its place in its row.
  package func tile(line: Int, column: Int) -> CellRect {
    CellRect(
      column: left + column * (tileColumns + 1), row: area.row + line, columns: tileColumns,
      rows: thumbnailRows + 1)
  }

  /// The cells of a heading, which is as wide as a row of tiles.
  package func heading(line: Int) -> CellRect {
    CellRect(
      column: left, row: area.row + line, columns: grid.columns * (tileColumns + 1) - 1, rows: 1)
  }

  /// What the tiles leave is beside all of them.
  private var left: Int {
    area.column + max(area.columns - (grid.columns * (tileColumns + 1) - 1), 0) / 2
  }

  /// The area that thumbnails are scaled for.
  package func frameArea(_ screen: ScreenLayout) -> FrameArea {
    var area = screen.frameArea(.fit)
    area.size = PixelSize(
      width: tileColumns * screen.raster.width, height: thumbnailRows * screen.raster.height)
    return area
  }
}
