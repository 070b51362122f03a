// Control sequences and single shifts.
extension InputDecoder {
  /// Longer than any useful sequence is before its final character.
  private static let longestSequence = 64

  mutating func decodeControlSequence(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x00..<0x20: restart(with: byte, into: &events)
    case UInt8(ascii: "[") where collected.isEmpty: enter(.consoleFunction)
    case UInt8(ascii: "M") where collected.isEmpty: enter(.oldMouse)
    case 0x20..<0x40:
      if collected.count <= Self.longestSequence { collected.append(byte) }
      // rxvt ends keys with Shift with what is otherwise an intermediate: `CSI 2 $`.
      guard byte == UInt8(ascii: "$"), let sequence = ControlSequence(collected.dropLast()),
        sequence.prefix == nil, sequence.parameters.count == 1, sequence.intermediates.isEmpty
      else { return }
      finishControlSequence(byte, sequence, into: &events)
    case 0x40..<0x7F:
      guard collected.count <= Self.longestSequence, let sequence = ControlSequence(collected)
      else { return finish(into: &events) }
      finishControlSequence(byte, sequence, into: &events)
    default: break
    }
  }

  private mutating func finishControlSequence(
    _ final: UInt8, _ sequence: ControlSequence, into events: inout [TerminalEvent]
  ) {
    if sequence.prefix == nil, sequence.intermediates.isEmpty, final == UInt8(ascii: "~"),
      sequence[0] == 200
    {
      releaseEscape(into: &events)
      lastPasted = time
      return enter(.paste(matched: 0, reply: 0))
    }
    if declaredCount != nil, collected.isEmpty {
      // A single byte is a key after all.
      return emitKeys(with: final, into: &events)
    }
    if let event = KeyEvent(sequence, final: final) {
      press(event.key, event.modifiers, into: &events)
    } else if let event = MouseEvent(sequence, final: final) {
      releaseEscape(into: &events)
      events.append(.mouse(event))
    } else if let reply = TerminalReply(sequence, final: final) {
      releaseEscape(into: &events)
      events.append(.reply(reply))
    } else if declaredCount != nil {
      return emitKeys(with: final, into: &events)
    }
    finish(into: &events)
  }

  mutating func decodeSingleShift(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x00..<0x20: restart(with: byte, into: &events)
    case 0x30..<0x3C:
      if collected.count <= Self.longestSequence { collected.append(byte) }
    case 0x20..<0x7F:
      if let modifiers = ControlSequence(collected)?.modifiers,
        let event = KeyEvent(singleShift: byte)
      {
        press(event.key, event.modifiers.union(modifiers), into: &events)
      }
      finish(into: &events)
    default: break
    }
  }
}

extension MouseEvent {
  /// Reads an SGR mouse report (xterm mode 1006): `CSI < button;column;row M`, or `m` for a release.
  init?(_ sequence: ControlSequence, final: UInt8) {
    guard sequence.prefix == UInt8(ascii: "<"), sequence.intermediates.isEmpty,
      sequence.parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m")
    else { return nil }
    self.init(
      code: sequence[0], column: sequence[1], row: sequence[2],
      isRelease: final == UInt8(ascii: "m"))
  }
}

extension TerminalReply {
  /// Reads a reply in the form of a control sequence.
  init?(_ sequence: ControlSequence, final: UInt8) {
    let prefix = sequence.prefix.map { Character(Unicode.Scalar($0)) }
    let intermediates = String(decoding: sequence.intermediates, as: UTF8.self)
    switch (prefix, intermediates, Character(Unicode.Scalar(final))) {
    case ("?", "$", "y"): self = .mode(sequence[0], setting: sequence[1])
    case ("?", "", "c"): self = .attributes(sequence.parameters)
    case (">", "", "c"): self = .secondaryAttributes(sequence.parameters)
    case (nil, "", "n"): self = .deviceStatus(sequence[0])
    case (nil, "", "t"): self = .window(sequence.parameters)
    case ("?", "", "S"): self = .graphics(sequence.parameters)
    case (nil, "", "R") where sequence.parameters.count == 2 && sequence[0] > 0 && sequence[1] > 0:
      self = .cursorPosition(column: sequence[1] - 1, row: sequence[0] - 1)
    default: return nil
    }
  }
}
