import Graphics

package struct TerminalOptions: Hashable, Sendable {
  /// The colour depth of the frame; `nil` for the terminal's.
  package var color: ColorDepth?

  /// The glyph set of frames; `nil` for the one that suits the terminal.
  package var glyphs: GlyphSet?

  /// How frames are drawn; `nil` to choose by the terminal's capabilities.
  package var output: OutputMode?

  /// The quality of moving frames; `nil` to adapt to the link.
  package var quality: FrameQuality?

  /// The most bytes a second; `nil` for no limit.
  package var maximumRate: Int?

  /// The most frames a second; `nil` for the clip's rate.
  package var maximumFrameRate: Double?

  /// Whether the mouse is reported to Flick rather than used by the terminal to select text.
  package var hasMouse: Bool

  /// Whether the terminal's window has the title of what is on screen.
  package var hasTitle: Bool

  /// The keys with Alt that are in use; Esc before any other key is the key Esc.
  package var altKeys: Set<KeyEvent>

  /// The terminal's device; `nil` for the process's own.
  package var devicePath: String?

  /// How long to wait for the terminal's replies, in seconds.
  package var patience = CapabilityProbe.patience

  package init(
    color: ColorDepth? = nil, glyphs: GlyphSet? = nil, output: OutputMode? = nil,
    quality: FrameQuality? = nil, maximumRate: Int? = nil, maximumFrameRate: Double? = nil,
    hasMouse: Bool = true, hasTitle: Bool = true, altKeys: Set<KeyEvent> = [],
    devicePath: String? = nil
  ) {
    self.color = color
    self.glyphs = glyphs
    self.output = output
    self.quality = quality
    self.maximumRate = maximumRate
    self.maximumFrameRate = maximumFrameRate
    self.hasMouse = hasMouse
    self.hasTitle = hasTitle
    self.altKeys = altKeys
    self.devicePath = devicePath
  }
}

package enum OutputMode: String, Hashable, Sendable, CaseIterable {
  /// Character cells, which every terminal has.
  case cells
  /// The kitty graphics protocol.
  case kitty
  /// Sixel graphics (DEC).
  case sixel
}

/// The quality of moving frames, and so their size in bytes.
package enum FrameQuality: String, Hashable, Sendable, CaseIterable {
  case low
  case medium
  case high
  /// Every cell exactly as in the frame.
  case exact

  /// The price of a byte for the encoder, in squared levels. 1 is indistinguishable from exact by
  /// eye, 4 nearly so.
  package var lambda: Double {
    switch self {
    case .low: 8
    case .medium: 2
    case .high: 1
    case .exact: 0
    }
  }
}
