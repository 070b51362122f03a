import Graphics

/// The queries sent to a terminal at the start ("XTerm Control Sequences" unless noted otherwise).
package struct ProbeQuestions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// How many columns a half block takes: a glyph, then the cursor position (CPR).
  package static let blockWidth = ProbeQuestions(rawValue: 1)
  /// How many columns a sextant takes.
  package static let sextantWidth = ProbeQuestions(rawValue: 2)
  /// Whether a 24-bit colour is preserved: sets the pen, then reads it back (DECRQSS).
  package static let color = ProbeQuestions(rawValue: 4)
  /// Whether synchronised updates are supported (DECRQM of mode 2026).
  package static let synchronizedUpdate = ProbeQuestions(rawValue: 8)
  /// The sizes of a cell and the screen in pixels.
  package static let size = ProbeQuestions(rawValue: 16)
  /// The background colour (OSC 11).
  package static let background = ProbeQuestions(rawValue: 32)
  /// Which program it is (XTVERSION, DA2).
  package static let name = ProbeQuestions(rawValue: 64)
  /// Whether it supports the kitty graphics protocol.
  package static let kitty = ProbeQuestions(rawValue: 128)
  /// How many colours sixels may have. DA1 says whether there are sixels.
  package static let sixel = ProbeQuestions(rawValue: 256)
  /// How many columns an octant takes.
  package static let octantWidth = ProbeQuestions(rawValue: 512)

  /// Chooses the queries for a terminal.
  ///
  /// Current terminals swallow all queries they do not know. What others print is erased in the
  /// same write. The exceptions are GNU Screen, which passes strings to the outer terminal without
  /// their delimiters and shows others as its title, and tmux, which also shows an APC string as a
  /// title. So these, and plain terminals, only get queries from ECMA-48 and the VT100.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, and `STY` and `TMUX`, which identify GNU Screen and tmux.
  ///   - hasUnicode: Whether glyphs can be sent at all.
  ///   - glyphs: The user's choice of glyphs, if any.
  ///   - output: How frames may be shown; `nil` for any.
  ///   - isLocal: Whether images are used without being requested.
  package static func suited(
    environment: [String: String], hasUnicode: Bool, glyphs: GlyphSet?, output: OutputMode?,
    isLocal: Bool
  ) -> ProbeQuestions {
    var questions: ProbeQuestions = hasUnicode ? [.blockWidth] : []
    if hasUnicode, glyphs == .sextant { questions.insert(.sextantWidth) }
    if hasUnicode, glyphs == .octant { questions.insert(.octantWidth) }
    guard !isPlain(environment) else { return questions }
    questions.formUnion([.color, .synchronizedUpdate, .size, .background, .name])
    if output == .kitty || output == nil && isLocal, !Multiplexer.isNamed(in: environment) {
      questions.insert(.kitty)
    }
    // kitty has none, and logs an error for the query on its standard error.
    let hasNoSixels = environment["TERM"]?.hasSuffix("kitty") == true
    if output == .sixel || output == nil && isLocal && !hasNoSixels { questions.insert(.sixel) }
    return questions
  }

  /// Whether a terminal should only get sequences from old DEC and ECMA standards.
  package static func isPlain(_ environment: [String: String]) -> Bool {
    if Multiplexer.mayBeScreen(in: environment) { return true }
    let name = environment["TERM"] ?? ""
    // A VT100 or similar; VTE's name starts the same.
    if name.hasPrefix("vt"), name.dropFirst(2).first?.isNumber == true { return true }
    return ["linux", "ansi", "cons", "eterm", "sun", "cygwin"].contains { name.hasPrefix($0) }
  }

  /// The rows in which glyphs are written to be measured, counted from 0: not the first, where the
  /// reply looks like a key.
  static let blockRow = 1
  static let mosaicRow = 2

  /// The probed colour: far from all palette colours.
  static let probedColor = [1, 2, 3]

  /// The ids of images that are queried but never sent.
  static let directID = 4201
  static let sharedID = 4202

  /// Requests 256 sixel colours; the reply is the number now available. It is for terminals with
  /// fewer, and is not undone: that would cause a reply after Flick has stopped listening.
  package static let moreColors = Array("\u{1B}[?1;3;256S".utf8)

  static let cellSize = Array("\u{1B}[16t".utf8)
  static let screenSize = Array("\u{1B}[14t".utf8)

  /// The queries as bytes, the attributes (DA1) last.
  ///
  /// - Parameter sharedMemory: The base 64 name of a pixel of three bytes; `nil` skips the query.
  func bytes(sharedMemory: String?) -> [UInt8] {
    var text = ""
    if contains(.color) {
      let color = Self.probedColor.map(String.init).joined(separator: ";")
      text += "\u{1B}[48;2;\(color)m\u{1B}P$qm\u{1B}\\\u{1B}[m"
    }
    // Concealed, for terminals that draw while reading.
    if contains(.blockWidth) {
      text += "\u{1B}[\(Self.blockRow + 1);1H\u{1B}[8m\u{2580}\u{1B}[6n\u{1B}[m"
    }
    for (question, glyph) in [(Self.sextantWidth, "\u{1FB00}"), (.octantWidth, "\u{1CD00}")]
    where contains(question) {
      text += "\u{1B}[\(Self.mosaicRow + 1);1H\u{1B}[8m\(glyph)\u{1B}[6n\u{1B}[m"
    }
    if contains(.synchronizedUpdate) { text += "\u{1B}[?2026$p" }
    if contains(.size) { text += String(decoding: Self.cellSize + Self.screenSize, as: UTF8.self) }
    if contains(.background) { text += "\u{1B}]11;?\u{1B}\\" }
    if contains(.name) { text += "\u{1B}[>q\u{1B}[>c" }
    // One pixel sent, and one shared.
    if contains(.kitty) {
      text += "\u{1B}_Gi=\(Self.directID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
      text +=
        sharedMemory.map { "\u{1B}_Gi=\(Self.sharedID),s=1,v=1,a=q,t=s,f=24;\($0)\u{1B}\\" } ?? ""
    }
    if contains(.sixel) { text += "\u{1B}[?1;1;0S" }
    return Array((text + "\u{1B}[c").utf8)
  }
}
