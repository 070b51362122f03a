import Models

/// The rows of the overview: a heading for each section, and its rows of tiles.
package struct OverviewRows: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The name of a section, by its index.
    case heading(Int)
    /// The items with these numbers.
    case tiles(Range<Int>)
  }

  /// How many items there are.
  package let count: Int
  /// Whether each section is one row of tiles, as long as it is.
  package let isShelved: Bool
  package let columns: Int
  package let sections: [FeedSection]
  /// The rows of tiles before each section, and of all.
  private let tileRows: [Int]

  /// Creates rows.
  ///
  /// - Parameters:
  ///   - count: How many items there are; sections that have more or fewer are not shown, but for shelves.
  ///   - columns: How many tiles a row has.
  ///   - sections: The sections, without gaps; empty for rows without headings.
  ///   - isShelved: Whether sections are shelves, if there are any.
  package init(
    count: Int = 0, columns: Int = 1, sections: [FeedSection] = [], isShelved: Bool = false
  ) {
    let isWhole = (sections.last.map { $0.start + $0.count } ?? count) == count
    let sections = isWhole ? sections : isShelved ? Self.fit(sections, to: count) : []
    let columns = max(isShelved && !sections.isEmpty ? count : columns, 1)
    self.count = count
    self.columns = columns
    self.sections = sections
    self.isShelved = isShelved && !sections.isEmpty
    tileRows = self.sections.reduce(into: [0]) { rows, section in
      rows.append(rows[rows.count - 1] + (section.count + columns - 1) / columns)
    }
  }

  /// Sections of another moment: the last one has the items that are not known to be of others.
  private static func fit(_ sections: [FeedSection], to count: Int) -> [FeedSection] {
    var fitting = Array(sections[..<sections.prefixEnd(where: { $0.start < count })])
    if let last = fitting.last { fitting[fitting.count - 1].count = count - last.start }
    return fitting
  }

  package var tileRowCount: Int {
    sections.isEmpty ? (count + columns - 1) / columns : tileRows[sections.count]
  }

  /// How many rows there are, with headings.
  package var rowCount: Int { tileRowCount + sections.count }

  /// The row of tiles with an item, counted without headings.
  package func tileRow(of number: Int) -> Int {
    guard let index = sections.index(of: number) else { return number / columns }
    return tileRows[index] + (number - sections[index].start) / columns
  }

  /// The row with an item, counted with headings.
  package func row(of number: Int) -> Int {
    tileRow(of: number) + (sections.index(of: number).map { $0 + 1 } ?? 0)
  }

  /// Counted from 0.
  package func column(of number: Int) -> Int {
    (number - (sections.index(of: number).map { sections[$0].start } ?? 0)) % columns
  }

  /// The numbers in a row of tiles, counted without headings.
  package func numbers(inTileRow row: Int) -> Range<Int> {
    guard !sections.isEmpty else {
      return min(row * columns, count)..<min((row + 1) * columns, count)
    }
    let index = sectionIndex { tileRows[$0] <= row }
    let section = sections[index]
    let first = section.start + (row - tileRows[index]) * columns
    return first..<min(first + columns, section.start + section.count)
  }

  package func content(of row: Int) -> Content {
    guard !sections.isEmpty else { return .tiles(numbers(inTileRow: row)) }
    // The heading of section n has n headings before it.
    let index = sectionIndex { tileRows[$0] + $0 <= row }
    let first = tileRows[index] + index
    return row == first ? .heading(index) : .tiles(numbers(inTileRow: row - index - 1))
  }

  /// The last section that begins no later than some row; the first one if none does.
  private func sectionIndex(where isBegun: (Int) -> Bool) -> Int {
    max(sections.indices.prefixEnd(where: isBegun) - 1, 0)
  }
}
