import Platform
import TerminalCore

/// Maps keys to commands. The help and the README's table are made from the same bindings. See
/// docs/decisions/screen-keys.md.
package struct KeyMap: Sendable {
  package struct Binding: Hashable, Sendable {
    package var command: Command
    package var keys: [KeyEvent]
    /// How a table names the keys of this row and of those that follow; `nil` to name each.
    package var keyNames: String?
  }

  package let bindings: [Binding]
  private let commands: [KeyEvent: Command]
  /// Those that come first while triage is on.
  let triageCommands: [KeyEvent: Command]

  /// Always quits, whatever the key map.
  package static let alwaysQuits = KeyEvent(.character("c"), .control)

  package static let standard = KeyMap(
    bindings: Command.all.map { Binding(command: $0, keys: $0.keys, keyNames: $0.keyNames) })

  /// Of two bindings for one key the first counts.
  package init(bindings: [Binding]) {
    self.bindings = bindings
    func map(ofTriage isOfTriage: Bool) -> [KeyEvent: Command] {
      let pairs = bindings.filter { ($0.command.group == .triage) == isOfTriage }
        .flatMap { binding in binding.keys.map { ($0, binding.command) } }
      return Dictionary(
        [(Self.alwaysQuits, .quit)] + pairs, uniquingKeysWith: { first, _ in first })
    }
    commands = map(ofTriage: false)
    triageCommands = map(ofTriage: true)
  }

  /// The command of a key, or `nil` for a key that does nothing.
  ///
  /// - Parameter isTriaging: Whether triage is on.
  package func command(for key: KeyEvent, isTriaging: Bool = false) -> Command? {
    (isTriaging ? triageCommands[key] : nil) ?? commands[key]
  }

  package func keys(for command: Command) -> [KeyEvent] {
    bindings.filter { $0.command == command }.flatMap(\.keys)
  }

  /// The keys with Alt that are in use, here or in the filter line.
  package var altKeys: Set<KeyEvent> {
    FilterKey.altKeys.union(bindings.flatMap(\.keys).filter { $0.modifiers.contains(.alt) })
  }

  /// The name of a command's first key; `nil` if it has none.
  package func keyName(for command: Command) -> String? { keys(for: command).first?.name }
}

extension KeyMap.Binding {
  /// Whether lists of all actions name it: those that have no key by default need not be known.
  package var isListed: Bool { !keys.isEmpty || !command.keys.isEmpty }

  /// What it does, in English, in a few words for a table; `nil` if the row before covers it.
  package var summary: String? {
    if command.keyNames == nil { return command.summary ?? command.label }
    return keyNames == nil ? command.localizedLabel : command.summary
  }
}

extension KeyMap {
  /// Keys and mouse gestures, and what they do, without the keys of triage.
  package var summaries: [(keys: String, summary: String)] {
    summaries(ofTriage: false) + MouseGesture.all.map { ($0.name, $0.summary) }
  }

  /// The keys of triage, and what they do.
  package var triageSummaries: [(keys: String, summary: String)] { summaries(ofTriage: true) }

  /// The keys of some commands, and what they do.
  package func summaries(of commands: [Command]) -> [(keys: String, summary: String)] {
    summaries { commands.contains($0) }
  }

  private func summaries(ofTriage isOfTriage: Bool) -> [(keys: String, summary: String)] {
    summaries { ($0.group == .triage) == isOfTriage }
  }

  private func summaries(
    where isIncluded: (Command) -> Bool
  ) -> [(keys: String, summary: String)] {
    bindings.filter { !$0.keys.isEmpty && isIncluded($0.command) }.compactMap { binding in
      binding.summary.map { summary in
        (binding.keyNames ?? binding.keys.map(\.name).joined(separator: ", "), summary)
      }
    }
  }
}

extension KeyEvent: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral {
  /// A key that types a character, pressed alone.
  package init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}
