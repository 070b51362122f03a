import Graphics
import Models
import Platform
import TerminalCore

/// The row below an article: the reading progress, and the key to go on.
struct ReadingLine {
  /// How many rows are scrolled out at the top.
  var row: Int
  /// How many can be.
  var lastRow: Int
  var keyMap: KeyMap

  /// Lays out the row; empty for a text that fits the screen.
  func line(columns: Int) -> ChromeLine {
    guard lastRow > 0 else { return [] }
    let row = min(max(row, 0), lastRow)
    let percent = " \(row == lastRow ? localized("end") : localized("%s %%", row * 100 / lastRow)) "
    let key = row < lastRow ? keyMap.keyName(for: .pause) : nil
    let words = key.map { " \(localized("%s: read more", $0))" } ?? ""
    let right = CleanText(percent).fitted(toColumns: columns)
    let left = CleanText(words).fitted(toColumns: columns - right.displayWidth)
    let gap = CleanText.blanks(columns - left.displayWidth - right.displayWidth)
    return [ChromeSpan(left, .dim), ChromeSpan(gap), ChromeSpan(right, .dim)]
  }
}
