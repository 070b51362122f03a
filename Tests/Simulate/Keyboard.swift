import TerminalCore
import TerminalUI

/// The keys of the commands, as a terminal sends them.
enum Keyboard {
  /// The bytes of a command's first key; none if there is no such command.
  static func bytes(of command: String) -> [UInt8] {
    guard let command = KeyMap.standard.command(named: command),
      let key = KeyMap.standard.keys(for: command).first
    else { return [] }
    return bytes(of: key)
  }

  private static func bytes(of key: KeyEvent) -> [UInt8] {
    // As xterm's modifyOtherKeys and cursor keys do: 1 plus Shift (1), Alt (2), Control (4).
    let parameter = key.modifiers.isEmpty ? "" : "1;\(1 + key.modifiers.rawValue)"
    func introduced(_ final: String) -> [UInt8] { Array("\u{1B}[\(parameter)\(final)".utf8) }
    return switch key.key {
    case .character(let character) where key.modifiers == .control:
      character.utf8.map { $0 & 0x1F }
    case .character(let character): Array(String(character).utf8)
    case .up: introduced("A")
    case .down: introduced("B")
    case .right: introduced("C")
    case .left: introduced("D")
    case .home: introduced("H")
    case .end: introduced("F")
    case .pageUp: Array("\u{1B}[5~".utf8)
    case .pageDown: Array("\u{1B}[6~".utf8)
    case .insert: Array("\u{1B}[2~".utf8)
    case .delete: Array("\u{1B}[3~".utf8)
    case .enter: [0x0D]
    case .tab: key.modifiers == .shift ? Array("\u{1B}[Z".utf8) : [0x09]
    case .backspace: [0x7F]
    case .escape: [0x1B]
    case .function(let number):
      Array("\u{1B}O\(Character(Unicode.Scalar(UInt8(79 + number))))".utf8)
    }
  }
}
