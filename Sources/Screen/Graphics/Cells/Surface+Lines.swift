import Models

extension Surface {
  /// Its cells as lines of text, for where nobody moves a cursor: pipes, files, and the previews of
  /// other programs.
  ///
  /// Each line is complete by itself: it sets its colours, ends with plain ones (SGR 0) and a line
  /// feed, and holds nothing else that controls a terminal.
  ///
  /// - Parameters:
  ///   - depth: The colours to use.
  ///   - glyphs: What frames may be made of; cells that are made of more become less.
  ///   - hasUnicode: Whether anything but ASCII may be written.
  /// - Returns: The bytes of all lines.
  package func lines(depth: ColorDepth, glyphs: GlyphSet, hasUnicode: Bool) -> [UInt8] {
    let line = CellSize(columns: size.columns, rows: 1)
    var encoder = FrameEncoder(size: line, depth: depth)
    encoder.glyphs = glyphs
    encoder.hasUnicode = hasUnicode
    // In mono the terminal's own two.
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
