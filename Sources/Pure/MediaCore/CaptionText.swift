import Models

/// The words of a subtitle, without its markup.
package enum CaptionText {
  /// Lines of one caption, and characters of one line, that are kept: more has no room on a screen.
  package static let lineLimit = 12
  package static let lengthLimit = 300

  /// Takes the lines out of an event as libav's decoders of text make it of any subtitle.
  ///
  /// The event is that of the Advanced SubStation Alpha script format, v4.00+, with `ReadOrder` in
  /// place of the times: eight fields, then the text. In it, `{…}` holds overrides, of which `\p1`
  /// turns what follows into a drawing and `\p0` back into words; `\N` and `\n` break the line and
  /// `\h` is a space.
  ///
  /// - Parameter event: Bytes that ought to be UTF-8.
  /// - Returns: At most `lineLimit` lines, none empty.
  package static func lines(ofEvent event: some Collection<UInt8>) -> [CleanText] {
    var fields = 0
    let text = event.drop { byte in
      guard fields < 8 else { return false }
      if byte == UInt8(ascii: ",") { fields += 1 }
      return true
    }
    return lines(ofText: text)
  }

  /// Takes the lines out of the text of an event.
  package static func lines(ofText text: some Collection<UInt8>) -> [CleanText] {
    var lines: [[UInt8]] = [[]]
    var isDrawing = false
    var hasEnds = true
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"):
        // Without its end, it is a brace; where one has none, those behind it have none either.
        guard hasEnds, let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
          hasEnds = false
          if !isDrawing { lines[lines.count - 1].append(byte) }
          continue
        }
        isDrawing = drawingMode(in: rest[..<end]) ?? isDrawing
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "\\"):
        switch rest.first {
        case UInt8(ascii: "N"), UInt8(ascii: "n"):
          rest.removeFirst()
          lines.append([])
        case UInt8(ascii: "h"):
          rest.removeFirst()
          lines[lines.count - 1].append(UInt8(ascii: " "))
        default:
          if !isDrawing { lines[lines.count - 1].append(byte) }
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): lines.append([])
      default:
        if !isDrawing { lines[lines.count - 1].append(byte) }
      }
    }
    return Array(
      lines.lazy.map { CleanText(bytes: $0, limit: lengthLimit) }.filter { !$0.isEmpty }
        .prefix(lineLimit))
  }

  /// What a block of overrides says of drawing; `nil` if nothing.
  private static func drawingMode(in overrides: some Collection<UInt8>) -> Bool? {
    var mode: Bool?
    var rest = overrides[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "p") else { continue }
      rest.removeFirst()
      // `\pos` and `\pbo` begin alike.
      guard let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
        continue
      }
      mode = digit != UInt8(ascii: "0")
    }
    return mode
  }
}
