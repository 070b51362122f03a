import Graphics
import Models

/// Statistics laid out at a position on screen, drawn with each frame.
package struct StatisticsLayout: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var name: CleanText
    var value: CleanText
  }

  /// The frame's area.
  let area: CellRect
  private let rows: [Row]
  /// The cells behind the text.
  let ground: CellRect
  /// The colour depth they will be shown in.
  package var depth = ColorDepth.trueColor

  /// How much the frame shows through the text's ground; text on a light ground needs more of it.
  private static let shade = 0.25
  private static let lightShade = 0.15
  /// With few colours, dark areas are black with light dots, which make text unreadable.
  private func shade(_ full: Double) -> Double {
    switch depth {
    case .trueColor, .palette256: full
    case .palette16, .palette8, .mono: 0
    }
  }
  private static let nameColor = Color(red: 175, green: 175, blue: 175)

  init(area: CellRect, nameColumns: Int, rows: [Row]) {
    let width = rows.map(\.value.displayWidth).max() ?? 0
    self.area = area
    // Blanks cover earlier text behind it, such as a title beside the frame.
    self.rows = rows.map { row in
      Row(
        name: CleanText(" " + row.name.padded(toColumns: nameColumns).string),
        value: CleanText(row.value.padded(toColumns: width).string + " "))
    }
    ground = CellRect(
      column: area.column + 1, row: area.row + 1,
      columns: rows.isEmpty ? 0 : nameColumns + width + 2, rows: rows.count)
  }

  /// Draws the text over the frame, on a ground like that of overlays.
  ///
  /// - Parameters:
  ///   - surface: The whole screen.
  ///   - theme: Says whether that is light.
  package func draw(on surface: inout Surface, theme: ScreenTheme = .dark) {
    if theme.isLight {
      surface.lighten(ground, to: shade(Self.lightShade), of: theme.ground)
    } else {
      surface.darken(ground, to: shade(Self.shade))
    }
    for (index, row) in rows.enumerated() {
      let names = surface.drawText(
        row.name, column: ground.column, row: ground.row + index, maxColumns: ground.columns,
        foreground: theme.isLight ? theme.faint : Self.nameColor)
      surface.drawText(
        row.value, column: ground.column + names, row: ground.row + index,
        maxColumns: ground.columns - names, foreground: theme.heading)
    }
  }
}

extension CleanText {
  /// The text padded with blanks.
  fileprivate func padded(toColumns columns: Int) -> CleanText {
    CleanText(string + CleanText.blanks(columns - displayWidth).string)
  }
}
