import Graphics
import Testing

@testable import TerminalCore
@testable import TerminalUI

@Suite struct SignSetTests {
  @Test func signsAreThoseTheTerminalDrawsInOneColumn() {
    #expect(SignSet(Capabilities(colorDepth: .trueColor)) == .unicode)
    #expect(SignSet(Capabilities(colorDepth: .trueColor, hasUnicode: false)) == .ascii)
    #expect(SignSet(Capabilities(colorDepth: .trueColor, isAmbiguousWide: true)) == .ascii)
  }
}
