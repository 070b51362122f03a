extension Unicode.Scalar {
  /// Whether a terminal takes the character for text, and for nothing else.
  @inlinable package var isHarmless: Bool {
    // ASCII, and what bars are made of, needs no look-up: lines, blocks and geometric shapes.
    if (0x20..<0x7F).contains(value) || (0x2500...0x25FF).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    // How wide a terminal takes them nobody can know.
    case .unassigned: false
    // Joiners build emoji and Indic clusters; every other format character is invisible or
    // reorders its neighbours (UAX #9 overrides and isolates).
    case .format: self == "\u{200D}" || self == "\u{200C}"
    default: true
    }
  }
}
