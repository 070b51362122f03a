import AppFeature
import Platform

extension Hints.Hint {
  /// The keys of a mode, and what they do; keys stay with their descriptions, however narrow the toast.
  func words(_ keyMap: KeyMap) -> (long: String, short: String) {
    func key(_ command: Command, _ words: (String) -> String) -> String? {
      keyMap.keyName(for: command).map(words)
    }
    let keys: [String?] =
      switch self {
      case .triage:
        [
          key(.keep) { localized("%s keeps", $0) }, key(.reject) { localized("%s rejects", $0) },
          key(.undo) { localized("%s undoes", $0) },
          key(.apply) { localized("%s applies (asks first)", $0) },
          key(.triageMode) { localized("%s ends triage", $0) },
        ]
      case .overview, .sections:
        [
          localized("arrows move"), localized("Enter plays"), localized("Space marks"),
          self == .sections ? key(.shelves) { localized("%s a row per folder", $0) } : nil,
          key(.overview) { localized("%s goes back", $0) },
        ]
      case .excerpts:
        [
          key(.nextClip) { localized("%s next", $0) },
          key(.film) { localized("%s whole film", $0) },
          key(.excerpts) { localized("%s ends excerpts", $0) },
        ]
      case .filter:
        [
          localized("words, or is:unseen"), localized("Enter keeps it"), localized("Esc shows all"),
        ]
      case .longClip: [key(.excerpts) { localized("%s shows excerpts", $0) }]
      }
    let known = keys.compactMap { $0?.replacing(" ", with: "\u{A0}") }
    return (known.joined(separator: ", "), known.prefix(2).joined(separator: ", "))
  }
}
