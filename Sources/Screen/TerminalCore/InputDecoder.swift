/// Turns the bytes a terminal sends into events (docs/decisions/terminal-keys.md).
///
/// It understands what terminals of today and of old send, whatever TERM says: ECMA-48 control
/// sequences (CSI, SS3, DCS, OSC, APC), xterm's keys, modifiers, mouse and bracketed paste, and the
/// odd forms of rxvt and the Linux console. A sequence nobody knows is swallowed whole, never taken
/// as the letters in it; what is none is the key Esc and the keys behind it. How the bytes are cut into
/// reads makes no difference.
package struct InputDecoder: Sendable {
  /// How long ESC may wait for the rest of a sequence, in seconds, before it and what came behind it
  /// are keys. Terminals send a sequence in one piece; fingers are slower than this.
  static let escapeTimeout = 0.05

  /// How long the rest of what fingers do not type may take, in seconds, before what has come is
  /// dropped. Long enough for a lost packet to be sent again; keys are swallowed until then.
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

  /// Whether an ESC stood before the sequence: the key, or Alt.
  var hasEscape = false

  /// What has come of the sequence, at most one byte more than is of use.
  var collected: [UInt8] = []

  /// The byte behind ESC that began the sequence; `nil` if there was none.
  var introducer: UInt8?

  /// How many bytes behind ESC have been told as keys, because the rest took too long; `nil` as long
  /// as ESC itself has not.
  var declaredCount: Int?

  /// When ESC came, and when the first byte did that waits to be told, in seconds.
  private var start = 0.0
  private var waitingSince = 0.0

  /// When the bytes came that are being decoded.
  private var time = 0.0

  private let altKeys: Set<KeyEvent>

  /// When `flush` should be called if nothing more comes; `nil` if nothing waits.
  package private(set) var deadline: Double?

  /// Creates a decoder that has seen nothing.
  ///
  /// - Parameter altKeys: The keys with Alt that mean something. Most terminals send ESC for Alt, as
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

  /// Ends what has waited too long: what fingers may have typed is keys, anything else is dropped.
  package mutating func flush(at time: Double) -> [TerminalEvent] {
    guard let deadline, time >= deadline else { return [] }
    self.deadline = nil
    var events: [TerminalEvent] = []
    if case .paste = state {
      events.append(.paste(collected))
      enter(.ground)
    } else if case .stringEscape = state, mayBeTyped {
      // Keys, and Esc again.
      tellKeys(into: &events)
      events.append(.key(KeyEvent(.escape)))
    } else {
      giveUp(into: &events)
    }
    return events
  }

  private var nextDeadline: Double? {
    switch state {
    case .ground: nil
    case .paste: time + Self.pasteTimeout
    case _ where isReported: nil
    case _ where mayBeTyped: waitingSince + Self.escapeTimeout
    default: time + Self.sequenceTimeout
    }
  }

  /// Goes to a state in which nothing of the sequence has come yet.
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

  /// Ends a sequence that has told all there is to tell.
  mutating func finish(into events: inout [TerminalEvent]) {
    releaseEscape(into: &events)
    enter(.ground)
  }

  mutating func decode(_ byte: UInt8, into events: inout [TerminalEvent]) {
    let isLate = declaredCount != nil
    if isReported { waitingSince = time }
    proceed(byte, into: &events)
    // After keys only what fingers do not type is taken for the rest of the sequence.
    if isLate, declaredCount != nil, !mayBeAnswer { tellKeys(into: &events) }
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
    case .paste(let matched): decodePaste(byte, matched: matched, into: &events)
    }
  }

  /// Gives up what has come of a sequence; the byte begins something new.
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

  /// Begins what an 8-bit control (ECMA-48, C1) begins; the others are dropped.
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
      // The end of a string that was given up.
      finish(into: &events)
    default:
      // In seven bits a control is ESC and what stands 0x40 before it.
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

  /// Adds a key, with Alt if an ESC stood before it and that means something.
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
