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
  ///   - glyphs: What pictures may be made of; cells that are made of more become less.
  ///   - hasUnicode: Whether anything but ASCII may be written.
  /// - Returns: The bytes of all lines.
  package func lines(depth: ColorDepth, glyphs: GlyphSet, hasUnicode: Bool) -> [UInt8] {
    switch depth {
    case .trueColor, .palette256, .palette16:
      encodedLines(depth: depth, glyphs: glyphs, hasUnicode: hasUnicode)
    case .palette8, .mono: paletteLines(depth: depth, glyphs: glyphs, hasUnicode: hasUnicode)
    }
  }

  private static let lineEnd = Array("\u{1B}[0m\n".utf8)

  private func encodedLines(depth: ColorDepth, glyphs: GlyphSet, hasUnicode: Bool) -> [UInt8] {
    let line = CellSize(columns: size.columns, rows: 1)
    var encoder = FrameEncoder(size: line, depth: depth)
    encoder.glyphs = glyphs
    encoder.hasUnicode = hasUnicode
    var surface = Surface(size: line)
    var output: [UInt8] = []
    for row in 0..<size.rows {
      surface.cells.replaceSubrange(0..., with: cells[(row * size.columns)...].prefix(size.columns))
      encoder.beginLine()
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      output += Self.lineEnd
    }
    return output
  }

  private func paletteLines(depth: ColorDepth, glyphs: GlyphSet, hasUnicode: Bool) -> [UInt8] {
    var cells: [PaletteCell] = []
    mapToPalette(
      depth, glyphs: hasUnicode || !glyphs.hasBlocks ? glyphs : .ascii, into: &cells)
    var output: [UInt8] = []
    for row in 0..<size.rows {
      var pen = ""
      for cell in cells[(row * size.columns)...].prefix(size.columns) {
        let colors = cell.colors(depth: depth)
        if colors != pen { output += "\u{1B}[\(colors)m".utf8 }
        pen = colors
        output += String(Unicode.Scalar(cell.glyph.rawValue) ?? " ").utf8
      }
      output += Self.lineEnd
    }
    return output
  }
}

extension PaletteCell {
  /// The parameters of SGR that set its colours (ECMA-48); in mono the terminal's own two.
  fileprivate func colors(depth: ColorDepth) -> String {
    if depth == .mono { return background == 7 ? "7" : "27" }
    return "\(30 + foreground);\(40 + background)"
  }
}
