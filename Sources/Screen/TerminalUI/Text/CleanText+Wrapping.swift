import Graphics
import Models

extension CleanText {
  /// Returns the text broken into lines of at most a number of columns: at spaces, and between the
  /// characters of scripts written without them (a part of UAX #14). Longer words are broken at the
  /// joints of names: after `_`, `-`, `.` and `/`, and before capitals; or without joints, cut
  /// anywhere. A no-break space keeps words together.
  package func wrapped(toColumns columns: Int) -> [CleanText] {
    guard columns > 0 else { return [] }
    var lines = LineBreaker<Void>(columns: columns)
    for character in string { lines.append(character, ()) }
    return lines.finish().map { CleanText(String($0.map(\.0))) }
  }

  /// Returns the text in at most this many lines, with an ellipsis in place of its middle if
  /// needed.
  func wrapped(toColumns columns: Int, rows: Int) -> [CleanText] {
    var lines = wrapped(toColumns: columns)
    var width = min(columns * rows, displayWidth)
    while lines.count > rows, width > 1 {
      lines = fittedAtBothEnds(toColumns: width).wrapped(toColumns: columns)
      width -= 1
    }
    return Array(lines.prefix(rows))
  }

  /// The text, or as much of its start and end as fits, with an ellipsis between them.
  package func fittedAtBothEnds(toColumns columns: Int) -> CleanText {
    guard displayWidth > columns else { return self }
    guard columns > 0 else { return "" }
    var (head, tail) = (string.startIndex, string.endIndex)
    var room = columns - 1
    while head < tail {
      let last = string.index(before: tail)
      // The end of a path is more informative.
      let takesTail =
        string.distance(from: tail, to: string.endIndex)
        <= string.distance(from: string.startIndex, to: head)
      room -= (takesTail ? string[last] : string[head]).displayWidth
      guard room >= 0 else { break }
      if takesTail { tail = last } else { head = string.index(after: head) }
    }
    return CleanText("\(string[..<head])\u{2026}\(string[tail...])")
  }
}
