import Models

/// The text of a WebVTT cue (W3C, 2019, section 4.2.2).
///
/// Parsed here because libav's decoder supports neither colour classes nor tags with a class.
package enum WebCueText {
  /// Parses the lines of a cue: `<b>`, `<i>` and colour classes are applied, all other tags are
  /// dropped.
  ///
  /// - Parameter cue: Bytes that should be UTF-8.
  /// - Returns: At most `CueLines.lineLimit` lines, none empty.
  package static func lines(of cue: some Collection<UInt8>) -> [StyledText] {
    var lines = CueLines()
    var open: [(name: String, outside: TextStyle)] = []
    var hasEnds = true
    var rest = cue[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        // Unterminated, it is an ordinary character.
        guard hasEnds, let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
          hasEnds = false
          lines.append(byte)
          continue
        }
        apply(String(decoding: rest[..<end], as: UTF8.self), to: &lines.style, &open)
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "&"):
        guard let end = rest.prefix(longestName).firstIndex(of: UInt8(ascii: ";")),
          let character = character(named: String(decoding: rest[..<end], as: UTF8.self))
        else {
          lines.append(byte)
          continue
        }
        for byte in character.utf8 { lines.append(byte) }
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): lines.breakLine()
      default: lines.append(byte)
      }
    }
    return lines.finished
  }

  /// The maximum nesting depth of tags.
  private static let depthLimit = 32
  /// The length of the longest character reference, including its semicolon.
  private static let longestName = 10

  private static func apply(
    _ tag: String, to style: inout TextStyle, _ open: inout [(name: String, outside: TextStyle)]
  ) {
    if tag.first == "/" {
      guard let index = open.lastIndex(where: { $0.name == tag.dropFirst() }) else { return }
      style = open[index].outside
      open.removeSubrange(index...)
      return
    }
    // A name and its classes, followed by an annotation.
    let classes = tag.prefix { !$0.isWhitespace }.split(
      separator: ".", omittingEmptySubsequences: false)
    guard let name = classes.first, name.first?.isLetter == true, open.count < depthLimit else {
      return
    }
    open.append((String(name), style))
    if name == "b" { style.isBold = true }
    if name == "i" { style.isItalic = true }
    for color in classes.dropFirst().compactMap({ colors[String($0)] }) {
      style.color = color == 0xFF_FFFF ? nil : color
    }
  }

  /// The classes of section 5.1, as 0x00BBGGRR.
  private static let colors: [String: UInt32] = [
    "white": 0xFF_FFFF, "lime": 0x00_FF00, "cyan": 0xFF_FF00, "red": 0x00_00FF,
    "yellow": 0x00_FFFF, "magenta": 0xFF_00FF, "blue": 0xFF_0000, "black": 0x00_0000,
  ]

  /// The HTML character references used in subtitles; direction marks become empty.
  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "",
    "rlm": "",
  ]

  /// The replacement of an HTML character reference.
  private static func character(named name: String) -> String? {
    guard name.first == "#" else { return characters[name] }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
