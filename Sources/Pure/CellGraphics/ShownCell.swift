/// What the terminal shows in one cell, as far as the encoder knows.
struct ShownCell: Equatable {
  /// `halves`, `unknown`, or the scalar of a text glyph, or `Glyph.continuation`.
  var glyph: UInt32

  /// The code of the upper half, or of the text's foreground.
  var first: UInt32

  /// The code of the lower half, or of the text's background.
  var second: UInt32

  /// Frames since the cell was last written or last what it should be.
  var age: UInt8

  /// Two flat halves, whichever block glyph or space made them.
  static let halves: UInt32 = 0
  /// Nobody knows.
  static let unknown = UInt32.max

  static let unknownCell = ShownCell(glyph: unknown, first: 0, second: 0, age: 0)

  @inline(__always)
  func showsHalves(_ top: UInt32, _ bottom: UInt32) -> Bool {
    glyph == Self.halves && first == top && second == bottom
  }
}

/// Where the terminal's cursor is and in which colours it writes.
struct Pen: Equatable {
  /// The code of the foreground colour, or `unknown`.
  var foreground = unknown
  /// The code of the background colour, or `unknown`.
  var background = unknown
  /// Whether attributes somebody else set may still be on.
  var needsReset = true
  var column = 0
  /// -1 while the cursor's place is unknown.
  var row = -1

  static let unknown = UInt32.max
}
