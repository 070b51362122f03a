import Graphics
import Models
import TerminalCore

extension OverlayText {
  /// With wider overlays, name and value are too far apart.
  private static let maxColumns = 90
  /// Values in fewer columns than this would break words: they go below their names.
  private static let minValueColumns = 12
  /// Longer names are cut in the middle, since many start alike.
  private static let maxNameColumns = 16

  /// Lays out details.
  ///
  /// - Parameters:
  ///   - closing: The key that closes the overlay; `nil` if none does.
  ///   - area: The frame's area.
  init(_ details: DetailsContent, closing: String?, in area: CellRect) {
    self.init(details.title, maxColumns: Self.maxColumns, closing: closing, in: area) {
      Self.lines(details, columns: $0 - 2)
    }
  }

  private static func lines(_ details: DetailsContent, columns: Int) -> [ChromeLine] {
    let widest = details.fields.map(\.name.displayWidth).max() ?? 0
    let nameColumns = max(min(widest, maxNameColumns, columns / 2), 0)
    let isStacked = columns - nameColumns - 1 < minValueColumns
    let indent = isStacked ? 2 : nameColumns + 2
    var lines: [ChromeLine] = []
    for field in details.fields {
      let name = field.name.fittedAtBothEnds(toColumns: isStacked ? columns : nameColumns)
      if isStacked { lines.append([ChromeSpan(" "), ChromeSpan(name, .dim)]) }
      let values = field.value.wrapped(toColumns: max(columns - indent + 1, 1))
      for (index, value) in values.enumerated() {
        let isNamed = index == 0 && !isStacked
        let names = isNamed ? [ChromeSpan(" "), ChromeSpan(name, .dim)] : []
        lines.append(names.padded(to: indent) + [ChromeSpan(value)])
      }
    }
    for paragraph in details.paragraphs {
      let wrapped = paragraph.wrapped(toColumns: columns)
      guard !wrapped.isEmpty else { continue }
      if !lines.isEmpty { lines.append([]) }
      lines += wrapped.map { [ChromeSpan(" "), ChromeSpan($0)] }
    }
    return lines
  }
}
