import Graphics
import Models
import TerminalCore

/// Copies text to the terminal's clipboard: OSC 52 ("XTerm Control Sequences", Manipulate Selection
/// Data) (docs/decisions/terminal-clipboard.md).
enum Clipboard {
  /// The most bytes copied: in base 64, with its sequence, that is xterm's limit of 100 000 bytes.
  static let longest = 74_994

  /// The bytes to write.
  ///
  /// - Parameters:
  ///   - text: What to copy; text that is too long is truncated.
  ///   - environment: The variables of the process.
  static func copy(_ text: CleanText, environment: [String: String]) -> [UInt8] {
    var sequence = Array("\u{1B}]52;c;".utf8)
    Base64.append(payload(text)[...], to: &sequence)
    sequence.append(0x07)
    guard Multiplexer.isTmux(in: environment) else { return sequence }
    // tmux takes the first with `set-clipboard on` and passes the second through with
    // `allow-passthrough on`; otherwise it ignores them.
    return sequence + Array("\u{1B}Ptmux;\u{1B}".utf8) + sequence + Array("\u{1B}\\".utf8)
  }

  private static func payload(_ text: CleanText) -> [UInt8] {
    let bytes = Array(text.string.utf8)
    guard bytes.count > longest else { return bytes }
    // Not within a character.
    let end = bytes[...longest].lastIndex { $0 & 0xC0 != 0x80 } ?? longest
    return Array(bytes[..<end])
  }
}
