// Strings that end with ST, pasted text and old mouse reports: bytes that are not keys.
extension InputDecoder {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func decodeString(
    _ byte: UInt8, of kind: StringKind, into events: inout [TerminalEvent]
  ) {
    switch byte {
    case 0x1B where isReported: restart(with: byte, into: &events)
    case 0x1B: state = .stringEscape(kind)
    case 0x18, 0x1A:
      // CAN and SUB cancel a string.
      finish(into: &events)
    case 0x07 where kind == .operatingSystemCommand: finishString(kind, into: &events)
    case 0x9C where collected.last.map({ $0 < 0x80 }) ?? true:
      // ST as one byte, if it cannot be part of a UTF-8 sequence.
      finishString(kind, into: &events)
    case 0x00..<0x20 where mayBeTyped: restart(with: byte, into: &events)
    case 0x00..<0x20: break
    default:
      if collected.count <= Self.longestString { collected.append(byte) }
    }
  }

  mutating func finishString(_ kind: StringKind, into events: inout [TerminalEvent]) {
    releaseEscape(into: &events)
    if collected.count <= Self.longestString {
      switch kind {
      case .deviceControl: events.append(.reply(.deviceControl(collected)))
      case .operatingSystemCommand: events.append(.reply(.operatingSystemCommand(collected)))
      case .applicationProgram: events.append(.reply(.applicationProgram(collected)))
      case .other: break
      }
    }
    finish(into: &events)
  }

  mutating func decodePaste(_ byte: UInt8, matched: Int, into events: inout [TerminalEvent]) {
    if byte == Self.pasteEnd[matched] {
      guard matched + 1 == Self.pasteEnd.count else {
        state = .paste(matched: matched + 1)
        return
      }
      events.append(.paste(collected))
      return enter(.ground)
    }
    keepPasted(Self.pasteEnd[..<matched])
    // ESC occurs only at the start of the mark, so after a mismatch only this byte can start it.
    if byte == Self.pasteEnd[0] {
      state = .paste(matched: 1)
    } else {
      keepPasted([byte])
      state = .paste(matched: 0)
    }
  }

  private mutating func keepPasted(_ bytes: ArraySlice<UInt8>) {
    collected += bytes.prefix(max(Self.longestString - collected.count, 0))
  }

  mutating func decodeOldMouse(_ byte: UInt8, into events: inout [TerminalEvent]) {
    guard byte >= 0x20 else { return restart(with: byte, into: &events) }
    collected.append(byte)
    guard collected.count == 3 else { return }
    // Each is the number plus 32; a release is button 3.
    let values = collected.map { Int($0) - 32 }
    if let event = MouseEvent(
      code: values[0], column: values[1], row: values[2], isRelease: false)
    {
      releaseEscape(into: &events)
      events.append(.mouse(event))
    }
    finish(into: &events)
  }
}
