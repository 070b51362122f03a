import AppFeature
import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalUI

/// What hints say.
@Suite struct HintWordTests {
  @Test(arguments: Hints.Hint.allCases)
  func keysAreNamedInARowOf80Columns(_ hint: Hints.Hint) {
    let words = hint.words(.standard)
    #expect(CleanText(words.long).displayWidth <= 74 && !words.short.isEmpty, "\(words.long)")
  }

  @Test func keysAreThoseOfTheKeyMap() {
    let bindings = KeyMap.standard.bindings.map { binding in
      binding.command == .reject ? KeyMap.Binding(command: .reject, keys: ["d"]) : binding
    }
    #expect(Hints.Hint.triage.words(KeyMap(bindings: bindings)).long.contains("d\u{A0}rejects"))
  }
}
