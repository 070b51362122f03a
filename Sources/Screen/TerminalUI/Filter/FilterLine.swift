import Graphics
import Models
import Platform
import TerminalCore

/// The line in which a filter or a number is typed, in place of the title bar.
package struct FilterLine {
  package var text: CleanText
  /// Whether it is for a number.
  package var isNumber = false
  /// How many items match, of how many; `nil` if unknown.
  package var place: FeedPlace?
  package var formats = LocalFormats.plain

  /// The minimum columns for the text.
  private static let minTextColumns = 8

  /// Lays out the row: the text, clipped to its end if long, the cursor, and the result on the
  /// right.
  package func line(columns: Int) -> ChromeLine {
    let found = place.map { CleanText(" \(isNumber ? count(of: $0) : $0.words(formats)) ") } ?? ""
    let right = columns - found.displayWidth >= Self.minTextColumns ? found : ""
    let textColumns = columns - right.displayWidth - 3
    let sign: CleanText = isNumber ? " :" : " /"
    guard textColumns > 0 else { return [ChromeSpan(sign, .accent)] }
    let shown = text.fittedAtEnd(toColumns: textColumns)
    return [
      ChromeSpan(sign, .accent), ChromeSpan(shown, .bold), ChromeSpan(" ", .reverse),
      ChromeSpan(.blanks(textColumns - shown.displayWidth)),
      ChromeSpan(right, place?.count == 0 ? .warning : .dim),
    ]
  }

  /// How many numbers there are.
  private func count(of place: FeedPlace) -> String {
    localized("of %s", formats.count(place.count) + (place.isGrowing ? "+" : ""))
  }
}

extension CleanText {
  /// The text, or an ellipsis and as much of its end as fits.
  fileprivate func fittedAtEnd(toColumns columns: Int) -> CleanText {
    var used = 0
    // The start of the part kept if there is an ellipsis.
    var start = string.endIndex
    for index in string.indices.reversed() {
      used += string[index].displayWidth
      guard used <= columns else { return CleanText("\u{2026}" + string[start...]) }
      if used < columns { start = index }
    }
    return self
  }
}
