/// How many colours a terminal can show at once.
package enum ColorDepth: String, Hashable, Sendable, CaseIterable {
  /// 8 bits per channel.
  case trueColor = "24bit"
  /// The xterm palette: 16 user-defined colours, a cube of 216 and 24 greys.
  case palette256 = "256"
  /// The eight colours of ISO 6429 (ECMA-48) and their bright variants.
  case palette16 = "16"
  /// The eight colours of ISO 6429 (ECMA-48).
  case palette8 = "8"
  /// Any two colours.
  case mono

  /// Whether there are so few that each pixel of a frame is dithered to one of them.
  package var isFew: Bool { self == .palette8 || self == .mono }
}
