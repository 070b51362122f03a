import Graphics
import Testing

@testable import TerminalCore

@Suite struct GlyphSetTests {
  private func suited(
    _ wanted: GlyphSet?, depth: ColorDepth = .trueColor, hasUnicode: Bool = true,
    isAmbiguousWide: Bool = false, name: String = "xterm-256color"
  ) -> GlyphSet {
    .suited(
      wanted,
      to: Capabilities(
        colorDepth: depth, hasUnicode: hasUnicode, isAmbiguousWide: isAmbiguousWide),
      name: name)
  }

  @Test func halfBlocksAreTheDefault() {
    #expect(suited(nil) == .half)
    #expect(suited(nil, depth: .mono) == .half)
    for set in GlyphSet.allCases { #expect(suited(set) == set) }
  }

  @Test func withoutUTF8SpacesAndASCIIRemain() {
    for wanted in [nil, .half, .quadrant, .sextant, .octant, .space] as [GlyphSet?] {
      for depth in [ColorDepth.trueColor, .palette256, .palette16, .palette8] {
        #expect(suited(wanted, depth: depth, hasUnicode: false) == .space)
        #expect(suited(wanted, depth: depth, isAmbiguousWide: true) == .space)
      }
      #expect(suited(wanted, depth: .mono, hasUnicode: false) == .ascii)
      #expect(suited(wanted, depth: .mono, isAmbiguousWide: true) == .ascii)
    }
    #expect(suited(.ascii, hasUnicode: false) == .ascii)
  }

  @Test func spacesNeedColors() {
    #expect(suited(.space, depth: .mono) == .ascii)
  }

  @Test func consoleHasOnlyHalfBlocks() {
    #expect(suited(.sextant, depth: .palette8, name: "linux") == .half)
    #expect(suited(.octant, depth: .palette8, name: "linux") == .half)
    #expect(suited(.quadrant, depth: .palette8, name: "linux") == .half)
    #expect(suited(nil, depth: .palette8, name: "linux") == .half)
  }

  @Test(
    arguments: [
      ("kitty(0.40.1)", .octant), ("kitty(0.26.5)", .sextant), ("kitty(0.19.2)", nil),
      ("foot(1.20.0)", .octant), ("foot(1.13.1)", .sextant), ("foot(1.6.4)", nil),
      ("ghostty 1.2.0", .octant), ("ghostty 1.1.3-arch1", .sextant),
      ("Konsole 22.12.3", .sextant), ("Konsole 21.12.3", nil),
      ("WezTerm 20240203-110809-5046fc22", .sextant), ("WezTerm 20210502-154244-3f7122cb", nil),
      ("VTE(7800)", .octant), ("VTE(7006)", .sextant), ("VTE(6800)", nil),
      ("XTerm(379)", nil), ("tmux 3.5a", nil), ("kitty", nil), ("kitty(", nil), ("foot(x)", nil),
      ("WezTerm 99999999999999999999999999", nil),
    ] as [(String, GlyphSet?)])
  func terminalsThatDrawMosaics(name: String, glyphs: GlyphSet?) {
    var answers = TerminalAnswers()
    answers.note(.deviceControl(Array(">|\(name)".utf8)))
    #expect(answers.drawnGlyphs(term: "xterm-256color") == glyphs)
    // tmux may pass the name of the terminal around it.
    answers.note(.secondaryAttributes([84, 0, 0]))
    #expect(answers.drawnGlyphs(term: "xterm-256color") == nil)
  }

  @Test(
    arguments: [
      ([65, 7800, 1], "xterm-256color", .octant), ([65, 7006, 1], "vte-256color", .sextant),
      ([65, 6003, 1], "xterm-256color", nil), ([0, 2401, 1], "alacritty", .sextant),
      ([0, 1700, 1], "alacritty", nil), ([0, 2401, 1], "xterm-256color", nil),
      ([41, 7800, 0], "xterm", nil), ([1, 4000, 0], "rxvt", nil),
    ] as [([Int], String, GlyphSet?)])
  func terminalsKnownByTheirAttributes(numbers: [Int], term: String, glyphs: GlyphSet?) {
    var answers = TerminalAnswers()
    answers.note(.secondaryAttributes(numbers))
    #expect(answers.drawnGlyphs(term: term) == glyphs)
  }
}
