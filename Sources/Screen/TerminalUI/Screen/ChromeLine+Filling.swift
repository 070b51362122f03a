import Graphics
import Models
import TerminalCore

extension ChromeWindow {
  /// The window without typographic characters.
  var plain: ChromeWindow {
    ChromeWindow(rect: rect, lines: lines.map { $0.plain(columns: rect.columns) })
  }
}

extension ChromeLine {
  /// The line with ASCII in place of typographic characters, see `CleanText.plain`.
  fileprivate func plain(columns: Int) -> ChromeLine {
    guard !spans.allSatisfy({ $0.text.string.utf8.allSatisfy { $0 < 0x80 } }) else { return self }
    let letters = spans.flatMap { span in span.text.string.map { ($0, span.style) } }
    var line = ChromeLine()
    for (character, style) in PlainText(letters, columns: columns).letters {
      if let last = line.spans.last, last.style == style {
        let text = CleanText(last.text.string + String(character))
        line.spans[line.spans.count - 1].text = text
      } else {
        line.spans.append(ChromeSpan(CleanText(String(character)), style))
      }
    }
    return line
  }

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
      return ChromeLine([ChromeSpan(text, .reverse)]).filled(to: columns)
    }
    let left = CleanText(" \(title.fitted(toColumns: space - 1).string)")
    // Bold letters make another ground of it in some terminals.
    let line = ChromeLine([ChromeSpan(left, .reverse)]).filled(to: space)
    return ChromeLine(line.spans + [ChromeSpan(right, .reverse)])
  }

  private func padded(to columns: Int, style: ChromeStyle) -> ChromeLine {
    let blanks = max(columns - displayWidth, 0)
    guard blanks > 0 else { return self }
    return ChromeLine(spans + [ChromeSpan(CleanText(String(repeating: " ", count: blanks)), style)])
  }
}
