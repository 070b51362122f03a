import Graphics
import Models
import TerminalCore

extension ChromeWindow {
  /// With ASCII in place of typographic characters, see `CleanText.plain`.
  var plain: ChromeWindow {
    ChromeWindow(rect: rect, lines: lines.map { $0.map { ChromeSpan($0.text.plain, $0.style) } })
  }
}

extension ChromeLine {
  /// How many columns the line takes.
  var displayWidth: Int { reduce(0) { $0 + $1.text.displayWidth } }

  /// The line padded with blanks, in the style of its end.
  func filled(to columns: Int) -> ChromeLine { padded(to: columns, style: last?.style ?? []) }

  /// The line padded with blanks, in the background's style.
  func padded(to columns: Int) -> ChromeLine { padded(to: columns, style: []) }

  /// The first line of an overlay: its title, and a text on the right.
  static func titled(_ title: CleanText, right: CleanText, columns: Int) -> ChromeLine {
    let right = right.isEmpty ? right : CleanText(" \(right.string) ")
    let space = columns - right.displayWidth
    guard space > 4 else {
      let text = title.fitted(toColumns: columns)
      return [ChromeSpan(text, .reverse)].filled(to: columns)
    }
    let left = CleanText(" \(title.fitted(toColumns: space - 1).string)")
    // Bold letters change the ground in some terminals.
    return [ChromeSpan(left, .reverse)].filled(to: space) + [ChromeSpan(right, .reverse)]
  }

  private func padded(to columns: Int, style: ChromeStyle) -> ChromeLine {
    let blanks = CleanText.blanks(columns - displayWidth)
    return blanks.isEmpty ? self : self + [ChromeSpan(blanks, style)]
  }
}

extension CleanText {
  /// A number of blanks; none for less than one.
  static func blanks(_ count: Int) -> CleanText {
    CleanText(String(repeating: " ", count: max(count, 0)))
  }
}

/// Merges consecutive letters or texts of the same style into one text.
func runs<Letter: TextOutputStreamable, Style: Equatable>(
  _ letters: [(Letter, Style)]
) -> [(CleanText, Style)] {
  var runs: [(text: String, style: Style)] = []
  for (letter, style) in letters {
    if runs.last?.style != style { runs.append(("", style)) }
    letter.write(to: &runs[runs.count - 1].text)
  }
  return runs.map { (CleanText($0.text), $0.style) }
}
