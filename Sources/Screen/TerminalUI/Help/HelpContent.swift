import Models
import Platform
import TerminalCore

/// The keys of a map as they are told, in groups.
enum HelpContent {
  /// Keys, and what they do.
  typealias Row = (keys: CleanText, label: CleanText)
  /// What belongs together.
  typealias Section = (title: CleanText, rows: [Row])

  /// Collects the keys, and what the mouse does; actions without any keys are left out.
  static func sections(_ keyMap: KeyMap, symbols: SymbolSet) -> [Section] {
    var sections: [Section] = []
    for group in KeyAction.Group.allCases {
      let bindings = keyMap.bindings.filter {
        // How to get out stands in the window's first line.
        $0.intent.action.group == group && !$0.keys.isEmpty && $0.intent != .close
      }
      // Told of in the line of the other one.
      let partners = Set(bindings.compactMap(\.intent.partner))
      let rows = bindings.filter { !partners.contains($0.intent) }.compactMap { binding -> Row? in
        if let names = binding.keyNames {
          return binding.summary.map { (CleanText(names), CleanText(localized(marked: $0))) }
        }
        let partner = bindings.first { $0.intent == binding.intent.partner }
        let label = partner == nil ? binding.intent.action.label : binding.intent.pairLabel
        return (
          CleanText(names(binding.keys + (partner?.keys ?? []), symbols: symbols)), CleanText(label)
        )
      }
      if !rows.isEmpty { sections.append((CleanText(group.title), rows)) }
    }
    let gestures = MouseGesture.all.map {
      (CleanText(localized(marked: $0.name)), CleanText(localized(marked: $0.label)))
    }
    return sections + [(.localized("Mouse"), gestures)]
  }

  /// The keys' names; of two with the same modifiers the second goes without: `Shift-Left/Right`.
  private static func names(_ keys: [KeyEvent], symbols: SymbolSet) -> String {
    func name(_ key: KeyEvent) -> String { symbols.hasArrows ? key.symbol : key.name }
    var names = ""
    var last: KeyModifiers = []
    for key in keys {
      if !key.modifiers.isEmpty, key.modifiers == last, key.key.isNamed {
        names += "/" + name(KeyEvent(key.key))
      } else {
        names += (names.isEmpty ? "" : " ") + name(key)
      }
      last = key.modifiers
    }
    return names
  }
}

extension Key {
  /// Whether the key has a name, and types nothing.
  fileprivate var isNamed: Bool {
    if case .character = self { false } else { true }
  }
}
