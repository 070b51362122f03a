import CellGraphics
import Models
import TerminalCore

/// The keys worth knowing, in one row.
package struct HelpLine {
  package var keyMap: KeyMap
  package var signs: SignSet

  /// Lays the row out; hints that do not fit are left out from the end, but for the last one.
  package func line(columns: Int) -> ChromeLine {
    var hints = keyMap.bindings.compactMap { binding in
      binding.hint.flatMap { hint in
        binding.keys.first.map { (key: signs.hasArrows ? $0.sign : $0.name, hint: hint) }
      }
    }
    while width(of: hints) > columns, hints.count > 1 {
      // Quitting is the last hint and the one to keep longest.
      hints.remove(at: hints.count - 2)
    }
    return ChromeLine(
      hints.flatMap { hint in
        [
          ChromeSpan(CleanText(" \(hint.key)"), .accent),
          ChromeSpan(CleanText(" \(hint.hint) "), []),
        ]
      })
  }

  private func width(of hints: [(key: String, hint: String)]) -> Int {
    hints.reduce(0) { width, hint in
      width + CleanText(" \(hint.key) \(hint.hint) ").displayWidth
    }
  }
}
