import Graphics
import Models
import TerminalCore

extension OverlayText {
  /// Wider columns of keys are cut.
  private static let maxKeyColumns = 24
  /// Blanks between keys and labels, and between two columns.
  private static let gap = 2
  private static let columnGap = 4
  /// Taller overlays are harder to scan than wider ones.
  private static let comfortableRows = 24

  /// Lays out all keys.
  ///
  /// - Parameters:
  ///   - tags: Those that have keys in triage; `nil` while that is off.
  ///   - isOverview: Whether the overview is open.
  ///   - area: The frame's area.
  init(
    _ keyMap: KeyMap, symbols: SymbolSet, tags: [String]? = nil, isOverview: Bool = false,
    in area: CellRect
  ) {
    let sections = HelpContent.sections(
      keyMap, symbols: symbols, tags: tags, isOverview: isOverview)
    let rows = sections.flatMap(\.rows)
    let keyColumns = min(rows.map(\.keys.displayWidth).max() ?? 0, Self.maxKeyColumns)
    let labelColumns = rows.map(\.label.displayWidth).max() ?? 0
    // A blank on each side.
    let space = max(area.columns - 2, 0)
    let width = min(keyColumns + Self.gap + labelColumns, space)
    let most = max((space + Self.columnGap) / max(width + Self.columnGap, 1), 1)
    let blocks = sections.map { Self.block($0, keyColumns: keyColumns, width: width) }
    let shares = Self.shares(of: blocks, most: most, rows: max(area.rows - 1, 1))
    let columns = shares.map { Array($0.joined(separator: [[]])) }
    let used = columns.count * (width + Self.columnGap) - Self.columnGap + 2
    self.init(
      .localized("Keys"), maxColumns: used, mayFill: true, closing: keyMap.keyName(for: .close),
      keepsClosing: true, in: area
    ) { _ in Self.joined(columns, width: width) }
  }

  /// Distributes sections, each of some lines, among columns without splitting any: as few columns
  /// as give a comfortable overlay, or one that fits, or otherwise as many as allowed.
  private static func shares(of blocks: [[ChromeLine]], most: Int, rows: Int) -> [[[ChromeLine]]] {
    let all = (1...most).map { shares(of: blocks, columns: $0) }
    func fits(_ rows: Int) -> ([[[ChromeLine]]]) -> Bool {
      { $0.allSatisfy { lineCount(of: $0) <= rows } }
    }
    return all.first(where: fits(min(rows, comfortableRows))) ?? all.first(where: fits(rows))
      ?? all.last ?? []
  }

  /// The lowest columns, up to a limit, that hold all sections.
  private static func shares(of blocks: [[ChromeLine]], columns: Int) -> [[[ChromeLine]]] {
    let tallest = blocks.map(\.count).max() ?? 0
    for rows in tallest...max(lineCount(of: blocks), tallest) {
      var shares: [[[ChromeLine]]] = []
      for block in blocks {
        if let last = shares.last, lineCount(of: last + [block]) <= rows {
          shares[shares.count - 1].append(block)
        } else {
          shares.append([block])
        }
      }
      if shares.count <= columns { return shares }
    }
    return [blocks]
  }

  /// The lines of sections separated by blank lines.
  private static func lineCount(of blocks: [[ChromeLine]]) -> Int {
    blocks.reduce(0) { $0 + $1.count + 1 } - 1
  }

  /// Labels in fewer columns than this would break words: they go below their keys.
  private static let minLabelColumns = 10

  /// The lines of a section: its title, and each key's label, wrapped as needed.
  private static func block(
    _ section: HelpContent.Section, keyColumns: Int, width: Int
  ) -> [ChromeLine] {
    let isStacked = width - keyColumns - gap < minLabelColumns
    let indent = isStacked ? 1 : keyColumns + gap
    var lines = [[ChromeSpan(section.title.fitted(toColumns: width), .bold)]]
    for row in section.rows {
      let keys = row.keys.fitted(toColumns: min(keyColumns, width))
      if isStacked { lines.append([ChromeSpan(keys, .accent)]) }
      let labels = row.label.wrapped(toColumns: max(width - indent, 1))
      for (index, label) in labels.enumerated() {
        let names = index == 0 && !isStacked ? [ChromeSpan(keys, .accent)] : []
        lines.append(names.padded(to: indent) + [ChromeSpan(label)])
      }
    }
    return lines
  }

  /// Puts columns side by side.
  private static func joined(_ columns: [[ChromeLine]], width: Int) -> [ChromeLine] {
    let rows = columns.map(\.count).max() ?? 0
    return (0..<rows).map { row in
      var line = [ChromeSpan(" ")]
      for (index, column) in columns.enumerated() where row < column.count {
        line = line.padded(to: 1 + index * (width + columnGap))
        line += column[row]
      }
      return line
    }
  }
}
