import Graphics

/// What the user asked of the terminal.
package struct TerminalOptions: Hashable, Sendable {
  /// How many colours the frame uses; `nil` as many as the terminal has.
  package var color: ColorDepth?

  /// Which characters frames are made of; `nil` those that suit the terminal.
  package var glyphs: GlyphSet?

  /// How frames come onto the screen; `nil` leaves it to what the terminal can do.
  package var output: OutputMode?

  /// How exact moving frames are; `nil` as suits the link.
  package var quality: FrameQuality?

  /// The most bytes a second; `nil` for as many as the link takes.
  package var maximumRate: Int?

  /// The most frames a second; `nil` for as many as the clip has.
  package var maximumFrameRate: Double?

  /// Whether the mouse is reported to Flick rather than used by the terminal to select text.
  package var hasMouse: Bool

  /// The keys with Alt that mean something; Esc before any other key is the key Esc.
  package var altKeys: Set<KeyEvent>

  /// The terminal's device; `nil` for the one the process belongs to.
  package var devicePath: String?

  /// Creates options.
  package init(
    color: ColorDepth? = nil, glyphs: GlyphSet? = nil, output: OutputMode? = nil,
    quality: FrameQuality? = nil, maximumRate: Int? = nil, maximumFrameRate: Double? = nil,
    hasMouse: Bool = true, altKeys: Set<KeyEvent> = [], devicePath: String? = nil
  ) {
    self.color = color
    self.glyphs = glyphs
    self.output = output
    self.quality = quality
    self.maximumRate = maximumRate
    self.maximumFrameRate = maximumFrameRate
    self.hasMouse = hasMouse
    self.altKeys = altKeys
    self.devicePath = devicePath
  }
}

/// By which means frames are shown.
package enum OutputMode: String, Hashable, Sendable, CaseIterable {
  /// Character cells, which every terminal has.
  case cells
  /// The kitty graphics protocol.
  case kitty
  /// Sixel graphics (DEC).
  case sixel
}

/// How exact moving frames are, and so how many bytes they take.
package enum FrameQuality: String, Hashable, Sendable, CaseIterable {
  case low
  case medium
  case high
  /// Every cell as the frame has it.
  case exact

  /// What a byte is worth to the encoder, in squared levels. 1 cannot be told from exact by eye, 4
  /// hardly.
  package var lambda: Double {
    switch self {
    case .low: 8
    case .medium: 2
    case .high: 1
    case .exact: 0
    }
  }
}
