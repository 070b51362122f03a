import AppFeature
import Composable
import Graphics
import Models
import TerminalCore

// What the terminal tells of the screen elsewhere: to screen readers, and in its window's title.
extension AppView {
  /// Where the hidden cursor rests: at the title, below the tile under the cursor of the overview,
  /// where one types, at the selected chapter, or at the beginning of what covers the page.
  var cursor: (column: Int, row: Int)? {
    let windows = painter.rows.windows
    guard let window = model.isCovered ? windows.last : windows.first else { return nil }
    let title = (column: window.rect.column + 1, row: window.rect.row)
    guard let overlay = model.overlay else {
      let beside = painter.titleBeside.map { (column: $0.column, row: $0.row) }
      return caption ?? beside ?? title
    }
    // Where one types, a cell is in reverse, as is the first line of a text.
    return window.place(of: overlay.chapters == nil ? .reverse : .accent) ?? title
  }

  /// The line below the thumbnail under the cursor of the overview; `nil` if that is not on screen.
  private var caption: (column: Int, row: Int)? {
    guard model.overview != nil, let overview = store.state.feed.overview,
      let layout = painter.overview.layout
    else { return nil }
    for row in overview.visibleRows {
      guard case .tiles(let numbers) = row.content, numbers.contains(overview.cursor) else {
        continue
      }
      let tile = layout.tile(line: row.line, column: overview.cursor - numbers.lowerBound)
      return (tile.column, tile.row + tile.rows - 1)
    }
    return nil
  }
}

extension ScreenModel {
  /// The title of the window: that of the page, or of the program.
  func windowTitle(_ details: MediaDetails?) -> CleanText {
    switch page {
    case .clip(let clip): clip.title(details)
    case .article(let page): page.article.title
    case .notice, .overview, .empty: "flick"
    }
  }
}

extension ChromeWindow {
  /// The first cell in a style; `nil` if there is none.
  fileprivate func place(of style: ChromeStyle) -> (column: Int, row: Int)? {
    for (row, line) in lines.enumerated() {
      guard let index = line.firstIndex(where: { $0.style == style }) else { continue }
      return (rect.column + ChromeLine(line[..<index]).displayWidth, rect.row + row)
    }
    return nil
  }
}
