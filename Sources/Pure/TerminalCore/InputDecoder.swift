/// Turns the bytes a terminal sends into events.
///
/// It understands what terminals of today and of old send, whatever TERM says: ECMA-48 control
/// sequences (CSI, SS3, DCS, OSC, APC), xterm's keys, modifiers, mouse and bracketed paste, and the
/// odd forms of rxvt and the Linux console. A sequence nobody knows is swallowed whole, never taken
/// as the letters in it. How the bytes are cut into reads makes no difference.
package struct InputDecoder: Sendable {
  /// How long a lone ESC may wait for the rest of a sequence before it is the key, in seconds.
  /// Terminals send a sequence in one piece; fingers are slower than this.
  static let escapeTimeout = 0.05

  /// How long the rest of a sequence may take, in seconds, before what has come is dropped. Long
  /// enough for a lost packet to be sent again; keys are swallowed until then.
  static let sequenceTimeout = 0.5

  /// How long a paste may pause, in seconds, before it is taken for over. What comes after would
  /// press keys, and a large paste over a slow line does pause; only a terminal that forgets the end
  /// mark makes anyone wait.
  static let pasteTimeout = 5.0

  /// The longest answer that is kept, and how much of a paste, in bytes.
  static let longestString = 4096

  /// Where in a sequence the decoder is.
  enum State: Hashable, Sendable {
    case ground
    /// Inside a UTF-8 sequence: continuation bytes still to come, and the smallest scalar that
    /// needs so many bytes.
    case scalar(remaining: Int, value: UInt32, minimum: UInt32)
    case escape
    case controlSequence
    case singleShift
    /// `CSI [`, with which the Linux console begins F1 to F5.
    case consoleFunction
    /// `CSI M`, before the three bytes of an old mouse report.
    case oldMouse
    case string(StringKind)
    /// ESC inside a string: its end, or a new sequence.
    case stringEscape(StringKind)
    /// In pasted text, with so many bytes of the end mark seen.
    case paste(matched: Int)
  }

  /// What a string that ends with ST is for.
  enum StringKind: Hashable, Sendable {
    case deviceControl
    case operatingSystemCommand
    case applicationProgram
    /// SOS and PM, which mean nothing here.
    case other
  }

  var state = State.ground

  /// Whether an ESC before the sequence stands for Alt.
  var hasAlt = false

  /// What has come of the sequence, at most one byte more than is of use.
  var collected: [UInt8] = []

  /// When `flush` should be called if nothing more comes; `nil` if nothing waits.
  package private(set) var deadline: Double?

  /// Creates a decoder that has seen nothing.
  package init() {}

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: What was read from the terminal.
  ///   - time: When, in seconds of a monotonic clock.
  /// - Returns: The events complete by now, in order.
  package mutating func feed(_ bytes: some Sequence<UInt8>, at time: Double) -> [TerminalEvent] {
    var events = flush(at: time)
    var isEmpty = true
    for byte in bytes {
      isEmpty = false
      decode(byte, into: &events)
    }
    if !isEmpty { deadline = timeout.map { time + $0 } }
    return events
  }

  /// Ends what has waited too long: a lone ESC becomes the key, anything else is dropped.
  package mutating func flush(at time: Double) -> [TerminalEvent] {
    guard let deadline, time >= deadline else { return [] }
    var events: [TerminalEvent] = []
    switch state {
    case .escape:
      if hasAlt { events.append(.key(KeyEvent(.escape))) }
      events.append(.key(KeyEvent(.escape)))
    case .paste: events.append(.paste(collected))
    default: break
    }
    enter(.ground)
    self.deadline = nil
    return events
  }

  private var timeout: Double? {
    switch state {
    case .ground: nil
    case .escape: Self.escapeTimeout
    case .paste: Self.pasteTimeout
    default: Self.sequenceTimeout
    }
  }

  /// Goes to a state in which nothing of the sequence has come yet.
  mutating func enter(_ next: State) {
    state = next
    collected.removeAll(keepingCapacity: true)
    if next == .ground { hasAlt = false }
  }

  private mutating func decode(_ byte: UInt8, into events: inout [TerminalEvent]) {
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
      enter(.ground)
    case .oldMouse: decodeOldMouse(byte, into: &events)
    case .string(let kind): decodeString(byte, of: kind, into: &events)
    case .stringEscape(let kind):
      if byte == UInt8(ascii: "\\") { return finishString(kind, into: &events) }
      enter(.ground)
      enter(.escape)
      decode(byte, into: &events)
    case .paste(let matched): decodePaste(byte, matched: matched, into: &events)
    }
  }

  /// Drops what has come of a sequence; the byte begins something new.
  mutating func restart(with byte: UInt8, into events: inout [TerminalEvent]) {
    enter(.ground)
    decodeGround(byte, into: &events)
  }

  private mutating func decodeGround(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B: enter(.escape)
    case 0x00..<0x80:
      if let event = KeyEvent(ascii: byte) { press(event.key, event.modifiers, into: &events) }
      enter(.ground)
    case 0x80..<0xC0: beginC1(byte)
    case 0xC0..<0xE0:
      state = .scalar(remaining: 1, value: UInt32(byte & 0x1F), minimum: 0x80)
    case 0xE0..<0xF0:
      state = .scalar(remaining: 2, value: UInt32(byte & 0x0F), minimum: 0x800)
    case 0xF0..<0xF8:
      state = .scalar(remaining: 3, value: UInt32(byte & 0x07), minimum: 0x1_0000)
    default: enter(.ground)
    }
  }

  private mutating func finishScalar(
    _ value: UInt32, minimum: UInt32, into events: inout [TerminalEvent]
  ) {
    guard value >= minimum, let scalar = Unicode.Scalar(value) else { return enter(.ground) }
    if (0x80..<0xA0).contains(value) { return beginC1(UInt8(value)) }
    press(.character(Character(scalar)), [], into: &events)
    enter(.ground)
  }

  /// Begins what an 8-bit control (ECMA-48, C1) begins; the others are dropped.
  private mutating func beginC1(_ control: UInt8) {
    switch control {
    case 0x8F: enter(.singleShift)
    case 0x90: enter(.string(.deviceControl))
    case 0x98, 0x9E: enter(.string(.other))
    case 0x9B: enter(.controlSequence)
    case 0x9D: enter(.string(.operatingSystemCommand))
    case 0x9F: enter(.string(.applicationProgram))
    default: enter(.ground)
    }
  }

  private mutating func decodeEscape(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B:
      // ESC ESC may begin Alt with a key that is a sequence itself; of three the first is a key.
      if hasAlt { events.append(.key(KeyEvent(.escape))) }
      hasAlt = true
    case UInt8(ascii: "["): enter(.controlSequence)
    case UInt8(ascii: "O"): enter(.singleShift)
    case UInt8(ascii: "P"): enter(.string(.deviceControl))
    case UInt8(ascii: "]"): enter(.string(.operatingSystemCommand))
    case UInt8(ascii: "_"): enter(.string(.applicationProgram))
    case UInt8(ascii: "X"), UInt8(ascii: "^"): enter(.string(.other))
    case UInt8(ascii: "\\"):
      // The end of a string that was given up.
      enter(.ground)
    default:
      if hasAlt { events.append(.key(KeyEvent(.escape))) }
      hasAlt = true
      decodeGround(byte, into: &events)
    }
  }

  /// Adds a key, with Alt if an ESC stood before it.
  func press(_ key: Key, _ modifiers: KeyModifiers, into events: inout [TerminalEvent]) {
    events.append(.key(KeyEvent(key, hasAlt ? modifiers.union(.alt) : modifiers)))
  }
}
