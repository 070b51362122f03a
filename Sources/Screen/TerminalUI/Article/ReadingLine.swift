import Graphics
import Models
import Platform
import TerminalCore

/// The row below an article: how far it has been read, and how to go on.
struct ReadingLine {
  /// How many rows have gone out of sight at the top.
  var row: Int
  /// How many may.
  var lastRow: Int
  var keyMap: KeyMap

  /// Lays the row out; nothing for a text that is seen as a whole.
  func line(columns: Int) -> ChromeLine {
    guard lastRow > 0 else { return [] }
    let row = min(max(row, 0), lastRow)
    let percent = " \(row == lastRow ? localized("end") : localized("%s %%", row * 100 / lastRow)) "
    let key = row < lastRow ? keyMap.keyName(for: .togglePause) : nil
    let words = key.map { " \(localized("%s: read more", $0))" } ?? ""
    let right = CleanText(percent).fitted(toColumns: columns)
    let left = CleanText(words).fitted(toColumns: columns - right.displayWidth)
    let gap = CleanText.blanks(columns - left.displayWidth - right.displayWidth)
    return [ChromeSpan(left, .dim), ChromeSpan(gap), ChromeSpan(right, .dim)]
  }
}
