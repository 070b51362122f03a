import CellGraphics
import Models

/// Statistics laid out for a place on the screen, to be drawn with each picture.
package struct StatisticsLayout: Hashable, Sendable {
  /// A name, and what stands behind it.
  struct Row: Hashable, Sendable {
    var name: CleanText
    var value: CleanText
  }

  /// Where the picture is.
  let area: CellRect
  private let nameColumns: Int
  private let rows: [Row]
  /// The cells behind the text.
  private let ground: CellRect

  /// The picture shows through the text's ground by so much.
  private static let shade = 0.25
  /// Where colours are few, what is dark is black with dots of light ones, among which nobody reads.
  private static func shade(_ depth: ColorDepth) -> Double {
    switch depth {
    case .trueColor, .palette256: shade
    case .palette16, .palette8, .mono: 0
    }
  }
  private static let nameColor = Color(red: 175, green: 175, blue: 175)

  init(area: CellRect, nameColumns: Int, rows: [Row]) {
    self.area = area
    self.nameColumns = nameColumns
    self.rows = rows
    let width = rows.map { nameColumns + $0.value.displayWidth + 2 }.max() ?? 0
    ground = CellRect(
      column: area.column + 1, row: area.row + 1, columns: width, rows: rows.count)
  }

  /// Draws the text over the picture.
  ///
  /// - Parameters:
  ///   - surface: The whole screen.
  ///   - depth: The colours it will be shown in.
  package func draw(on surface: inout Surface, depth: ColorDepth = .trueColor) {
    surface.darken(ground, to: Self.shade(depth))
    let left = ground.column + 1
    for (index, row) in rows.enumerated() {
      surface.drawText(
        row.name, column: left, row: ground.row + index, maxColumns: nameColumns,
        foreground: Self.nameColor, background: nil)
      surface.drawText(
        row.value, column: left + nameColumns, row: ground.row + index,
        maxColumns: ground.columns - nameColumns - 1, foreground: .white, background: nil)
    }
  }
}
