import Models

extension CleanText {
  /// The columns the text takes: those of its `shownScalars`.
  ///
  /// Each character (extended grapheme cluster) is as wide as its first scalar: see
  /// `Unicode.Scalar.displayWidth`. A flag, two regional indicators, counts 2.
  package var displayWidth: Int {
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return string.utf8.count }
    return string.reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text cut to a number of columns, with an ellipsis in the last one if anything was
  /// cut.
  package func fitted(toColumns columns: Int) -> CleanText {
    guard columns > 0 else { return CleanText("") }
    var used = 0
    // The end of the part kept if an ellipsis must follow.
    var end = string.startIndex
    for index in string.indices {
      let width = string[index].displayWidth
      if used + width > columns { return CleanText(string[..<end] + "\u{2026}") }
      used += width
      if used < columns { end = string.index(after: index) }
    }
    return self
  }
}

extension Character {
  /// The columns of the character.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isRegionalIndicator {
      return unicodeScalars.prefix(2).count(where: \.isRegionalIndicator)
    }
    return first.displayWidth
  }
}

extension Unicode.Scalar {
  /// The columns a terminal uses for the scalar.
  ///
  /// 0 for controls, combining marks (general categories Mn and Me), format characters, and Hangul
  /// vowels and final consonants; 2 for East Asian Width W or F (Unicode 15.0, UAX #11) and default
  /// emoji presentation (UTS #51); else 1, including ambiguous ones.
  var displayWidth: Int {
    // Latin, Greek and Cyrillic letters, the bulk of all text, need no look-up.
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    // Nor do lines, blocks and geometric shapes, except for the wide small squares.
    if (0x2500...0x25FC).contains(value) { return 1 }
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    default: break
    }
    if isRegionalIndicator { return 1 }
    return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
  }

  /// Whether it is one of the 26 letters whose pairs form flags.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether its East Asian Width is W or F, apart from scalars with emoji presentation.
  private var isEastAsianWide: Bool {
    Self.eastAsianWide.contains { $0.contains(value) }
  }

  /// EastAsianWidth.txt of Unicode 15.0, in ranges that include unassigned scalars.
  private static let eastAsianWide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
