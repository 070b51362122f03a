import Graphics
import TerminalCore

/// The colours of text in cells beside and in place of the frame: light on black, or dark on a
/// light terminal background.
///
/// Text over the frame is white on darkened cells in every theme.
package struct ScreenTheme: Hashable, Sendable {
  /// The background, including the area around a frame.
  package let ground: Color
  /// Whether the ground is light.
  package let isLight: Bool
  /// Titles.
  package let heading: Color
  package let text: Color
  /// Less important text.
  package let faint: Color
  /// Badges of the user's settings; without colours, text has no accent.
  package let accent: Color
  /// The heart, over the frame and beside it: colours of the 256, as chrome has them.
  package let liked: Color
  package let likedBeside: Color

  /// Light on black.
  package static let dark = ScreenTheme()

  /// The theme that suits a terminal.
  package init(_ capabilities: Capabilities) {
    self.init(
      lightGround: capabilities.lightBackground.map { $0.shown(in: capabilities.colorDepth) },
      hasColors: capabilities.hasColoredText && capabilities.colorDepth != .mono,
      depth: capabilities.colorDepth)
  }

  /// Light on black, unless the terminal's background is light.
  ///
  /// - Parameters:
  ///   - lightGround: The terminal's own background, if it is light.
  ///   - hasColors: Whether text may have colours, or only shades.
  ///   - depth: Of the terminal.
  package init(
    lightGround: Color? = nil, hasColors: Bool = true, depth: ColorDepth = .trueColor
  ) {
    isLight = lightGround != nil
    liked = hasColors ? Color(red: 255, green: 95, blue: 95) : .white
    if let lightGround {
      ground = lightGround
      heading = .black
      text = Color.black.mixed(with: lightGround, by: 0.15)
      faint = Color.black.mixed(with: lightGround, by: 0.35)
      accent = hasColors ? Color(red: 0, green: 82, blue: 122).plain(in: depth) : .black
      likedBeside = hasColors ? Color(red: 175, green: 0, blue: 0) : .black
    } else {
      ground = .black
      heading = .white
      text = Color(red: 200, green: 200, blue: 200)
      faint = Color(red: 140, green: 140, blue: 140)
      accent = hasColors ? Color(red: 95, green: 215, blue: 215).plain(in: depth) : .white
      likedBeside = liked
    }
  }
}

extension Color {
  /// One of few colours, so that a ground of it is not dithered under text.
  fileprivate func plain(in depth: ColorDepth) -> Color {
    switch depth {
    case .trueColor, .palette256, .mono: self
    case .palette16, .palette8: Palette.color(at: Palette.nearest(to: self, depth: depth))
    }
  }

  /// The colour as available at a depth, so that it is not dithered.
  fileprivate func shown(in depth: ColorDepth) -> Color {
    switch depth {
    case .trueColor: self
    case .palette256: Palette.color(at: Palette.nearest(to: self, depth: depth))
    // The only light one of their greys.
    case .palette16, .palette8, .mono: .white
    }
  }
}
