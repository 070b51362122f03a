import Graphics
import Models
import TerminalCore
import Testing

@testable import TerminalUI

/// What a screen shows, row by row: cells by their glyphs, frames as `▀`.
func text(of surface: Surface, chrome: [ChromeWindow] = []) -> [String] {
  var rows = (0..<surface.size.rows).map { row in
    (0..<surface.size.columns).map { column in character(surface[column, row].glyph) }
  }
  for window in chrome {
    for (offset, line) in window.lines.enumerated() where offset < window.rect.rows {
      var column = window.rect.column
      for scalar in line.flatMap({ Array($0.text.shownScalars) }) {
        let cells = [String(scalar), ""].prefix(Glyph(scalar).columns)
        guard column + cells.count <= window.rect.column + window.rect.columns else { break }
        for cell in cells {
          rows[window.rect.row + offset][column] = cell
          column += 1
        }
      }
      while column < window.rect.column + window.rect.columns {
        rows[window.rect.row + offset][column] = " "
        column += 1
      }
    }
  }
  return rows.map { $0.joined() }
}

/// Compares a screen with literal rows; trailing spaces do not count.
func expectScreen(
  _ rows: [String], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let actual = rows.map(\.trimmingTrailingSpaces).joined(separator: "\n")
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).trimmingTrailingSpaces }.joined(separator: "\n")
  #expect(actual == wanted, "the screen shows:\n\(actual)", sourceLocation: sourceLocation)
}

private func character(_ glyph: Glyph) -> String {
  if glyph == .continuation { return "" }
  return Unicode.Scalar(glyph.scalarValue).map(String.init) ?? "?"
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
