import Models

extension Surface {
  /// Its cells as lines of text, for output without cursor movement: pipes, files, and previews in
  /// other programs.
  ///
  /// Each line is self-contained: it sets its colours, ends with SGR 0 and a line feed, and
  /// contains no other control sequences.
  ///
  /// - Parameters:
  ///   - depth: The colours to use.
  ///   - glyphs: The glyph set for frames; cells in a finer set are converted.
  ///   - hasUnicode: Whether non-ASCII characters may be written.
  /// - Returns: The bytes of all lines.
  package func lines(depth: ColorDepth, glyphs: GlyphSet, hasUnicode: Bool) -> [UInt8] {
    let line = CellSize(columns: size.columns, rows: 1)
    var encoder = FrameEncoder(size: line, depth: depth)
    encoder.glyphs = glyphs
    encoder.hasUnicode = hasUnicode
    // In mono, the terminal's own two.
    encoder.hasColors = depth != .mono
    var surface = Surface(size: line)
    var output: [UInt8] = []
    for row in 0..<size.rows {
      surface.cells.replaceSubrange(0..., with: cells[(row * size.columns)...].prefix(size.columns))
      encoder.beginLine(row)
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      output += Self.lineEnd
    }
    return output
  }

  private static let lineEnd = Array("\u{1B}[0m\n".utf8)
}
