import Graphics
import Models
import TerminalCore

/// Puts text onto the clipboard of the terminal: OSC 52 ("XTerm Control Sequences", Manipulate
/// Selection Data) (docs/decisions/terminal-clipboard.md).
enum Clipboard {
  /// The most that is copied, in bytes: in base 64, with what stands round it, that is the 100 000
  /// bytes that xterm takes at most.
  static let longest = 74_994

  /// The bytes to write.
  ///
  /// - Parameters:
  ///   - text: What to copy; of one that is too long, the beginning.
  ///   - environment: The variables of the process.
  static func copy(_ text: CleanText, environment: [String: String]) -> [UInt8] {
    var sequence = Array("\u{1B}]52;c;".utf8)
    Base64.append(payload(text)[...], to: &sequence)
    sequence.append(0x07)
    guard Multiplexer.isTmux(in: environment) else { return sequence }
    // tmux takes the one with `set-clipboard on`, and hands the other through with
    // `allow-passthrough on`; it ignores each otherwise.
    return sequence + Array("\u{1B}Ptmux;\u{1B}".utf8) + sequence + Array("\u{1B}\\".utf8)
  }

  private static func payload(_ text: CleanText) -> [UInt8] {
    let bytes = Array(text.string.utf8)
    guard bytes.count > longest else { return bytes }
    // Not through a character.
    let end = bytes[...longest].lastIndex { $0 & 0xC0 != 0x80 } ?? longest
    return Array(bytes[..<end])
  }
}
