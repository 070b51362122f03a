import Models

/// The words of a subtitle in the Advanced SubStation Alpha script format, v4.00+, which libav's
/// decoders make of any subtitle that is text.
package enum ScriptText {
  /// Takes the lines out of an event as libav's decoders give it: `ReadOrder` in place of the times,
  /// eight fields in all, then the text.
  ///
  /// In that, `{…}` holds overrides, of which those of weight, slant and colour are obeyed, and those
  /// that turn what follows into a drawing, which is left out; `\N` and `\n` break the line and `\h`
  /// is a space.
  ///
  /// - Parameters:
  ///   - event: Bytes that ought to be UTF-8.
  ///   - styles: The script's.
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
        // Without its end, it is a brace; where one has none, those behind it have none either.
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
