import Models

/// Subtitle text in the Advanced SubStation Alpha script format, v4.00+, into which libav's
/// decoders convert all text subtitles.
package enum ScriptText {
  /// Parses the lines of an event from libav's decoders: `ReadOrder` in place of the times, eight
  /// fields in all, then the text.
  ///
  /// In the text, `{…}` holds overrides. Those for weight, italics and colour are applied; drawings
  /// are skipped. `\N` and `\n` break the line and `\h` is a space.
  ///
  /// - Parameters:
  ///   - event: Bytes that should be UTF-8.
  ///   - styles: The script's styles.
  /// - Returns: At most `CueLines.lineLimit` lines, none empty.
  package static func lines(
    ofEvent event: some Collection<UInt8>, styles: ScriptStyles = ScriptStyles()
  ) -> [StyledText] {
    let fields = event.split(
      separator: UInt8(ascii: ","), maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return [] }
    let style = styles.named(String(decoding: fields[2], as: UTF8.self))
    var lines = CueLines(style: style)
    var overrides = ScriptOverrides(style: style, styles: styles)
    var hasEnds = true
    var rest = fields[8][...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"):
        // Unterminated, it is a plain brace, and so are all later ones.
        guard hasEnds, let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
          hasEnds = false
          if !overrides.isDrawing { lines.append(byte) }
          continue
        }
        overrides.apply(rest[..<end])
        lines.style = overrides.style
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "\\"):
        switch rest.first {
        case UInt8(ascii: "N"), UInt8(ascii: "n"):
          rest.removeFirst()
          lines.breakLine()
        case UInt8(ascii: "h"):
          rest.removeFirst()
          lines.append(UInt8(ascii: " "))
        default:
          if !overrides.isDrawing { lines.append(byte) }
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): lines.breakLine()
      default:
        if !overrides.isDrawing { lines.append(byte) }
      }
    }
    return lines.finished
  }
}
