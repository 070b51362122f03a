import Graphics
import Models

/// The role of a piece of text about an item.
package enum TextRole: Hashable, Sendable {
  case title
  case byline
  /// What the user decided.
  case review
  case body
  case link
  case place
  case liked
}

extension Surface {
  /// Draws a piece of text beside or in place of the frame, on the theme's ground.
  @discardableResult
  mutating func drawText(
    _ text: CleanText, _ role: TextRole, column: Int, row: Int, maxColumns: Int, theme: ScreenTheme
  ) -> Int {
    drawText(
      text, column: column, row: row, maxColumns: maxColumns, foreground: theme.color(of: role),
      background: theme.ground, attributes: role == .title ? .bold : [])
  }
}

extension ScreenTheme {
  /// The colour of a piece of text beside or in place of the frame.
  fileprivate func color(of role: TextRole) -> Color {
    switch role {
    case .title: heading
    case .body: text
    case .byline, .place: faint
    case .link, .review: accent
    case .liked: likedBeside
    }
  }
}
