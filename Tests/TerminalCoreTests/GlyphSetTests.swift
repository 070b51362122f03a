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
    for wanted in [nil, .half, .quadrant, .sextant, .space] as [GlyphSet?] {
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
    #expect(suited(.quadrant, depth: .palette8, name: "linux") == .half)
    #expect(suited(nil, depth: .palette8, name: "linux") == .half)
  }
}
