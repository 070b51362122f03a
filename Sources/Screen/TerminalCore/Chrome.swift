import Graphics
import Models

/// The style of a piece of chrome: light on black, in as many colours as the terminal has.
package struct ChromeStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = ChromeStyle(rawValue: 1)
  package static let dim = ChromeStyle(rawValue: 2)
  package static let reverse = ChromeStyle(rawValue: 4)
  /// Cyan, if there are colours.
  package static let accent = ChromeStyle(rawValue: 8)
  /// Yellow, if there are colours; overrides `accent`.
  package static let warning = ChromeStyle(rawValue: 16)
  /// On a grey ground, if there are greys: the unfilled part of a bar. Glyphs in no other colour
  /// vanish in it; without greys they are dim.
  package static let track = ChromeStyle(rawValue: 32)
  /// Likewise on a lighter grey: the buffered part of a bar.
  package static let buffered = ChromeStyle(rawValue: 64)
  /// Stands out from the ground of a bar: light on grey, dark where it is filled.
  package static let mark = ChromeStyle(rawValue: 128)

  /// The heart's colour, that of `ScreenTheme.liked`.
  package static let liked = ChromeStyle(rawValue: 256)

  // Combined here: array literals would run generic code at every use.
  /// The filled part of a bar.
  package static let filled = ChromeStyle(rawValue: accent.rawValue | track.rawValue)
  /// The ground of a bar.
  package static let ground = ChromeStyle(rawValue: track.rawValue | buffered.rawValue)
}

/// A piece of a line in one style.
package struct ChromeSpan: Hashable, Sendable {
  package var text: CleanText
  package var style: ChromeStyle

  package init(_ text: CleanText, _ style: ChromeStyle = []) {
    self.text = text
    self.style = style
  }
}

/// A line of a window, from its left edge; the rest is blank.
package typealias ChromeLine = [ChromeSpan]

/// An opaque rectangle of text over the frame. Text beyond its edges is clipped.
package struct ChromeWindow: Hashable, Sendable {
  package var rect: CellRect
  package var lines: [ChromeLine]

  /// Lines beyond its rows are not shown, rows without a line are blank.
  package init(rect: CellRect, lines: [ChromeLine]) {
    self.rect = rect
    self.lines = lines
  }

  /// A line by its row in the window.
  package func line(_ row: Int) -> ChromeLine {
    lines.indices.contains(row) ? lines[row] : []
  }
}
