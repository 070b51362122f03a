import TerminalCore

/// Decodes text as if it had come in one read, and then nothing for long.
func decode(_ text: String) -> [TerminalEvent] {
  decode(Array(text.utf8))
}

func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
  var decoder = InputDecoder()
  let events = decoder.feed(bytes, at: 100)
  return events + decoder.flush(at: 1000)
}

func key(_ key: Key, _ modifiers: KeyModifiers = []) -> TerminalEvent {
  .key(KeyEvent(key, modifiers))
}

func character(_ character: Character, _ modifiers: KeyModifiers = []) -> TerminalEvent {
  key(.character(character), modifiers)
}

extension TerminalEvent {
  /// Whether it is a key that types something, without Control or Alt.
  var isTyped: Bool {
    guard case .key(let event) = self, case .character = event.key else { return false }
    return event.modifiers.isDisjoint(with: [.alt, .control])
  }
}
