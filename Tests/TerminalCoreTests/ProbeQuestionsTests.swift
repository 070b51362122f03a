import Graphics
import TerminalCore
import TestSupport
import Testing

/// What terminals are asked.
@Suite struct ProbeQuestionsTests {
  private func questions(
    _ environment: [String: String], hasUnicode: Bool = true, glyphs: GlyphSet? = nil,
    output: OutputMode? = nil, isLocal: Bool = true
  ) -> String {
    let questions = ProbeQuestions.suited(
      environment: environment, hasUnicode: hasUnicode, glyphs: glyphs, output: output,
      isLocal: isLocal)
    return Asking().ask(questions, at: 0)
  }

  @Test func oldTerminalsGetFewQueries() {
    for name in ["linux", "vt100", "vt220", "screen", "screen-256color", "ansi", "eterm-color"] {
      let text = questions(["TERM": name], output: .kitty)
      for start in ["\u{1B}P", "\u{1B}_", "\u{1B}]", "\u{1B}[>", "$"] {
        #expect(!text.contains(start), "\(name)")
      }
      #expect(text.hasSuffix("\u{1B}[c"))
    }
    #expect(!questions(["TERM": "xterm-256color", "STY": "1.x"]).contains("\u{1B}P"))
    #expect(questions(["TERM": "linux"], hasUnicode: false) == "\u{1B}[c")
    #expect(questions(["TERM": "vte-256color"]).contains("\u{1B}P$qm"))
  }

  @Test func tmuxGetsNoTitle() {
    for environment in [
      ["TERM": "tmux-256color"], ["TERM": "screen-256color", "TMUX": "/tmp/x"],
      ["TERM": "xterm", "TMUX": "/tmp/x"],
    ] {
      let text = questions(environment, output: .kitty)
      #expect(!text.contains("\u{1B}_"))
      #expect(text.contains("\u{1B}[>q"))
    }
  }

  @Test func imageSupportIsQueriedWherePossible() {
    let environment = ["TERM": "xterm-256color"]
    #expect(questions(environment).contains("\u{1B}_G"))
    #expect(!questions(environment, isLocal: false).contains("\u{1B}_G"))
    #expect(questions(environment, output: .kitty, isLocal: false).contains("\u{1B}_G"))
    #expect(!questions(environment, output: .cells).contains("\u{1B}_G"))
    #expect(!questions(environment, output: .sixel).contains("\u{1B}_G"))
    #expect(questions(environment).contains("\u{1B}[?1;1;0S"))
    #expect(!questions(["TERM": "xterm-kitty"]).contains("S"))
    #expect(questions(environment, output: .sixel, isLocal: false).contains("\u{1B}[?1;1;0S"))
  }

  @Test func glyphWidthsAreMeasuredWhereUsed() {
    let environment = ["TERM": "xterm-256color"]
    #expect(questions(environment).contains("\u{2580}"))
    #expect(!questions(environment).contains("\u{1FB00}"))
    #expect(questions(environment, glyphs: .sextant).contains("\u{1FB00}"))
    let isPlain = questions(environment, hasUnicode: false).allSatisfy(\.isASCII)
    #expect(isPlain)
    #expect(questions(environment, glyphs: .sextant).utf8.count < 256)
  }
}
