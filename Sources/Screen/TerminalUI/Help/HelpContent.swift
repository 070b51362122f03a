import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// The keys of a map as shown in the help, in groups.
enum HelpContent {
  typealias Row = (keys: CleanText, label: CleanText)
  typealias Section = (title: CleanText, rows: [Row])

  /// Collects the keys and mouse gestures; actions without keys are left out.
  ///
  /// - Parameters:
  ///   - tags: Those that keys give in triage; `nil` while that is off.
  ///   - isOverview: Whether the overview is open, in which some keys have another meaning, or none.
  static func sections(
    _ keyMap: KeyMap, symbols: SymbolSet, tags: [String]? = nil, isOverview: Bool = false
  ) -> [Section] {
    var sections: [Section] = []
    if isOverview {
      let rows = OverviewKey.summaries.map {
        (CleanText($0.keys), CleanText(localized(marked: $0.summary)))
      }
      sections.append((.localized("Overview"), rows))
    }
    func isInForce(_ binding: KeyMap.Binding) -> Bool {
      guard isOverview else { return binding.command.contexts.contains(.page) }
      guard let key = binding.keys.first else { return true }
      return OverviewKey(key, keyMap: keyMap, isTriaging: tags != nil) == .command(binding.command)
    }
    for group in Command.Group.allCases {
      let bindings = keyMap.bindings.filter {
        // The key that closes the overlay is in its first line.
        $0.command.group == group && $0.command != .close && isInForce($0)
          && $0.keys.contains { key in
            keyMap.command(for: key, isTriaging: tags != nil).map {
              ($0.group == .triage) == (group == .triage)
            } ?? false
          }
      }
      var told = Set<String>()
      let rows = bindings.compactMap { binding -> Row? in
        let command = binding.command
        if command == .firstTag, let tags, !tags.isEmpty, let names = binding.keyNames {
          return (CleanText(names), label(tags.prefix(Triage.tagKeyCount)))
        }
        if let names = binding.keyNames {
          return binding.summary.map { (CleanText(names), CleanText(localized(marked: $0))) }
        }
        if let index = command.tagIndex, let tags, tags.indices.contains(index) {
          return (CleanText(names(binding.keys, symbols: symbols)), label([tags[index]]))
        }
        let line = command.localizedLine
        guard told.insert(line).inserted else { return nil }
        let shared = bindings.filter { $0.command.localizedLine == line }
        return (
          CleanText(names(shared.flatMap(\.keys), symbols: symbols)),
          CleanText(shared.count == 1 ? command.localizedLabel : line)
        )
      }
      if !rows.isEmpty { sections.append((CleanText(group.title), rows)) }
    }
    // What the mouse does there is said above.
    if isOverview { return sections }
    let gestures = MouseGesture.all.map {
      (CleanText(localized(marked: $0.name)), CleanText(localized(marked: $0.label)))
    }
    return sections + [(.localized("Mouse"), gestures)]
  }

  /// What keys that give tags do.
  private static func label(_ tags: ArraySlice<String>) -> CleanText {
    CleanText(tags.joined(separator: ", ")).fitted(toColumns: 24)
  }

  /// The keys' names; of two with the same modifiers the second omits them: `Shift-Left/Right`.
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
