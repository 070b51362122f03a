// What looks like a sequence, but was typed: Esc, and keys that came with it.
extension InputDecoder {
  /// More bytes behind ESC than fingers type before a line has let them through.
  private static let longestTyping = 16

  /// What has come behind ESC, as it was sent.
  private var typedBytes: [UInt8] {
    guard let introducer else { return [] }
    return switch state {
    case .consoleFunction: [introducer, UInt8(ascii: "[")]
    case .oldMouse: [introducer, UInt8(ascii: "M")] + collected
    default: [introducer] + collected
    }
  }

  /// Whether all that has come since ESC has been told as keys.
  var isReported: Bool {
    declaredCount != nil && collected.isEmpty && declaredCount == introducerCount
  }

  private var introducerCount: Int {
    guard introducer != nil else { return 0 }
    return state == .consoleFunction || state == .oldMouse ? 2 : 1
  }

  /// Whether what has come since ESC may have been typed: none of it says that a terminal answers, or
  /// reports the mouse.
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

  /// Whether what has come may become an answer or a report.
  var mayBeAnswer: Bool {
    switch state {
    case .escape: true
    case .controlSequence, .string: collected.isEmpty || isAnswerBegun
    case .stringEscape: isAnswerBegun
    default: false
    }
  }

  /// Whether answers begin as what has come does.
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

  /// Ends what does not go on. If it may have been typed it is keys; if it was that a moment too soon,
  /// the rest of an answer is still known for one.
  mutating func giveUp(into events: inout [TerminalEvent]) {
    guard mayBeTyped else { return finish(into: &events) }
    let (state, introducer) = (state, introducer)
    let count = typedBytes.count
    let mayGoOn = count <= 1 && mayBeAnswer
    tellKeys(into: &events)
    guard mayGoOn else { return }
    enter(state)
    self.introducer = introducer
    declaredCount = count
  }

  /// Tells Esc and what has come behind it, as far as it has not been told, as keys.
  ///
  /// - Parameter last: A byte that has come in addition.
  mutating func tellKeys(with last: UInt8? = nil, into events: inout [TerminalEvent]) {
    let keys = (typedBytes + [last].compactMap(\.self)).dropFirst(declaredCount ?? 0)
    holdEscape(into: &events)
    enter(.ground)
    for byte in keys { decode(byte, into: &events) }
    finish(into: &events)
  }

  /// Keeps an ESC that has not been told for the key that follows.
  mutating func holdEscape(into events: inout [TerminalEvent]) {
    guard declaredCount == nil else { return }
    releaseEscape(into: &events)
    hasEscape = true
  }

  /// An ESC that stood before something else than a key was the key Esc: answers come at any time while
  /// frames are shown, so one often follows it closer than `escapeTimeout`.
  mutating func releaseEscape(into events: inout [TerminalEvent]) {
    if hasEscape { events.append(.key(KeyEvent(.escape))) }
    hasEscape = false
  }
}
