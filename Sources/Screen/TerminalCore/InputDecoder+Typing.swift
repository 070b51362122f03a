// What looks like a sequence but was typed: Esc, and keys that arrived with it.
extension InputDecoder {
  /// More bytes after ESC than anyone types before a link delivers them.
  private static let longestTyping = 16

  /// The bytes after ESC, as sent.
  private var typedBytes: [UInt8] {
    guard let introducer else { return [] }
    return switch state {
    case .consoleFunction: [introducer, UInt8(ascii: "[")]
    case .oldMouse: [introducer, UInt8(ascii: "M")] + collected
    default: [introducer] + collected
    }
  }

  /// Whether all that has come since ESC has been reported as keys.
  var isReported: Bool {
    declaredCount != nil && collected.isEmpty && declaredCount == introducerCount
  }

  private var introducerCount: Int {
    guard introducer != nil else { return 0 }
    return state == .consoleFunction || state == .oldMouse ? 2 : 1
  }

  /// Whether the bytes since ESC may have been typed: none of them indicates a reply or a mouse
  /// report.
  var mayBeTyped: Bool {
    guard collected.count < Self.longestTyping else { return false }
    guard declaredCount == nil else { return true }
    guard introducer != nil else { return state == .escape }
    return switch state {
    case .oldMouse: collected.isEmpty
    case .controlSequence, .string, .stringEscape: !isAnswerBegun
    case .singleShift, .consoleFunction: true
    case .ground, .escape, .scalar, .paste: false
    }
  }

  /// Whether the bytes so far may become a reply or a report.
  var mayBeAnswer: Bool {
    switch state {
    case .escape: true
    case .controlSequence, .string: collected.isEmpty || isAnswerBegun
    case .stringEscape: isAnswerBegun
    default: false
    }
  }

  /// Whether the bytes so far are the start of a reply.
  private var isAnswerBegun: Bool {
    guard let first = collected.first else { return false }
    let isDigit = UInt8(ascii: "0") <= first && first <= UInt8(ascii: "9")
    return switch state {
    case .controlSequence: isDigit || "<>?".utf8.contains(first)
    case .string(.deviceControl), .stringEscape(.deviceControl):
      isDigit || "!>".utf8.contains(first)
    case .string(.operatingSystemCommand), .stringEscape(.operatingSystemCommand): isDigit
    case .string(.applicationProgram), .stringEscape(.applicationProgram):
      first == UInt8(ascii: "G")
    default: false
    }
  }

  /// Ends an incomplete sequence. If it may have been typed it becomes keys; if that was too early,
  /// the rest of a reply is still recognised.
  mutating func giveUp(into events: inout [TerminalEvent]) {
    guard mayBeTyped else { return finish(into: &events) }
    let (state, introducer) = (state, introducer)
    let count = typedBytes.count
    let mayGoOn = count <= 1 && mayBeAnswer
    emitKeys(into: &events)
    guard mayGoOn else { return }
    enter(state)
    self.introducer = introducer
    declaredCount = count
  }

  /// Reports Esc and the bytes after it as keys, unless already reported.
  ///
  /// - Parameter last: An additional byte.
  mutating func emitKeys(with last: UInt8? = nil, into events: inout [TerminalEvent]) {
    let keys = (typedBytes + [last].compactMap(\.self)).dropFirst(declaredCount ?? 0)
    holdEscape(into: &events)
    enter(.ground)
    for byte in keys { decode(byte, into: &events) }
    finish(into: &events)
  }

  /// Keeps an unreported ESC for the next key.
  mutating func holdEscape(into events: inout [TerminalEvent]) {
    guard declaredCount == nil else { return }
    releaseEscape(into: &events)
    hasEscape = true
  }

  /// An ESC before anything other than a key was the key Esc: acknowledgements arrive at any time
  /// while frames are shown, so one often follows it within `escapeTimeout`.
  mutating func releaseEscape(into events: inout [TerminalEvent]) {
    if hasEscape { events.append(.key(KeyEvent(.escape))) }
    hasEscape = false
  }
}
