import Graphics
import Models

/// What a piece of text is of what is told of an item.
package enum TextRole: Hashable, Sendable {
  case title
  case byline
  case body
  case link
  case place
  case liked
}

extension Surface {
  /// Writes a piece of text beside the frame, or in its place, on the theme's ground.
  mutating func drawText(
    _ text: CleanText, _ role: TextRole, column: Int, row: Int, maxColumns: Int, theme: ScreenTheme
  ) {
    drawText(
      text, column: column, row: row, maxColumns: maxColumns, foreground: theme.color(of: role),
      background: theme.ground, attributes: role == .title ? .bold : [])
  }
}

extension ScreenTheme {
  /// The colour of a piece of text beside the frame, or in its place.
  fileprivate func color(of role: TextRole) -> Color {
    switch role {
    case .title: heading
    case .body: text
    case .byline, .place: faint
    case .link: accent
    case .liked: likedBeside
    }
  }
}
