/// Looks for bytes that a renderer never sends while it shows clips: whoever put them there, the
/// terminal would obey.
enum OutputCheck {
  /// Finds the first thing that does not belong there.
  ///
  /// Legal are text in UTF-8, line ends, backspaces, character sets and control sequences (ECMA-48,
  /// 5.4); not bells, C1 controls, nor strings such as titles, queries and graphics.
  ///
  /// - Parameter output: What was written between the first page and the last key.
  /// - Returns: What it is; `nil` if all is well.
  static func problem(in output: ArraySlice<UInt8>) -> String? {
    // The last piece read may end within a character.
    let lead = output.suffix(3).lastIndex { $0 >= 0xC0 }
    guard let text = String(validating: output[..<(lead ?? output.endIndex)], as: UTF8.self) else {
      return "bytes that are not UTF-8"
    }
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if previous == "\u{1B}" {
        guard "[()78=>M".unicodeScalars.contains(scalar) else {
          return "an escape sequence that begins with \(scalar.debugDescription)"
        }
        continue
      }
      switch scalar.value {
      case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F, 0x1B: continue
      case 0..<0x20, 0x7F..<0xA0: return "the control character \(scalar.value)"
      default: continue
      }
    }
    return nil
  }
}
