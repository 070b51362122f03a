/// Decodes the bytes a terminal sends into events (docs/decisions/terminal-keys.md).
///
/// It understands current and old terminals, whatever TERM says: ECMA-48 control sequences (CSI,
/// SS3, DCS, OSC, APC), xterm's keys, modifiers, mouse and bracketed paste, and the non-standard
/// forms of rxvt and the Linux console. Unknown sequences are swallowed whole, never read as
/// letters; what is not a sequence is Esc and the keys after it. It makes no difference how the
/// bytes are split into reads.
package struct InputDecoder: Sendable {
  /// How long ESC may wait for the rest of a sequence, in seconds, before it and the bytes after it
  /// become keys. Terminals send a sequence at once; typing is slower than this.
  static let escapeTimeout = 0.05

  /// How long the rest of a sequence that no one types may take, in seconds, before it is dropped.
  /// Long enough to retransmit a lost packet; keys are swallowed until then.
  static let sequenceTimeout = 0.5

  /// How long a paste may pause, in seconds, before it is considered finished. The rest would act
  /// as keys, and a large paste over a slow link does pause; only a terminal that omits the end
  /// mark causes a wait. Acknowledgements, which come with each frame, are no part of it.
  static let pasteTimeout = 5.0

  /// The longest reply kept, and the longest part of a paste, in bytes.
  static let longestString = 4096

  /// The decoder's position in a sequence.
  enum State: Hashable, Sendable {
    case ground
    /// Inside a UTF-8 sequence: remaining continuation bytes, and the smallest scalar that needs
    /// this length.
    case scalar(remaining: Int, value: UInt32, minimum: UInt32)
    case escape
    case controlSequence
    case singleShift
    /// `CSI [`, the start of F1 to F5 on the Linux console.
    case consoleFunction
    /// `CSI M`, before the three bytes of an old mouse report.
    case oldMouse
    case string(StringKind)
    /// ESC inside a string: its end, or a new sequence.
    case stringEscape(StringKind)
    /// In pasted text, with this many bytes of the end mark matched, and of an acknowledgement after those.
    case paste(matched: Int, reply: Int)
  }

  /// The type of a string that ends with ST.
  enum StringKind: Hashable, Sendable {
    case deviceControl
    case operatingSystemCommand
    case applicationProgram
    /// SOS and PM, which are ignored.
    case other
  }

  var state = State.ground

  /// Whether an ESC preceded the sequence: the key, or Alt.
  var hasEscape = false

  /// The bytes of the sequence so far, at most one more than is useful.
  var collected: [UInt8] = []

  /// The byte after ESC that started the sequence; `nil` if there was none.
  var introducer: UInt8?

  /// How many bytes after ESC were reported as keys, because the rest took too long; `nil` until
  /// ESC itself was.
  var declaredCount: Int?

  /// When ESC arrived, and when the first unreported byte did, in seconds.
  private var start = 0.0
  private var waitingSince = 0.0

  /// When the current bytes arrived.
  private(set) var time = 0.0

  /// When the last byte of pasted text did.
  var lastPasted = 0.0

  private let altKeys: Set<KeyEvent>

  /// When to call `flush` if nothing more arrives; `nil` if nothing is pending.
  package private(set) var deadline: Double?

  /// Whether the end of a paste is pending.
  package var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Creates a decoder in its initial state.
  ///
  /// - Parameter altKeys: The keys with Alt that are in use. Most terminals send ESC for Alt, as
  ///   they do for the key Esc: before any other key it is that.
  package init(altKeys: Set<KeyEvent> = []) {
    self.altKeys = altKeys
  }

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: What was read from the terminal.
  ///   - time: When, in seconds of a monotonic clock.
  /// - Returns: The events complete by now, in order.
  package mutating func feed(_ bytes: some Sequence<UInt8>, at time: Double) -> [TerminalEvent] {
    var events = flush(at: time)
    self.time = time
    if declaredCount != nil, deadline == nil, time >= start + Self.sequenceTimeout {
      enter(.ground)
    }
    var isEmpty = true
    for byte in bytes {
      isEmpty = false
      decode(byte, into: &events)
    }
    if !isEmpty { deadline = nextDeadline }
    return events
  }

  /// Ends what timed out: what may have been typed becomes keys, the rest is dropped.
  package mutating func flush(at time: Double) -> [TerminalEvent] {
    guard let deadline, time >= deadline else { return [] }
    self.deadline = nil
    var events: [TerminalEvent] = []
    if case .paste = state {
      events.append(.paste(collected))
      enter(.ground)
    } else if case .stringEscape = state, mayBeTyped {
      // Keys, then Esc again.
      emitKeys(into: &events)
      events.append(.key(KeyEvent(.escape)))
    } else {
      giveUp(into: &events)
    }
    return events
  }

  private var nextDeadline: Double? {
    switch state {
    case .ground: nil
    case .paste: lastPasted + Self.pasteTimeout
    case _ where isReported: nil
    case _ where mayBeTyped: waitingSince + Self.escapeTimeout
    default: time + Self.sequenceTimeout
    }
  }

  /// Enters a state at the start of its sequence.
  mutating func enter(_ next: State) {
    state = next
    collected.removeAll(keepingCapacity: true)
    switch next {
    case .ground, .escape, .paste:
      introducer = nil
      declaredCount = nil
    default: break
    }
  }

  /// Ends a sequence that is fully reported.
  mutating func finish(into events: inout [TerminalEvent]) {
    releaseEscape(into: &events)
    enter(.ground)
  }

  mutating func decode(_ byte: UInt8, into events: inout [TerminalEvent]) {
    let isLate = declaredCount != nil
    if isReported { waitingSince = time }
    proceed(byte, into: &events)
    // After keys, only what nobody types counts as the rest of the sequence.
    if isLate, declaredCount != nil, !mayBeAnswer { emitKeys(into: &events) }
  }

  private mutating func proceed(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch state {
    case .ground: decodeGround(byte, into: &events)
    case .scalar(let remaining, let value, let minimum):
      guard (0x80...0xBF).contains(byte) else { return restart(with: byte, into: &events) }
      let value = value << 6 | UInt32(byte & 0x3F)
      if remaining > 1 {
        state = .scalar(remaining: remaining - 1, value: value, minimum: minimum)
      } else {
        finishScalar(value, minimum: minimum, into: &events)
      }
    case .escape: decodeEscape(byte, into: &events)
    case .controlSequence: decodeControlSequence(byte, into: &events)
    case .singleShift: decodeSingleShift(byte, into: &events)
    case .consoleFunction:
      guard byte >= 0x20 else { return restart(with: byte, into: &events) }
      // CSI [ A is F1.
      if (0x41...0x45).contains(byte) { press(.function(Int(byte) - 0x40), [], into: &events) }
      finish(into: &events)
    case .oldMouse: decodeOldMouse(byte, into: &events)
    case .string(let kind): decodeString(byte, of: kind, into: &events)
    case .stringEscape(let kind):
      if byte == UInt8(ascii: "\\") { return finishString(kind, into: &events) }
      giveUp(into: &events)
      beginEscape()
      decode(byte, into: &events)
    case .paste(let matched, let reply):
      decodePaste(byte, matched: matched, reply: reply, into: &events)
    }
  }

  /// Abandons the current sequence; the byte starts a new one.
  mutating func restart(with byte: UInt8, into events: inout [TerminalEvent]) {
    giveUp(into: &events)
    enter(.ground)
    decodeGround(byte, into: &events)
  }

  private mutating func beginEscape() {
    enter(.escape)
    start = time
    waitingSince = time
  }

  private mutating func decodeGround(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B: beginEscape()
    case 0x00..<0x80:
      if let event = KeyEvent(ascii: byte) { press(event.key, event.modifiers, into: &events) }
      enter(.ground)
    case 0x80..<0xC0: beginC1(byte, into: &events)
    case 0xC0..<0xE0:
      state = .scalar(remaining: 1, value: UInt32(byte & 0x1F), minimum: 0x80)
    case 0xE0..<0xF0:
      state = .scalar(remaining: 2, value: UInt32(byte & 0x0F), minimum: 0x800)
    case 0xF0..<0xF8:
      state = .scalar(remaining: 3, value: UInt32(byte & 0x07), minimum: 0x1_0000)
    default: finish(into: &events)
    }
  }

  private mutating func finishScalar(
    _ value: UInt32, minimum: UInt32, into events: inout [TerminalEvent]
  ) {
    guard value >= minimum, let scalar = Unicode.Scalar(value) else {
      return finish(into: &events)
    }
    if (0x80..<0xA0).contains(value) { return beginC1(UInt8(value), into: &events) }
    press(.character(Character(scalar)), [], into: &events)
    enter(.ground)
  }

  /// Handles an 8-bit control (ECMA-48, C1) that starts a sequence; others are dropped.
  private mutating func beginC1(_ control: UInt8, into events: inout [TerminalEvent]) {
    guard let next = Self.state(behind: control) else { return finish(into: &events) }
    enter(next)
  }

  private static func state(behind control: UInt8) -> State? {
    switch control {
    case 0x8F: .singleShift
    case 0x90: .string(.deviceControl)
    case 0x98, 0x9E: .string(.other)
    case 0x9B: .controlSequence
    case 0x9D: .string(.operatingSystemCommand)
    case 0x9F: .string(.applicationProgram)
    default: nil
    }
  }

  private mutating func decodeEscape(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B:
      holdEscape(into: &events)
      beginEscape()
    case UInt8(ascii: "\\"):
      // The end of an abandoned string.
      finish(into: &events)
    default:
      // In seven bits, a control is ESC and the byte 0x40 below it.
      if 0x40..<0x60 ~= byte, let next = Self.state(behind: byte + 0x40) {
        enter(next)
        introducer = byte
        return
      }
      holdEscape(into: &events)
      enter(.ground)
      decodeGround(byte, into: &events)
    }
  }

  /// Adds a key, with Alt if an ESC preceded it and that combination is in use.
  mutating func press(_ key: Key, _ modifiers: KeyModifiers, into events: inout [TerminalEvent]) {
    let altKey = KeyEvent(key, modifiers.union(.alt))
    if hasEscape, altKeys.contains(altKey) {
      hasEscape = false
      events.append(.key(altKey))
    } else {
      releaseEscape(into: &events)
      events.append(.key(KeyEvent(key, modifiers)))
    }
  }
}
