import Graphics

/// What a terminal is asked at the start ("XTerm Control Sequences" unless said otherwise).
package struct ProbeQuestions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// How many columns a half block takes: a glyph, and where the cursor is then (CPR).
  package static let blockWidth = ProbeQuestions(rawValue: 1)
  /// How many columns a sextant takes.
  package static let sextantWidth = ProbeQuestions(rawValue: 2)
  /// Whether a 24-bit colour is kept as it is: a pen, and which pen is set (DECRQSS).
  package static let color = ProbeQuestions(rawValue: 4)
  /// Whether synchronised updates are known (DECRQM of mode 2026).
  package static let synchronizedUpdate = ProbeQuestions(rawValue: 8)
  /// How large a cell and the screen are in pixels.
  package static let size = ProbeQuestions(rawValue: 16)
  /// Which colour the background has (OSC 11).
  package static let background = ProbeQuestions(rawValue: 32)
  /// Which program it is (XTVERSION, DA2).
  package static let name = ProbeQuestions(rawValue: 64)
  /// Whether it shows images of the kitty graphics protocol.
  package static let kitty = ProbeQuestions(rawValue: 128)
  /// How many colours sixels may have. Whether there are sixels, the attributes tell.
  package static let sixel = ProbeQuestions(rawValue: 256)

  /// Chooses what a terminal may be asked.
  ///
  /// Everything Flick asks is swallowed by terminals of today that do not know it. What others print
  /// is erased with the same write; worse is only GNU Screen, which hands strings on to the terminal
  /// around it without their frame and shows others as its title, and tmux, which takes an APC
  /// string for a title, too. So these, and terminals that have nothing else to say, are only asked
  /// what ECMA-48 and the VT100 know.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, and `STY` and `TMUX` by which GNU Screen and tmux show.
  ///   - hasUnicode: Whether glyphs can be sent at all.
  ///   - glyphs: The characters the user wants frames to be made of, if any in particular.
  ///   - output: How frames may be shown; `nil` for whatever suits.
  ///   - isLocal: Whether images are welcome without being asked for.
  package static func suited(
    environment: [String: String], hasUnicode: Bool, glyphs: GlyphSet?, output: OutputMode?,
    isLocal: Bool
  ) -> ProbeQuestions {
    var questions: ProbeQuestions = hasUnicode ? [.blockWidth] : []
    if hasUnicode, glyphs == .sextant { questions.insert(.sextantWidth) }
    guard !isPlain(environment) else { return questions }
    questions.formUnion([.color, .synchronizedUpdate, .size, .background, .name])
    if output == .kitty || output == nil && isLocal, !Multiplexer.isNamed(in: environment) {
      questions.insert(.kitty)
    }
    // kitty has none, and complains of the question on its standard error.
    let hasNoSixels = environment["TERM"]?.hasSuffix("kitty") == true
    if output == .sixel || output == nil && isLocal && !hasNoSixels { questions.insert(.sixel) }
    return questions
  }

  /// Whether a terminal should be asked nothing that DEC and ECMA have not known for decades.
  private static func isPlain(_ environment: [String: String]) -> Bool {
    if Multiplexer.mayBeScreen(in: environment) { return true }
    let name = environment["TERM"] ?? ""
    // A VT100 and its kin; the name of VTE begins the same.
    if name.hasPrefix("vt"), name.dropFirst(2).first?.isNumber == true { return true }
    return ["linux", "ansi", "cons", "eterm", "sun", "cygwin"].contains { name.hasPrefix($0) }
  }

  /// The rows in which glyphs are written to be measured, counted from 0: not the first, where the
  /// answer looks like a key.
  static let blockRow = 1
  static let sextantRow = 2

  /// The colour asked about: far from all colours of palettes.
  static let probedColor = [1, 2, 3]

  /// The names under which images are asked about, and never sent.
  static let directID = 4201
  static let sharedID = 4202

  /// Asks for 256 colours of sixels, and is answered with how many there are then. It is for terminals
  /// that have fewer, and is not taken back: that would be answered, too, after nobody listens any more.
  package static let moreColors = Array("\u{1B}[?1;3;256S".utf8)

  static let cellSize = Array("\u{1B}[16t".utf8)
  static let screenSize = Array("\u{1B}[14t".utf8)

  /// The questions as bytes, the attributes (DA1) last.
  ///
  /// - Parameter sharedMemory: Where the terminal finds a pixel of three bytes, in base 64; `nil`
  ///   does not ask.
  func bytes(sharedMemory: String?) -> [UInt8] {
    var text = ""
    if contains(.color) {
      let color = Self.probedColor.map(String.init).joined(separator: ";")
      text += "\u{1B}[48;2;\(color)m\u{1B}P$qm\u{1B}\\\u{1B}[m"
    }
    // Concealed, for terminals that draw while they read.
    if contains(.blockWidth) {
      text += "\u{1B}[\(Self.blockRow + 1);1H\u{1B}[8m\u{2580}\u{1B}[6n\u{1B}[m"
    }
    if contains(.sextantWidth) {
      text += "\u{1B}[\(Self.sextantRow + 1);1H\u{1B}[8m\u{1FB00}\u{1B}[6n\u{1B}[m"
    }
    if contains(.synchronizedUpdate) { text += "\u{1B}[?2026$p" }
    if contains(.size) { text += String(decoding: Self.cellSize + Self.screenSize, as: UTF8.self) }
    if contains(.background) { text += "\u{1B}]11;?\u{1B}\\" }
    if contains(.name) { text += "\u{1B}[>q\u{1B}[>c" }
    // A pixel sent, and one shared.
    if contains(.kitty) {
      text += "\u{1B}_Gi=\(Self.directID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
      text +=
        sharedMemory.map { "\u{1B}_Gi=\(Self.sharedID),s=1,v=1,a=q,t=s,f=24;\($0)\u{1B}\\" } ?? ""
    }
    if contains(.sixel) { text += "\u{1B}[?1;1;0S" }
    return Array((text + "\u{1B}[c").utf8)
  }
}
