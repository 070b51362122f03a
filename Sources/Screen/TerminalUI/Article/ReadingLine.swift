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
    guard lastRow > 0 else { return ChromeLine() }
    let row = min(max(row, 0), lastRow)
    let right = " \(row == lastRow ? localized("end") : localized("%s %%", row * 100 / lastRow)) "
    guard row < lastRow,
      let key = keyMap.bindings.first(where: { $0.intent == .togglePause })?.keys.first
    else { return Self.line("", right, columns: columns) }
    return Self.line(" \(localized("%s reads on", key.name))", right, columns: columns)
  }

  private static func line(_ left: String, _ right: String, columns: Int) -> ChromeLine {
    let right = CleanText(right).fitted(toColumns: columns)
    let left = CleanText(left).fitted(toColumns: columns - right.displayWidth)
    let gap = CleanText.blanks(columns - left.displayWidth - right.displayWidth)
    return ChromeLine([ChromeSpan(left, .dim), ChromeSpan(gap), ChromeSpan(right, .dim)])
  }
}
