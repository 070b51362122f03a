import Graphics

/// What a piece of text is of what is told of an item.
package enum TextRole: Hashable, Sendable {
  case title
  case byline
  case body
  case link
  case place
  case liked
}

extension ScreenTheme {
  /// The colour of a piece of text beside the picture, or in its place.
  func color(of role: TextRole) -> Color {
    switch role {
    case .title: heading
    case .body: text
    case .byline, .place: faint
    case .link: accent
    case .liked: likedBeside
    }
  }
}
