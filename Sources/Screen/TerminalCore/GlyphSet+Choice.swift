import Graphics

extension GlyphSet {
  /// The glyph set for a terminal: half blocks unless the user wants another, or the closest one
  /// that the terminal can draw.
  ///
  /// - Parameters:
  ///   - wanted: The user's choice; `nil` leaves it to the terminal.
  ///   - capabilities: What is known of the terminal so far.
  ///   - name: The value of TERM.
  package static func suited(
    _ wanted: GlyphSet?, to capabilities: Capabilities, name: String
  ) -> GlyphSet {
    var set = wanted ?? .half
    while !set.isDrawn(capabilities, name: name), let coarser = set.coarser { set = coarser }
    return set
  }

  private func isDrawn(_ capabilities: Capabilities, name: String) -> Bool {
    let hasBlocks = capabilities.hasUnicode && !capabilities.isAmbiguousWide
    return switch self {
    case .ascii: true
    case .space: capabilities.colorDepth != .mono
    case .half: hasBlocks
    // The fonts of the Linux console have half blocks (code page 437) but no quadrants.
    case .quadrant, .sextant, .octant: hasBlocks && name != "linux"
    }
  }
}
