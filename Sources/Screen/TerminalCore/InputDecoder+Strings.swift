// Strings that end with ST, pasted text and old mouse reports: bytes that are not keys.
extension InputDecoder {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let acknowledgement = Array("\u{1B}[0n".utf8)
  /// How many bytes at their beginning both have.
  private static let commonCount = 2

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

  mutating func decodePaste(
    _ byte: UInt8, matched: Int, reply: Int, into events: inout [TerminalEvent]
  ) {
    if reply > 0 { return decodeReply(byte, matched: matched, reply: reply, into: &events) }
    if byte == Self.pasteEnd[matched] {
      guard matched + 1 == Self.pasteEnd.count else {
        state = .paste(matched: matched + 1, reply: 0)
        return
      }
      events.append(.paste(collected))
      return enter(.ground)
    }
    if byte == Self.acknowledgement[0] {
      // The beginning of either.
      state = .paste(matched: matched, reply: 1)
    } else if matched == Self.commonCount, byte == Self.acknowledgement[matched] {
      state = .paste(matched: 0, reply: matched + 1)
    } else {
      keepPasted(Self.pasteEnd[..<matched] + [byte])
      state = .paste(matched: 0, reply: 0)
    }
  }

  /// Decodes the rest of an acknowledgement that comes in the middle of a paste, perhaps within its end mark.
  private mutating func decodeReply(
    _ byte: UInt8, matched: Int, reply: Int, into events: inout [TerminalEvent]
  ) {
    if byte == Self.acknowledgement[reply] {
      let isComplete = reply + 1 == Self.acknowledgement.count
      state = .paste(matched: matched, reply: isComplete ? 0 : reply + 1)
      if isComplete { events.append(.reply(.deviceStatus(0))) }
      return
    }
    keepPasted(Self.pasteEnd[..<matched])
    // It may be the end mark that begins.
    let isCommon = reply <= Self.commonCount
    if !isCommon { keepPasted(Self.acknowledgement[..<reply]) }
    decodePaste(byte, matched: isCommon ? reply : 0, reply: 0, into: &events)
  }

  private mutating func keepPasted(_ bytes: ArraySlice<UInt8>) {
    if !bytes.isEmpty { lastPasted = time }
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
