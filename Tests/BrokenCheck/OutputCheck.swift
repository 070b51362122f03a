/// Looks for bytes that a renderer never sends while it shows clips: whoever put them there, the
/// terminal would obey.
enum OutputCheck {
  /// Finds the first thing that does not belong there.
  ///
  /// Legal are text in UTF-8, line ends, backspaces, character sets, control sequences (ECMA-48,
  /// 5.4) and titles without controls; not bells, C1 controls, nor strings such as queries and
  /// graphics.
  ///
  /// - Parameter output: What was written between the first page and the last key.
  /// - Returns: What it is; `nil` if all is well.
  static func problem(in output: ArraySlice<UInt8>) -> String? {
    // The last piece read may end within a character.
    let lead = output.suffix(3).lastIndex { $0 >= 0xC0 }
    guard let text = String(validating: output[..<(lead ?? output.endIndex)], as: UTF8.self) else {
      return "bytes that are not UTF-8"
    }
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1B where rest.starts(with: title) || title.starts(with: rest):
        rest = rest.dropFirst(title.count).drop { !isControl($0) }
        guard rest.starts(with: end) || end.starts(with: rest) else {
          return "a control character in a title"
        }
        rest = rest.dropFirst(end.count)
      case 0x1B:
        guard let next = rest.popFirst() else { return nil }
        guard "[()78=>M".unicodeScalars.contains(next) else {
          return "an escape sequence that begins with \(next.debugDescription)"
        }
      case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F: continue
      case _ where isControl(scalar): return "the control character \(scalar.value)"
      default: continue
      }
    }
    return nil
  }

  /// What follows ESC in a title, and what ends it. The output may end within either.
  private static let title = "]2;".unicodeScalars
  private static let end = "\u{1B}\\".unicodeScalars

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
