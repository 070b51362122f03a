import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// The line in which a filter, a number or tags are typed, in place of the title bar.
package struct FilterLine {
  package var text: CleanText
  package var purpose = Filter.Purpose.filter
  /// What Tab would add.
  package var completion: CleanText = ""
  /// How many items match, of how many; `nil` if unknown.
  package var place: FeedPlace?
  package var formats = LocalFormats.plain

  /// If this much is not left for the text, the result is left out.
  private static let minTextColumns = 8

  /// Lays out the row: the text, clipped to its end if long, the cursor, and the result on the
  /// right.
  package func line(columns: Int) -> ChromeLine {
    let found = place.flatMap(result).map { CleanText(" \($0) ") } ?? ""
    let right = columns - found.displayWidth >= Self.minTextColumns ? found : ""
    let textColumns = columns - right.displayWidth - 3
    guard textColumns > 0 else { return [ChromeSpan(sign, .accent)] }
    let textRoom = textColumns - sign.displayWidth + 2
    let shown = text.fittedAtEnd(toColumns: max(textRoom, 0))
    let rest = completion.fitted(toColumns: max(textRoom - shown.displayWidth, 0))
    return [
      ChromeSpan(sign, .accent), ChromeSpan(shown, .bold), ChromeSpan(" ", .reverse),
      ChromeSpan(rest, .dim),
      ChromeSpan(.blanks(textRoom - shown.displayWidth - rest.displayWidth)),
      ChromeSpan(right, place?.count == 0 ? .warning : .dim),
    ]
  }

  private var sign: CleanText {
    switch purpose {
    case .filter: " /"
    case .number: " :"
    case .tags: CleanText(" \(localized("tags")): ")
    }
  }

  /// How many items match, or how many numbers there are.
  private func result(_ place: FeedPlace) -> String? {
    switch purpose {
    case .filter: place.words(formats)
    case .number:
      localized("of %s", formats.count(place.count) + (place.isGrowing ? "+" : ""))
    case .tags: nil
    }
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
