import Graphics
import Models
import Platform
import TerminalCore

/// The row in which a filter is typed, in the title bar's place.
package struct FilterLine {
  package var text: CleanText
  /// How many items it lets through of how many; `nil` if that is not known.
  package var place: FeedPlace?
  package var formats = LocalFormats.plain

  /// Columns that the text keeps, whatever else there is to say.
  private static let leastTextColumns = 8

  /// Lays the row out: what has been typed, of a long text its end, the cursor, and on the right what
  /// is found.
  package func line(columns: Int) -> ChromeLine {
    let found = place.map { CleanText(" \($0.words(formats)) ") } ?? ""
    let right = columns - found.displayWidth >= Self.leastTextColumns ? found : ""
    let textColumns = columns - right.displayWidth - 3
    guard textColumns > 0 else { return [ChromeSpan("/", .accent)] }
    let shown = text.fittedAtEnd(toColumns: textColumns)
    return [
      ChromeSpan(" /", .accent), ChromeSpan(shown, .bold), ChromeSpan(" ", .reverse),
      ChromeSpan(.blanks(textColumns - shown.displayWidth)),
      ChromeSpan(right, place?.count == 0 ? .warning : .dim),
    ]
  }
}

extension CleanText {
  /// The text, or an ellipsis and as much of its end as fits a number of columns.
  fileprivate func fittedAtEnd(toColumns columns: Int) -> CleanText {
    var used = 0
    // Where what stays begins if there has to be an ellipsis.
    var start = string.endIndex
    for index in string.indices.reversed() {
      used += string[index].displayWidth
      guard used <= columns else { return CleanText("\u{2026}" + string[start...]) }
      if used < columns { start = index }
    }
    return self
  }
}
