import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct KeyNameTests {
  /// Every key that terminals send (`InputDecoder`), but for those that only differ from these in what
  /// they type.
  private static var keys: [KeyEvent] {
    let named: [Key] =
      [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .enter, .tab,
        .backspace, .escape,
      ] + (1...20).map(Key.function)
    let modifiers = (0..<8).map { KeyModifiers(rawValue: $0) }
    let ascii = (0x20..<0x7F).compactMap { Unicode.Scalar($0) }
    let others: [Unicode.Scalar] = ["é", "É", "ß", "ж", "Ж", "日", "€", "ı", "İ", "ǆ", "\u{FF21}"]
    let characters = (ascii + others).map { Character($0) }
    var keys = named.flatMap { key in modifiers.map { KeyEvent(key, $0) } }
    keys += characters.map { KeyEvent(.character($0)) }
    keys += characters.map { KeyEvent(.character($0), .alt) }
    // Control takes the case of letters.
    let lower = characters.filter { !$0.isUppercase }
    keys += lower.map { KeyEvent(.character($0), .control) }
    keys += lower.map { KeyEvent(.character($0), [.control, .alt]) }
    return keys
  }

  @Test func keyNamesRoundTrip() {
    for key in Self.keys {
      #expect(KeyEvent(name: key.name) == key, "\(key.name)")
    }
  }

  @Test func keyNamesAreUnique() {
    #expect(Set(Self.keys.map(\.name)).count == Self.keys.count)
  }

  @Test(arguments: [
    ("down", KeyEvent(.down)), ("PGDN", KeyEvent(.pageDown)), ("PageDown", KeyEvent(.pageDown)),
    ("shift-left", KeyEvent(.left, .shift)), ("Shift+Left", KeyEvent(.left, .shift)),
    ("ctrl-l", KeyEvent(.character("l"), .control)),
    ("Ctrl-L", KeyEvent(.character("l"), .control)),
    ("CONTROL+ALT+F5", KeyEvent(.function(5), [.control, .alt])), ("space", " "),
    ("Ctrl-Space", KeyEvent(.character(" "), .control)), ("esc", KeyEvent(.escape)),
    ("Escape", KeyEvent(.escape)), ("return", KeyEvent(.enter)), ("del", KeyEvent(.delete)),
    ("g", "g"), ("G", "G"), ("Shift-g", "G"), ("Alt-x", KeyEvent(.character("x"), .alt)),
    ("Alt-Shift-x", KeyEvent(.character("X"), .alt)), ("-", "-"), ("+", "+"), ("=", "="),
    ("Ctrl--", KeyEvent(.character("-"), .control)), ("Alt++", KeyEvent(.character("+"), .alt)),
    ("f12", KeyEvent(.function(12))), ("f", "f"), ("Meta-Up", KeyEvent(.up, .alt)),
  ])
  func namesAreReadAsPeopleWriteThem(_ name: String, _ key: KeyEvent) {
    #expect(KeyEvent(name: name) == key)
  }

  @Test(arguments: [
    "", " ", "Ctrl-", "Ctrl", "Shift-1", "Ctrl-Shift-A", "F0", "F21", "F05", "Dwn", "ab",
    "Hyper-a", "\u{1B}", "\t",
  ])
  func invalidKeyNamesAreRejected(_ name: String) {
    #expect(KeyEvent(name: name) == nil)
  }

  @Test(arguments: [
    ("Ctrl-I", "Tab"), ("Ctrl-M", "Enter"), ("Ctrl-[", "Esc"), ("Ctrl-H", "Backspace"),
  ])
  func equivalentKeysAreMerged(_ name: String, _ sent: String) {
    #expect(KeyEvent(name: name)?.asSent.name == sent)
    #expect(KeyEvent(name: "Ctrl-L")?.asSent.name == "Ctrl-L")
  }
}
