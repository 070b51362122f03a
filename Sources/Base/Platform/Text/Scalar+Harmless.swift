extension Unicode.Scalar {
  /// Whether a terminal treats the character as plain text.
  @inlinable package var isHarmless: Bool {
    // ASCII and the characters of bars (lines, blocks and geometric shapes) need no look-up.
    if (0x20..<0x7F).contains(value) || (0x2500...0x25FF).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    // Their width in a terminal is unknown.
    case .unassigned: false
    // Joiners build emoji and Indic clusters; every other format character is invisible or
    // reorders its neighbours (UAX #9 overrides and isolates).
    case .format: self == "\u{200D}" || self == "\u{200C}"
    default: true
    }
  }
}
