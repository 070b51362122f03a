import Graphics
import Testing

@testable import TerminalCore
@testable import TerminalUI

@Suite struct SymbolSetTests {
  @Test func symbolsAreOneColumnWide() {
    #expect(SymbolSet(Capabilities(colorDepth: .trueColor)) == .unicode)
    #expect(SymbolSet(Capabilities(colorDepth: .trueColor, hasUnicode: false)) == .ascii)
    #expect(SymbolSet(Capabilities(colorDepth: .trueColor, isAmbiguousWide: true)) == .ascii)
  }
}
