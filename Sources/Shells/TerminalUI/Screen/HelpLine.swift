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
      binding.hint.map { (key: name(of: binding), hint: $0) }
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

  /// The key of a hint, or the pair of keys.
  private func name(of binding: KeyMap.Binding) -> String {
    let keys = [binding.keys.first, binding.hintPartner].compactMap(\.self)
      .map { signs.hasArrows ? $0.sign : $0.name }
    // Names need something between them, signs do not.
    return keys.joined(separator: keys.allSatisfy { $0.count == 1 } ? "" : "/")
  }

  private func width(of hints: [(key: String, hint: String)]) -> Int {
    hints.reduce(0) { width, hint in
      width + CleanText(" \(hint.key) \(hint.hint) ").displayWidth
    }
  }
}
