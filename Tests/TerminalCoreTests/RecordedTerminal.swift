import Graphics
import Models
import TerminalCore

/// What a terminal of a given version has answered to all of Flick's questions, as it was recorded,
/// and what is to be concluded from it.
struct RecordedTerminal: CustomStringConvertible, Sendable {
  let description: String
  /// The value of TERM, by which the questions are chosen.
  let name: String
  let output: String
  let answers: TerminalAnswers
  /// The colours it has over SSH, where it cannot make itself known otherwise, for a TERM of 256.
  let depth: ColorDepth

  static let all: [RecordedTerminal] = [
    RecordedTerminal(
      "xterm 379", TERM: "xterm",
      """
      \u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;0$y\
      \u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}P>|XTerm(379)\u{1B}\\\
      \u{1B}[>41;379;0c\u{1B}[?1;3S\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c
      """,
      colorDepth: .trueColor, hasSynchronizedUpdate: false, background: .white,
      name: "XTerm(379)", kind: 41, version: 379, depth: .trueColor),
    RecordedTerminal(
      "xterm 379 -cjk_width", TERM: "xterm",
      """
      \u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[2;3R\u{1B}[3;2R\u{1B}[?2026;0$y\
      \u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}P>|XTerm(379)\u{1B}\\\
      \u{1B}[>41;379;0c\u{1B}[?1;3S\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c
      """,
      colorDepth: .trueColor, hasSynchronizedUpdate: false, blockColumns: 2,
      background: .white, name: "XTerm(379)", kind: 41, version: 379, depth: .trueColor),
    RecordedTerminal(
      "xterm 379 -ti vt340", TERM: "xterm",
      """
      \u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;0$y\
      \u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}P>|XTerm(379)\u{1B}\\\
      \u{1B}[>19;379;0c\u{1B}[?1;0;1024S\u{1B}[?63;1;2;4;6;9;15;16;22;28c
      """,
      colorDepth: .trueColor, hasSynchronizedUpdate: false, hasSixel: true,
      colorRegisters: 1024, background: .white, name: "XTerm(379)", kind: 19, version: 379,
      depth: .trueColor),
    RecordedTerminal(
      "kitty 0.26.5", TERM: "xterm-kitty",
      """
      \u{1B}P1$r48:2:1:2:3m\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;2$y\
      \u{1B}[6;20;9t\u{1B}[4;700;999t\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\
      \u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[>1;4000;26c\u{1B}_Gi=4201;OK\u{1B}\\\
      \u{1B}[?62;c
      """,
      colorDepth: .trueColor, hasSynchronizedUpdate: true, hasKittyGraphics: true,
      cellPixels: PixelSize(width: 9, height: 20),
      screenPixels: PixelSize(width: 999, height: 700), background: .black,
      name: "kitty(0.26.5)", kind: 1, version: 4000, depth: .trueColor),
    RecordedTerminal(
      "foot 1.13.1", TERM: "foot",
      """
      \u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;2$y\
      \u{1B}[6;16;7t\u{1B}[4;464;693t\u{1B}]11;rgb:1111/1111/1111\u{1B}\\\
      \u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}[>1;011301;0c\u{1B}[?1;0;1024S\
      \u{1B}[?62;4;22c
      """,
      colorDepth: .trueColor, hasSynchronizedUpdate: true, hasSixel: true, colorRegisters: 1024,
      cellPixels: PixelSize(width: 7, height: 16),
      screenPixels: PixelSize(width: 693, height: 464),
      background: Color(rawValue: 0x11_1111), name: "foot(1.13.1)", kind: 1, version: 11301,
      depth: .trueColor),
    RecordedTerminal(
      "alacritty 0.11", TERM: "alacritty",
      """
      \u{1B}[2;2R\u{1B}[3;2R\u{1B}[4;588;792t\u{1B}]11;rgb:1d1d/1f1f/2121\u{1B}\\\
      \u{1B}[>0;1700;1c\u{1B}[?6c
      """,
      screenPixels: PixelSize(width: 792, height: 588),
      background: Color(red: 0x1D, green: 0x1F, blue: 0x21), kind: 0, version: 1700,
      depth: .palette256),
    RecordedTerminal(
      "VTE 0.70", TERM: "xterm-256color",
      """
      \u{1B}P0$r\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;4$y\u{1B}[4;456;640t\
      \u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[>65;7006;1c\u{1B}[?1;1S\
      \u{1B}[?65;1;9c
      """,
      hasSynchronizedUpdate: false, screenPixels: PixelSize(width: 640, height: 456),
      background: .black, kind: 65, version: 7006, depth: .trueColor),
    RecordedTerminal(
      "rxvt-unicode 9.30", TERM: "rxvt-unicode-256color",
      """
      \u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;0$y\u{1B}[4;316;496t\u{1B}[>85;95;0c\
      \u{1B}[?1;2c
      """,
      hasSynchronizedUpdate: false, screenPixels: PixelSize(width: 496, height: 316),
      kind: 85, version: 95, depth: .palette256),
    RecordedTerminal(
      "st 0.9", TERM: "st-256color",
      """
      \u{1B}[2;2R\u{1B}[3;2R\u{1B}]11;rgb:0000/0000/0000\u{07}\u{1B}[?6c
      """,
      background: .black, depth: .palette256),
    RecordedTerminal(
      "mlterm 3.9.2", TERM: "mlterm",
      """
      \u{1B}P1$r0;48;5;16m\u{1B}\\\u{1B}[2;2R\u{1B}[3;2R\u{1B}[?2026;0$y\
      \u{1B}[6;22;10t\u{1B}[4;528;800t\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\
      \u{1B}[>24;279;0c\u{1B}[?1;0;1024S\u{1B}[?63;1;2;3;4;6;7;15;18;22;29c
      """,
      colorDepth: .palette256, hasSynchronizedUpdate: false, hasSixel: true, colorRegisters: 1024,
      cellPixels: PixelSize(width: 10, height: 22),
      screenPixels: PixelSize(width: 800, height: 528), background: .white, kind: 24,
      version: 279, depth: .palette256),
    RecordedTerminal(
      "PuTTY 0.78", TERM: "xterm",
      """
      \u{1B}[2;2R\u{1B}[3;2R\u{1B}[4;314;496t\u{1B}[>0;136;0c\u{1B}[?6c
      """,
      screenPixels: PixelSize(width: 496, height: 314), kind: 0, version: 136, depth: .palette256),
    RecordedTerminal(
      "tmux 3.3a", TERM: "tmux-256color",
      """
      \u{1B}[2;2R\u{1B}[3;2R\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[>84;0;0c\u{1B}[?1;2c
      """,
      name: "tmux 3.3a", kind: 84, version: 0, depth: .palette256),
    RecordedTerminal(
      "GNU Screen 4.9", TERM: "screen",
      """
      \u{1B}[2;2R\u{1B}[?1;2c
      """,
      mosaicColumns: nil, depth: .palette256),
  ]

  private init(
    _ description: String, TERM name: String, _ output: String, colorDepth: ColorDepth? = nil,
    hasSynchronizedUpdate: Bool? = nil, blockColumns: Int? = 1, mosaicColumns: Int? = 1,
    hasKittyGraphics: Bool = false, hasSixel: Bool = false, colorRegisters: Int = 16,
    cellPixels: PixelSize? = nil, screenPixels: PixelSize? = nil, background: Color? = nil,
    name program: CleanText? = nil, kind: Int? = nil, version: Int? = nil, depth: ColorDepth
  ) {
    self.description = description
    self.name = name
    self.output = output
    self.depth = depth
    var answers = TerminalAnswers()
    answers.colorDepth = colorDepth
    answers.hasSynchronizedUpdate = hasSynchronizedUpdate
    answers.blockColumns = blockColumns
    answers.mosaicColumns = mosaicColumns
    answers.hasKittyGraphics = hasKittyGraphics
    answers.hasSixel = hasSixel
    answers.colorRegisters = colorRegisters
    answers.cellPixels = cellPixels
    answers.screenPixels = screenPixels
    answers.background = background
    answers.name = program
    answers.kind = kind
    answers.version = version
    self.answers = answers
  }
}
