import CellGraphics
import Models
import TerminalCore

/// All keys laid out in an opaque window over the picture.
package struct HelpText: Hashable, Sendable {
  private let lines: [ChromeLine]
  private let rect: CellRect
  /// What the header says of closing.
  private let closing: CleanText

  /// Columns of keys wider than this are cut.
  private static let mostKeyColumns = 24
  /// Blanks between keys and what they do, and between two columns.
  private static let gap = 2
  private static let columnGap = 4
  /// A taller window is harder to look through than a wider one.
  private static let comfortableRows = 24

  /// Lays the keys out.
  ///
  /// - Parameters:
  ///   - keyMap: The keys in use.
  ///   - signs: What they are written with.
  ///   - area: Where the picture is.
  init(_ keyMap: KeyMap, signs: SignSet, in area: CellRect) {
    let sections = HelpContent(keyMap, signs: signs).sections
    let rows = sections.flatMap(\.rows)
    let keyColumns = min(rows.map(\.keys.displayWidth).max() ?? 0, Self.mostKeyColumns)
    let labelColumns = rows.map(\.label.displayWidth).max() ?? 0
    // A blank on each side.
    let space = max(area.columns - 2, 0)
    let width = min(keyColumns + Self.gap + labelColumns, space)
    let most = max((space + Self.columnGap) / max(width + Self.columnGap, 1), 1)
    let shares = Self.shares(of: sections, most: most, rows: max(area.rows - 1, 1))
    let columns = shares.map { Self.column(of: $0, keyColumns: keyColumns, width: width) }
    lines = Self.joined(columns, width: width)
    closing = CleanText(keyMap.keyName(for: .close).map { "\($0) closes" } ?? "")
    // On a small screen every cell counts, and nothing of the picture is worth showing.
    let isSmall = area.columns < 60 || area.rows < 12
    let used = columns.count * (width + Self.columnGap) - Self.columnGap + 2
    let size = CellSize(
      columns: isSmall ? area.columns : min(used, area.columns),
      rows: isSmall ? area.rows : min(lines.count + 1, area.rows))
    rect = CellRect(
      column: area.column + (area.columns - size.columns) / 2,
      row: area.row + (area.rows - size.rows) / 2, columns: size.columns, rows: size.rows)
  }

  /// The last line that the window may begin with.
  var lastStart: Int { max(lines.count - height, 0) }

  /// How many lines are in sight.
  var height: Int { max(rect.rows - 1, 0) }

  /// The window, from a line on.
  func window(from start: Int) -> ChromeWindow {
    let start = min(max(start, 0), lastStart)
    return ChromeWindow(
      rect: rect, lines: [header(from: start)] + lines.dropFirst(start).prefix(height))
  }

  private func header(from start: Int) -> ChromeLine {
    let range = "  \(start + 1)-\(min(start + height, lines.count)) of \(lines.count)"
    // How to get out is what is needed most.
    return .titled(
      CleanText("Keys\(lastStart > 0 ? range : "")"), right: closing, columns: rect.columns)
  }

  /// Shares sections out among columns, none of them broken: as few columns as make a comfortable
  /// window, or one that fits, or if none does, as many as there may be.
  private static func shares(
    of sections: [HelpContent.Section], most: Int, rows: Int
  ) -> [[HelpContent.Section]] {
    let all = (1...most).map { shares(of: sections, columns: $0) }
    func fits(_ rows: Int) -> ([[HelpContent.Section]]) -> Bool {
      { $0.allSatisfy { height(of: $0) <= rows } }
    }
    return all.first(where: fits(min(rows, comfortableRows))) ?? all.first(where: fits(rows))
      ?? all.last ?? []
  }

  /// The lowest columns, at most so many, that take all sections.
  private static func shares(
    of sections: [HelpContent.Section], columns: Int
  ) -> [[HelpContent.Section]] {
    let tallest = sections.map { height(of: [$0]) }.max() ?? 0
    for rows in tallest...max(height(of: sections), tallest) {
      var shares: [[HelpContent.Section]] = []
      for section in sections {
        if let last = shares.last, height(of: last + [section]) <= rows {
          shares[shares.count - 1].append(section)
        } else {
          shares.append([section])
        }
      }
      if shares.count <= columns { return shares }
    }
    return [sections]
  }

  /// Lines that sections take, each with its title and with a blank line between two.
  private static func height(of sections: [HelpContent.Section]) -> Int {
    sections.reduce(0) { $0 + $1.rows.count + 2 } - 1
  }

  private static func column(
    of sections: [HelpContent.Section], keyColumns: Int, width: Int
  ) -> [ChromeLine] {
    var lines: [ChromeLine] = []
    for section in sections {
      if !lines.isEmpty { lines.append(ChromeLine()) }
      lines.append(ChromeLine([ChromeSpan(section.title.fitted(toColumns: width), .bold)]))
      for row in section.rows {
        let keys = row.keys.fitted(toColumns: min(keyColumns, width))
        let label = row.label.fitted(toColumns: max(width - keyColumns - gap, 0))
        lines.append(
          ChromeLine(
            ChromeLine([ChromeSpan(keys, .accent)]).padded(to: keyColumns + gap).spans
              + [ChromeSpan(label)]))
      }
    }
    return lines
  }

  /// Puts columns side by side.
  private static func joined(_ columns: [[ChromeLine]], width: Int) -> [ChromeLine] {
    let rows = columns.map(\.count).max() ?? 0
    return (0..<rows).map { row in
      var line = ChromeLine([ChromeSpan(" ")])
      for (index, column) in columns.enumerated() where row < column.count {
        line = line.padded(to: 1 + index * (width + columnGap))
        line.spans += column[row].spans
      }
      return line
    }
  }
}
