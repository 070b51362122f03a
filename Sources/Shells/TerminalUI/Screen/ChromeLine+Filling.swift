import CellGraphics
import Models
import TerminalCore

extension ChromeLine {
  /// How many columns the line takes.
  var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// The line with blanks behind it, in the style of its end.
  func filled(to columns: Int) -> ChromeLine { padded(to: columns, style: spans.last?.style ?? []) }

  /// The line with blanks behind it, in the background's style.
  func padded(to columns: Int) -> ChromeLine { padded(to: columns, style: []) }

  /// The first line of a window: its title, and something on the right.
  static func titled(_ title: CleanText, right: CleanText, columns: Int) -> ChromeLine {
    let right = right.isEmpty ? right : CleanText(" \(right.string) ")
    let space = columns - right.displayWidth
    guard space > 4 else {
      let text = title.fitted(toColumns: columns)
      return ChromeLine([ChromeSpan(text, [.reverse, .bold])]).filled(to: columns)
    }
    let left = CleanText(" \(title.fitted(toColumns: space - 1).string)")
    let line = ChromeLine([ChromeSpan(left, [.reverse, .bold])]).filled(to: space)
    return ChromeLine(line.spans + [ChromeSpan(right, .reverse)])
  }

  private func padded(to columns: Int, style: ChromeStyle) -> ChromeLine {
    let blanks = max(columns - displayWidth, 0)
    guard blanks > 0 else { return self }
    return ChromeLine(spans + [ChromeSpan(CleanText(String(repeating: " ", count: blanks)), style)])
  }
}
