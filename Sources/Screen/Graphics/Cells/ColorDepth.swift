/// How many colours a terminal can show at once.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// 8 bits a channel.
  case trueColor
  /// The palette of xterm: 16 colours of the user's, a cube of 216 and 24 greys.
  case palette256
  /// The eight colours of ISO 6429 (ECMA-48) and their bright forms.
  case palette16
  /// The eight colours of ISO 6429 (ECMA-48).
  case palette8
  /// Two colours, whatever they are.
  case mono

  /// Whether it is so few that each pixel of a frame is dithered to one of them.
  package var isFew: Bool { self == .palette8 || self == .mono }
}
